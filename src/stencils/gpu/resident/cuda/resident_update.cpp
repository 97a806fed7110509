// SPDX-License-Identifier: MIT
#include "stencils/gpu/resident/cuda/resident_update.hpp"

#include <algorithm>

#include "stencils/gpu/common/cuda/noise.hpp"
#include "stencils/gpu/common/device_pages.hpp"
#include "stencils/gpu/resident/resident_plan.hpp"
#include "stencils/gpu/resident/resident_source.hpp"
#include "stencils/gpu/temporal/temporal_arguments.cuh"

namespace wavesim {

namespace {

constexpr int copy_threads = 256;                  // as in resident_source
constexpr long long patience_ns = 10'000'000'000;  // no step takes so long, even beside other processes
constexpr int sum_bytes = kernels::pass_threads * static_cast<int>(sizeof(double));

}  // namespace

ResidentUpdate::ResidentUpdate(const StencilProblem& problem, const ResidentTiling& tiling,
                               const DecidedResident* decided, const Gpu& gpu, const KernelLibrary& support)
    : layout_(device_layout(problem.extent, problem.precision)),
      tiling_(tiling),
      threads_per_multiprocessor_(gpu.threads_per_multiprocessor),
      most_steps_(most_resident_steps(problem)),
      solids_(problem.walls.solids),
      library_(resident_name(problem.stencil), resident_source(problem, tiling_), gpu.architecture()),
      resident_(library_.kernel("wavesim_resident")),
      copy_(library_.kernel("wavesim_copy_levels")),
      finish_(library_.kernel("wavesim_finish_pass")),
      resources_(prepare_kernel(resident_, tiling_.threads(), static_cast<int>(tiling_.shared_bytes()))),
      given_up_(1),
      reached_(1) {
    const int held = resources_.blocks_per_multiprocessor * gpu.multiprocessors;
    if (held < tiling_.blocks())
        throw KernelError("the GPU holds " + std::to_string(held) + " of the " + std::to_string(tiling_.blocks()) +
                          " blocks of the field at once: choose another backend");
    given_up_.clear();
    reached_.clear();
    ResidentLists lists = resident_lists(problem, tiling_, resident_table(decided, problem, tiling_));
    place(lists);
    passes_ = std::make_unique<SparsePasses<float>>(problem, layout_, support, trace_capacity(problem), false,
                                                    std::move(lists.table));
    working_[0] = DeviceArray<float>(passes_->theta().size());
    working_[1] = DeviceArray<float>(passes_->branch_state().size());
    for (std::size_t parity : {0u, 1u}) working_[2 + parity] = DeviceArray<float>(passes_->kept(parity).size());
    arguments_.passes = passes_->lists();
    arguments_.passes.theta = working_[0].data();
    arguments_.passes.branch_state = working_[1].data();
    for (std::size_t parity : {0u, 1u}) arguments_.kept[parity] = working_[2 + parity].data();
}

void ResidentUpdate::place(const ResidentLists& lists) {
    for (DeviceArray<float>& level : spare_) {
        level = DeviceArray<float>(layout_.values);
        level.clear();
    }
    blocks_ = DeviceArray<kernels::ResidentBlock>(lists.blocks);
    exchanges_ = DeviceArray<kernels::Exchange>(lists.exchanges);
    words_ = DeviceArray<kernels::ExchangeWord>(std::int64_t{2} * tiling_.blocks() * tiling_.items());
    heard_ = DeviceArray<kernels::HeardNode>(lists.heard);
    samples_ = DeviceArray<float>(heard_.size() * most_steps_);
    arguments_.pitch = static_cast<int>(layout_.pitch);
    arguments_.plane = layout_.plane;
    arguments_.last = spare_[0].data();
    arguments_.last_but_one = spare_[1].data();
    arguments_.block = blocks_.data();
    arguments_.exchange = exchanges_.data();
    arguments_.words = words_.data();
    arguments_.heard = heard_.data();
    arguments_.samples = samples_.data();
    arguments_.heard_nodes = static_cast<int>(heard_.size());
    arguments_.given_up = given_up_.data();
    arguments_.patience_ns = patience_ns;
}

void ResidentUpdate::copy_on(cudaStream_t stream, const Copies& arrays, std::int64_t reached) const {
    kernels::LevelCopies<float> copies{};
    for (const auto& [from, to] : arrays) {
        const auto copy = static_cast<std::size_t>(copies.copies++);
        copies.from[copy] = from->data(), copies.to[copy] = to, copies.count[copy] = from->size();
    }
    copies.blocks = 2 * tiling_.blocks();
    copies.given_up = given_up_.data();
    copies.reached = reached < 0 ? nullptr : reached_.data();
    copies.step = reached;
    launch(copy_, dim3(static_cast<unsigned>(copies.blocks)), copy_threads, 0, stream, copies);
}

void ResidentUpdate::queue_launch_on(cudaStream_t stream, std::int64_t step, std::int64_t steps,
                                     const FieldOrigins<float>& now, const FieldOrigins<float>& before) {
    cuda_check(cudaMemsetAsync(words_.data(), 0xff, words_.bytes(), stream), "cudaMemsetAsync");
    copy_on(stream,
            {{&passes_->theta(), working_[0].data()},
             {&passes_->branch_state(), working_[1].data()},
             {&passes_->kept(0), working_[2].data()},
             {&passes_->kept(1), working_[3].data()}},
            -1);
    kernels::ResidentArguments<float> arguments = arguments_;
    arguments.now = now[0];
    arguments.before = before[0];
    arguments.step = step;
    arguments.steps = static_cast<int>(steps);
    launch_together(resident_, dim3(static_cast<unsigned>(tiling_.blocks())), tiling_.threads(),
                    static_cast<int>(tiling_.shared_bytes()), stream, arguments);
    const bool even = steps % 2 == 0;
    copy_on(stream,
            {{&spare_[0], even ? now[0] : before[0]},
             {&spare_[1], even ? before[0] : now[0]},
             {&working_[0], passes_->theta().data()},
             {&working_[1], passes_->branch_state().data()},
             {&working_[2], passes_->kept(0).data()},
             {&working_[3], passes_->kept(1).data()}},
            step + steps);
    const kernels::PassArguments<float>& lists = passes_->lists();
    const kernels::SampleArguments<float> samples{samples_.data(),       arguments.heard_nodes, lists.receiver_first,
                                                  lists.receiver_weight, lists.receivers,       arguments.steps,
                                                  lists.traces,          lists.trace_start,     step,
                                                  passes_->counters()};
    launch(finish_, dim3(static_cast<unsigned>(std::max<std::int64_t>(1, lists.receivers * steps))),
           kernels::pass_threads, sum_bytes, stream, samples);
}

void ResidentUpdate::queue_on(cudaStream_t, std::int64_t, const FieldOrigins<float>&,
                              const FieldOrigins<float>&) const {
    throw std::logic_error("a field on chip has no single steps");
}

std::int64_t ResidentUpdate::step_reached(std::int64_t step) {
    long long reached = step;
    reached_.download(&reached, 1);
    if (reached != step) given_up_.clear();
    return reached;
}

void ResidentUpdate::set_step(std::int64_t step) {
    passes_->set_step(step);
    const long long reached = step;
    reached_.upload(&reached, 1);
}

std::vector<std::vector<float>> ResidentUpdate::level_of(std::vector<float> pressure, std::int64_t parity) {
    passes_->keep_level(parity, pressure);
    return {std::move(pressure)};
}

bool ResidentUpdate::fill_with_noise(std::array<DeviceLevel<float>, 2>& levels) const {
    fill_levels_with_noise(levels, layout_, solids_);
    return true;
}

std::vector<std::pair<std::string, DeviceArray<float>*>> ResidentUpdate::memory() {
    return {{"explicit_walls", &passes_->theta()},
            {"branch_walls", &passes_->branch_state()},
            {"branch_before_even", &passes_->kept(0)},
            {"branch_before_odd", &passes_->kept(1)}};
}

BackendFacts ResidentUpdate::facts() const {
    BackendFacts facts;
    facts.tile = to_string(tiling_);
    facts.registers = resources_.registers;
    facts.shared_bytes = static_cast<int>(tiling_.shared_bytes());
    facts.local_bytes = resources_.local_bytes;
    facts.blocks_per_multiprocessor = resources_.blocks_per_multiprocessor;
    facts.threads_per_block = tiling_.threads();
    facts.threads_per_multiprocessor = threads_per_multiprocessor_;
    return facts;
}

}  // namespace wavesim
