// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/cuda/program_on_gpu.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>

#include "stencils/gpu/common/cuda/device_state.hpp"
#include "stencils/gpu/common/device_pages.hpp"
#include "stencils/gpu/statements/statement_text.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

namespace {

using equations::Access;
using equations::Field;
using equations::Time;
using Kind = StatementAction::Kind;

std::vector<bool> varying(const ProgramProblem& problem) {
    std::vector<bool> varying;
    for (const std::vector<double>& values : problem.parameters) varying.push_back(values.size() != 1);
    return varying;
}

template <class Real>
SparsePasses<Real> passes_of(const StencilProblem& problem, PassLists lists, const DeviceLayout& layout,
                             const KernelLibrary& support, bool early) {
    const StencilProblem alone{problem, std::move(lists), {}};
    const std::int64_t capacity = alone.receivers.empty() && !alone.sources.empty() ? 0 : trace_capacity(problem);
    return SparsePasses<Real>(alone, layout, support, capacity, early, merge_nodes(alone, layout));
}

bool copies(const StatementPlan& plan) {
    return std::ranges::any_of(plan.actions(), [](const StatementAction& action) { return action.kind == Kind::copy; });
}

}  // namespace

template <class Real>
ProgramOnGpu<Real>::ProgramOnGpu(const ProgramProblem& problem, const StatementPlan& plan, const Gpu& gpu,
                                 std::unique_ptr<KernelLibrary> support)
    : device_name_(gpu.name),
      plan_(plan),
      heard_(problem.kind().heard),
      early_(starts_early(gpu) && !copies(plan)),
      threads_per_multiprocessor_(gpu.threads_per_multiprocessor),
      support_(std::move(support)),
      library_("statements", statement_source(plan_), gpu.architecture()),
      images_(library_.kernel("wavesim_images")),
      arrays_(plan_, plan_.per_node(varying(problem))),
      hearing_(passes_of<Real>(problem, {{}, {}, problem.receivers}, plan_.layout(), *support_, early_)),
      pushing_(passes_of<Real>(problem, {{}, problem.sources, {}}, plan_.layout(), *support_, early_)),
      reader_(*support_, loop_.stream()),
      look_(*support_, plan_.layout(), loop_.stream()) {
    prepare_kernels();
    arrays_.place_parameters(plan_, problem.parameters);
    compute_fixed();
    loop_.prepare([this](std::int64_t parity) { queue_step(static_cast<int>(parity)); }, hearing_);
}

template <class Real>
void ProgramOnGpu<Real>::prepare_kernels() {
    const int threads = plan_.schedule().threads();
    for (std::size_t g = 0; g < plan_.groups().size(); ++g) {
        groups_.push_back(library_.kernel(("wavesim_group_" + std::to_string(g)).c_str()));
        const KernelResources resources =
            prepare_kernel(groups_.back(), threads, group_shared_bytes(plan_, plan_.groups()[g]));
        if (resources.registers > resources_.registers) resources_ = resources;
    }
}

template <class Real>
void ProgramOnGpu<Real>::compute_fixed() {
    for (std::size_t p = 0; p < plan_.program().declared.parameters.size(); ++p) {
        const int number = plan_.parameter_array(static_cast<int>(p));
        if (arrays_.array(number).size() > 1) launch_images({-1}, {number});
    }
    for (std::size_t g = 0; g < groups_.size(); ++g)
        if (plan_.groups()[g].fixed) launch_group(g, 0);
    cuda_check(cudaStreamSynchronize(loop_.stream()), "computing what does not change");
}

template <class Real>
int ProgramOnGpu<Real>::number_of(int field, Time time, int parity) const {
    Access level;
    level.index = field;
    level.time = time;
    return plan_.array_of(level, parity);
}

template <class Real>
int ProgramOnGpu<Real>::heard_array(FieldLevel which) const {
    const bool previous = which == FieldLevel::previous;
    if (previous && !has_two_levels()) throw std::logic_error("a field of one level has no previous one");
    return number_of(heard_, previous ? Time::old : Time::now, parity());
}

