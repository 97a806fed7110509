// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/cuda/strip_update.hpp"

#include <algorithm>

#include "stencils/gpu/temporal/temporal_source.hpp"
#include "stencils/gpu/temporal/temporal_texts.hpp"

namespace wavesim {

template <class Real>
StripUpdate<Real>::StripUpdate(const StencilProblem& problem, const Gpu& gpu, const KernelLibrary& support)
    : PassUpdate<Real>(problem, single_steps_in_2d(), gpu, support),
      tiling_(strip_tiling(problem, gpu)),
      library_(pass_name(problem.stencil), strip_source(problem, tiling_), gpu.architecture()),
      strips_(library_.kernel("wavesim_strips")),
      prepare_(library_.kernel("wavesim_prepare_pushes")),
      finish_(library_.kernel("wavesim_finish_pass")),
      resources_(prepare_kernel(strips_, StripTiling::lanes, 0)),
      threads_per_multiprocessor_(gpu.threads_per_multiprocessor) {
    const DeviceLayout& layout = single_.layout();
    for (DeviceArray<Real>& level : spare_) {
        level = DeviceArray<Real>(layout.values);
        level.clear();
    }
    const NodeTable table = this->take_table();
    const StripLists lists = strip_lists(driven_nodes(table), problem.receivers, tiling_, layout);
    first_ = DeviceArray<int>(lists.first);
    row_ = DeviceArray<kernels::StripRow>(lists.row);
    heard_ = DeviceArray<kernels::StripNode>(lists.heard);
    push_ = DeviceArray<kernels::Push>(lists.push);
    pushes_ = DeviceArray<Real>(lists.push_values);
    pushes_.fill_bytes(0xff);  // NaN
    samples_ = DeviceArray<Real>(tiling_.steps() * heard_.size());
    arguments_.nz = static_cast<int>(problem.extent.nz);
    arguments_.chunk = tiling_.chunk;
    arguments_.points = {first_.data(), row_.data(), heard_.data()};
    arguments_.signal_steps = single_.passes().lists().signal_steps;
    arguments_.pushes = pushes_.data();
    arguments_.samples = samples_.data();
    arguments_.receiver_nodes = static_cast<int>(heard_.size());
    arguments_.factor = single_.medium();
}

template <class Real>
void StripUpdate<Real>::queue_pass_on(cudaStream_t stream, std::int64_t step, const FieldOrigins<Real>& now,
                                      const FieldOrigins<Real>& before) {
    prepare_pushes_on(stream, step);
    const std::int64_t origin = single_.layout().origin;
    kernels::StripArguments<Real> pass = arguments_;
    pass.now = now[0];
    pass.before = before[0];
    pass.last = spare_[0].data() + origin;
    pass.last_but_one = spare_[1].data() + origin;
    pass.step = step;
    for (int part = 0; part < StripTiling::launches; ++part) {
        launch(strips_, dim3(static_cast<unsigned>(tiling_.warps_of_launch())), StripTiling::lanes, 0, stream, pass);
        pass = next_launch(pass, tiling_, now[0], before[0]);
    }
    record_samples_on(stream, step);
}

template <class Real>
void StripUpdate<Real>::prepare_pushes_on(cudaStream_t stream, std::int64_t step) {
    const std::int64_t items = tiling_.steps() * push_.size();
    if (items == 0) return;
    const kernels::PassArguments<Real>& lists = single_.passes().lists();
    const kernels::PushArguments<Real> pushes{lists.source_first,  lists.source,
                                              lists.source_weight, lists.signals,
                                              lists.signal_steps,  step,
                                              tiling_.steps(),     static_cast<int>(push_.size()),
                                              push_.data(),        StripTiling::width,
                                              pushes_.data()};
    launch(prepare_, dim3(static_cast<unsigned>((items + kernels::pass_threads - 1) / kernels::pass_threads)),
           kernels::pass_threads, 0, stream, pushes);
}

template <class Real>
void StripUpdate<Real>::record_samples_on(cudaStream_t stream, std::int64_t step) {
    const kernels::PassArguments<Real>& lists = single_.passes().lists();
    const kernels::SampleArguments<Real> samples{samples_.data(),
                                                 arguments_.receiver_nodes,
                                                 lists.receiver_first,
                                                 lists.receiver_weight,
                                                 lists.receivers,
                                                 tiling_.steps(),
                                                 lists.traces,
                                                 lists.trace_start,
                                                 step,
                                                 single_.passes().counters()};
    launch(finish_, dim3(static_cast<unsigned>(std::max(1, lists.receivers * tiling_.steps()))), kernels::pass_threads,
           kernels::pass_threads * static_cast<int>(sizeof(double)), stream, samples);
}

template <class Real>
BackendFacts StripUpdate<Real>::facts() const {
    BackendFacts facts;
    facts.tile = to_string(tiling_);
    facts.registers = resources_.registers;
    facts.local_bytes = resources_.local_bytes;
    facts.blocks_per_multiprocessor = resources_.blocks_per_multiprocessor;
    facts.threads_per_block = StripTiling::lanes;
    facts.threads_per_multiprocessor = threads_per_multiprocessor_;
    facts.steps_per_pass = tiling_.steps();
    return facts;
}

template <class Real>
std::vector<const KernelLibrary*> StripUpdate<Real>::libraries() const {
    std::vector<const KernelLibrary*> libraries = single_.libraries();
    libraries.push_back(&library_);
    return libraries;
}

template class StripUpdate<float>;
template class StripUpdate<double>;

}  // namespace wavesim
