// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/cuda/temporal_update.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"

#include <algorithm>

namespace wavesim {

template <class Real>
void TemporalUpdate<Real>::DeviceLists::take(const TileLists& lists) {
    tile = DeviceArray<kernels::TilePlanes>(lists.tile);
    first = DeviceArray<int>(lists.first);
    node = DeviceArray<kernels::TileNode>(lists.node);
}

template <class Real>
TemporalUpdate<Real>::TemporalUpdate(const StencilProblem& problem, const TemporalTiling& tiling,
                                     std::unique_ptr<KernelLibrary> library, const Gpu& gpu,
                                     const KernelLibrary& support)
    : PassUpdate<Real>(problem, {&forms::sweep_between_passes, &forms::sweep_between_passes}, gpu, support),
      tiling_(tiling),
      library_(std::move(library)),
      pass_(library_->kernel("wavesim_pass")),
      prepare_(library_->kernel("wavesim_prepare_pushes")),
      finish_(library_->kernel("wavesim_finish_pass")),
      resources_(prepare_kernel(pass_, tiling_.threads(), tiling_.shared_bytes())),
      threads_per_multiprocessor_(gpu.threads_per_multiprocessor),
      resident_(tiling_.tiles() <= resources_.blocks_per_multiprocessor * usable_multiprocessors()),
      rims_(tiling_.rim_words() * tiling_.bytes_of_rim_word() / static_cast<std::int64_t>(sizeof(kernels::RimPair))),
      tags_per_launch_(static_cast<unsigned>(tiling_.iterations(problem.extent.nz))) {
    const DeviceLayout& layout = single_.layout();
    rims_.clear();
    const NodeTable table = this->take_table();
    const PassPushes pushes = pass_pushes(driven_nodes(table), tiling_, layout);
    planes_of_sources_ = DeviceArray<kernels::TilePlanes>(pushes.tile);
    push_ = DeviceArray<kernels::Push>(pushes.push);
    push_level_values_ = pushes.level_values;
    pushes_ = DeviceArray<Real>(pushes.values);
    pushes_.fill_bytes(0xff);  // NaN
    heard_.take(heard_nodes(problem.receivers, tiling_, layout));
    samples_ = DeviceArray<Real>(tiling_.levels * heard_.node.size());
    arguments_.nz = static_cast<int>(problem.extent.nz);
    arguments_.rims = reinterpret_cast<kernels::RimWord<Real>*>(rims_.data());
    arguments_.sources = planes_of_sources_.data();
    arguments_.signal_steps = single_.passes().lists().signal_steps;
    arguments_.pushes = pushes_.data();
    arguments_.driven_nodes = static_cast<int>(table.source_first.size()) - 1;
    arguments_.receivers = heard_.view();
    arguments_.samples = samples_.data();
    arguments_.receiver_nodes = static_cast<int>(heard_.node.size());
    arguments_.factor = single_.medium();
    if (tiling_.walls.warps > 0)
        walls_ = std::make_unique<PassWallArrays>(table, problem.courant, tiling_, layout, *library_);
    if (tiling_.panels.count > 1) {
        return_rows_ = library_->kernel("wavesim_return_rows");
        late_ = DeviceArray<Real>(late_values(tiling_, problem.extent, layout.pitch));
    }
}

template <class Real>
void TemporalUpdate<Real>::settle_on(cudaStream_t stream, std::int64_t step, const FieldOrigins<Real>& now,
                                     const FieldOrigins<Real>& before) {
    if constexpr (sizeof(Real) == sizeof(float))
        if (walls_) walls_->settle_on(stream, single_.passes(), step % 2, now[0], before[0]);
}

template <class Real>
void TemporalUpdate<Real>::queue_pass_on(cudaStream_t stream, std::int64_t step, const FieldOrigins<Real>& now,
                                         const FieldOrigins<Real>& before) {
    const bool even = tiling_.levels % 2 == 0;
    kernels::TemporalArguments<Real> pass = arguments_;
    pass.now = now[0];
    pass.before = before[0];
    pass.last = even ? now[0] : before[0];
    pass.last_but_one = even ? before[0] : now[0];
    pass.step = step;
    prepare_pushes_on(stream, step);
    if constexpr (sizeof(Real) == sizeof(float))
        if (walls_) pass.walls = walls_->next_pass_on(stream, single_.passes(), step % 2, now[0], before[0]);
    for (int panel = 0; panel < tiling_.panels.count; ++panel) {
        pass.tag = tag_;
        tag_ += tags_per_launch_;
        launch_together(pass_,
                        dim3(static_cast<unsigned>(tiling_.tiles_x), static_cast<unsigned>(tiling_.tile_rows(panel))),
                        tiling_.threads(), tiling_.shared_bytes(), stream,
                        panel_part(pass, tiling_, panel, single_.layout().pitch, late_.data()));
    }
    if (return_rows_ != nullptr) return_late_rows_on(stream, pass);
    const kernels::PassArguments<Real>& lists = single_.passes().lists();
    const kernels::SampleArguments<Real> samples{samples_.data(),
                                                 arguments_.receiver_nodes,
                                                 lists.receiver_first,
                                                 lists.receiver_weight,
                                                 lists.receivers,
                                                 tiling_.levels,
                                                 lists.traces,
                                                 lists.trace_start,
                                                 step,
                                                 single_.passes().counters()};
    launch(finish_, dim3(static_cast<unsigned>(std::max(1, lists.receivers * tiling_.levels))), kernels::pass_threads,
           kernels::pass_threads * static_cast<int>(sizeof(double)), stream, samples);
}

template <class Real>
void TemporalUpdate<Real>::prepare_pushes_on(cudaStream_t stream, std::int64_t step) {
    const std::int64_t items = tiling_.levels * push_.size();
    if (items == 0) return;
    const kernels::PassArguments<Real>& lists = single_.passes().lists();
    const kernels::PushArguments<Real> pushes{lists.source_first,  lists.source,
                                              lists.source_weight, lists.signals,
                                              lists.signal_steps,  step,
                                              tiling_.levels,      static_cast<int>(push_.size()),
                                              push_.data(),        push_level_values_,
                                              pushes_.data()};
    launch(prepare_, dim3(static_cast<unsigned>((items + kernels::pass_threads - 1) / kernels::pass_threads)),
           kernels::pass_threads, 0, stream, pushes);
}

template <class Real>
void TemporalUpdate<Real>::return_late_rows_on(cudaStream_t stream,
                                               const kernels::TemporalArguments<Real>& pass) const {
    const int seams = tiling_.panels.count - 1;
    const kernels::LateRows<Real> rows{late_.data(), pass.last, pass.last_but_one,
                                       pass.nz,      seams,     tiling_.panels.stride()};
    const std::int64_t blocks = std::int64_t{2} * seams * pass.nz * tiling_.panels.overlap;
    launch(return_rows_, dim3(static_cast<unsigned>(blocks)), 128, 0, stream, rows);
}

template <class Real>
BackendFacts TemporalUpdate<Real>::facts() const {
    if (!resident_) return single_.facts();
    BackendFacts facts;
    facts.tile = to_string(tiling_);
    facts.registers = resources_.registers;
    facts.shared_bytes = tiling_.shared_bytes();
    facts.local_bytes = resources_.local_bytes;
    facts.blocks_per_multiprocessor = resources_.blocks_per_multiprocessor;
    facts.threads_per_block = tiling_.threads();
    facts.threads_per_multiprocessor = threads_per_multiprocessor_;
    facts.steps_per_pass = tiling_.levels;
    return facts;
}

template <class Real>
std::vector<const KernelLibrary*> TemporalUpdate<Real>::libraries() const {
    std::vector<const KernelLibrary*> libraries = single_.libraries();
    libraries.push_back(library_.get());
    return libraries;
}

template class TemporalUpdate<float>;
template class TemporalUpdate<double>;

}  // namespace wavesim