template <class Real>
void ProgramOnGpu<Real>::launch_group(std::size_t group, int parity) const {
    const StatementGroup& one = plan_.groups()[group];
    const std::array<int, 3> blocks = group_blocks(plan_, one);
    launch_next(
        early_, groups_[group],
        dim3(static_cast<unsigned>(blocks[0]), static_cast<unsigned>(blocks[1]), static_cast<unsigned>(blocks[2])),
        plan_.schedule().threads(), group_shared_bytes(plan_, one), loop_.stream(),
        arrays_.group_arguments(plan_, one, parity));
}

template <class Real>
void ProgramOnGpu<Real>::launch_images(const std::vector<int>& fields, const std::vector<int>& arrays) const {
    const auto images = arrays_.images(plan_, fields, arrays);
    if (images.blocks == 0) return;
    launch_next(early_, images_, dim3(static_cast<unsigned>(images.blocks), static_cast<unsigned>(images.fields)),
                kernels::image_threads, 0, loop_.stream(), images.arguments);
}

template <class Real>
void ProgramOnGpu<Real>::queue_step(int parity) const {
    hearing_.launch_on(loop_.stream(), parity, arrays_.origin(number_of(heard_, Time::now, parity)), nullptr);
    for (const StatementAction& action : plan_.actions()) {
        Real* const next =
            action.kind == Kind::push ? arrays_.origin(number_of(action.index, Time::next, parity)) : nullptr;
        switch (action.kind) {
            case Kind::compute: launch_group(static_cast<std::size_t>(action.index), parity); break;
            case Kind::push: pushing_.launch_on(loop_.stream(), parity, next, next); break;
            case Kind::images: {
                std::vector<int> arrays;
                for (const int field : action.fields) arrays.push_back(number_of(field, Time::next, parity));
                launch_images(action.fields, arrays);
                break;
            }
            case Kind::copy: {
                const DeviceArray<Real>& from = arrays_.array(number_of(action.index, Time::next, parity));
                const DeviceArray<Real>& to = arrays_.array(number_of(action.index, Time::old, parity));
                cuda_check(
                    cudaMemcpyAsync(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToDevice, loop_.stream()),
                    "cudaMemcpyAsync");
                break;
            }
        }
    }
}

template <class Real>
void ProgramOnGpu<Real>::continue_all_fields() const {
    for (std::size_t f = 0; f < fields().size(); ++f)
        for (const int array : plan_.levels_of(static_cast<int>(f))) launch_images({static_cast<int>(f)}, {array});
}

template <class Real>
void ProgramOnGpu<Real>::start_advance(std::int64_t steps) {
    if (!continued_) continue_all_fields();
    continued_ = true;
    loop_.start(steps);
}

template <class Real>
void ProgramOnGpu<Real>::read(FieldLevel which, const NodeBox& box, std::span<double> values) const {
    read_nodes(arrays_.array(heard_array(which)), plan_.layout(), box, values);
}

template <class Real>
void ProgramOnGpu<Real>::start_read(const NodeBox& box, std::span<double> values) {
    reader_.start(arrays_.origin(heard_array(FieldLevel::current)), plan_.layout(), box, values);
}

template <class Real>
void ProgramOnGpu<Real>::write(FieldLevel which, std::span<const double> values) {
    if (which == FieldLevel::previous && !has_two_levels()) return;
    const DeviceLayout& layout = plan_.layout();
    DeviceArray<Real>& array = arrays_.array(heard_array(which));
    std::vector<Real> all(static_cast<std::size_t>(layout.values));
    array.download(all.data(), layout.values);
    for (std::size_t i = 0; i < values.size(); ++i)
        all[static_cast<std::size_t>(layout.origin + layout.offset(static_cast<std::int64_t>(i)))] =
            static_cast<Real>(values[i]);
    array.upload(all.data(), layout.values);
    continued_ = false;
}

template <class Real>
FieldHealth ProgramOnGpu<Real>::health() const {
    FieldHealth health;
    const std::int64_t planes = plan_.layout().extent.nz;
    for (std::size_t f = 0; f < fields().size(); ++f) {
        const int field = static_cast<int>(f);
        const Real* before = nullptr;
        if (field == heard_) {
            before = arrays_.origin(number_of(field, has_two_levels() ? Time::old : Time::now, parity()));
        }
        const Real* const now = arrays_.origin(number_of(field, Time::now, parity()));
        const std::optional<std::int64_t> bad = look_.look(now, before, 0, planes, health);
        if (bad && (!health.first_bad || *bad < *health.first_bad)) health.first_bad = bad;
    }
    return health;
}

template <class Real>
bool ProgramOnGpu<Real>::fill_with_noise() {
    std::mt19937 random(1);
    std::vector<Real> block(static_cast<std::size_t>(std::min<std::int64_t>(plan_.layout().values, 1000003)));
    for (int array = 0; array < plan_.level_arrays(); ++array) {
        for (Real& value : block) value = static_cast<Real>(static_cast<double>(random()) * 0x1p-31 - 1);
        fill_with_copies(arrays_.array(array), block);
    }
    continued_ = false;
    return true;
}

template <class Real>
std::vector<StateArray> ProgramOnGpu<Real>::state() {
    const auto passage = std::make_shared<const StatePassage>();
    // Arrays change their roles every step, so the parity of the step belongs to the state.
    std::vector<StateArray> arrays{state_value("step", loop_.step())};
    state_parity_ = parity();
    for (std::size_t f = 0; f < fields().size(); ++f) {
        const DeviceLayout box = own_box(plan_, fields()[f]);
        std::vector<int> levels = plan_.levels_of(static_cast<int>(f));
        if (plan_.doubled(static_cast<int>(f))) levels = {number_of(static_cast<int>(f), Time::now, parity())};
        for (std::size_t i = 0; i < levels.size(); ++i) {
            const std::string ending = levels.size() == 1 ? "" : i == 0 ? "_even" : "_odd";
            arrays.push_back(
                device_field_state(fields()[f].name + ending, arrays_.array(levels[i]), box, box.origin, passage));
            arrays.back().planes.clear();  // programs do not run on slabs of a grid
        }
    }
    return arrays;
}

template <class Real>
void ProgramOnGpu<Real>::resume() {
    continued_ = false;
    if (parity() != state_parity_)
        for (std::size_t f = 0; f < fields().size(); ++f) {
            const auto field = static_cast<int>(f);
            if (!plan_.doubled(field)) continue;
            const DeviceArray<Real>& from = arrays_.array(number_of(field, Time::now, state_parity_));
            const DeviceArray<Real>& to = arrays_.array(number_of(field, Time::now, parity()));
            cuda_check(cudaMemcpy(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToDevice), "cudaMemcpy");
        }
    hearing_.set_step(step());
    pushing_.set_step(step());
    loop_.resume();
}

template <class Real>
BackendFacts ProgramOnGpu<Real>::facts() const {
    const StatementSchedule& tile = plan_.schedule();
    BackendFacts facts;
    facts.device = device_name_;
    facts.tile = std::to_string(tile.tile_x) + "x" + std::to_string(tile.tile_y);
    for (const StatementGroup& group : plan_.groups())
        facts.shared_bytes = std::max(facts.shared_bytes, group_shared_bytes(plan_, group));
    facts.registers = resources_.registers;
    facts.local_bytes = resources_.local_bytes;
    facts.blocks_per_multiprocessor = resources_.blocks_per_multiprocessor;
    facts.threads_per_block = tile.threads();
    facts.threads_per_multiprocessor = threads_per_multiprocessor_;
    facts.compile_s = library_.compile_s() + support_->compile_s();
    facts.kernels_from_cache = library_.from_cache() && support_->from_cache();
    return facts;
}

template class ProgramOnGpu<float>;
template class ProgramOnGpu<double>;

}  // namespace wavesim
