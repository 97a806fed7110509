// SPDX-License-Identifier: MIT
#include "stencils/gpu/whole_step/cuda/whole_step_update.hpp"

#include "stencils/gpu/common/cuda/noise.hpp"
#include "stencils/gpu/whole_step/whole_step_source.hpp"

namespace wavesim {

namespace {

constexpr int shared_bytes = kernels::pass_threads * static_cast<int>(sizeof(double));  // as in whole_step.cuh

}  // namespace

template <class Real>
WholeStepUpdate<Real>::WholeStepUpdate(const StencilProblem& problem, const std::string& tile,
                                       const DecidedTable* decided, const Gpu& gpu, const KernelLibrary& support)
    : layout_(device_layout(problem.extent, problem.precision)),
      tile_(whole_step_tile(tile, problem)),
      threads_(whole_step_threads(tile_, problem.precision)),
      threads_per_multiprocessor_(gpu.threads_per_multiprocessor),
      early_(starts_early(gpu)),
      solids_(problem.walls.solids),
      medium_(problem, layout_, nullptr),
      library_(whole_step_name(problem.stencil),
               whole_step_source(problem.stencil, problem.courant, problem.precision, tile_), gpu.architecture()),
      kernel_(library_.kernel("wavesim_whole_step")),
      resources_(prepare_kernel(kernel_, threads_, shared_bytes)) {
    const Extent& n = problem.extent;
    NodeTable table = whole_step_table(decided, problem, tile_);
    work_ = DeviceArray<kernels::BlockWork>(whole_step_work(tile_, n, table));
    passes_ = std::make_unique<SparsePasses<Real>>(problem, layout_, support, trace_capacity(problem), early_,
                                                   std::move(table));
    kernels::FieldArguments<Real>& field = arguments_.field;
    field.plane = layout_.plane;
    field.pitch = static_cast<int>(layout_.pitch);
    field.nx = static_cast<int>(n.nx), field.ny = static_cast<int>(n.ny), field.nz = static_cast<int>(n.nz);
    for (std::size_t side = 0; side < 6; ++side) field.halo[side] = static_cast<int>(problem.halo[side]);
    field.factor = medium_.arguments();
    arguments_.work = work_.data();
}

template <class Real>
void WholeStepUpdate<Real>::queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                                     const FieldOrigins<Real>& next) const {
    kernels::WholeStepArguments<Real> arguments = arguments_;
    arguments.field.now = now[0];
    arguments.field.next = next[0];
    arguments.passes = passes_->arguments(parity, now[0], next[0]);
    const std::int64_t blocks = arguments.passes.receivers + work_.size();
    launch_next(early_, kernel_, dim3(static_cast<unsigned>(blocks)), threads_, shared_bytes, stream, arguments);
}

template <class Real>
std::vector<std::vector<Real>> WholeStepUpdate<Real>::level_of(std::vector<Real> pressure, std::int64_t parity) {
    passes_->keep_level(parity, pressure);
    return {std::move(pressure)};
}

template <class Real>
bool WholeStepUpdate<Real>::fill_with_noise(std::array<DeviceLevel<Real>, 2>& levels) const {
    fill_levels_with_noise(levels, layout_, solids_);
    return true;
}

template <class Real>
std::vector<std::pair<std::string, DeviceArray<Real>*>> WholeStepUpdate<Real>::memory() {
    return {{"explicit_walls", &passes_->theta()},
            {"branch_walls", &passes_->branch_state()},
            {"branch_before_even", &passes_->kept(0)},
            {"branch_before_odd", &passes_->kept(1)}};
}

template <class Real>
BackendFacts WholeStepUpdate<Real>::facts() const {
    BackendFacts facts;
    facts.tile = to_string(tile_);
    facts.registers = resources_.registers;
    facts.shared_bytes = shared_bytes;
    facts.local_bytes = resources_.local_bytes;
    facts.blocks_per_multiprocessor = resources_.blocks_per_multiprocessor;
    facts.threads_per_block = threads_;
    facts.threads_per_multiprocessor = threads_per_multiprocessor_;
    return facts;
}

template class WholeStepUpdate<float>;
template class WholeStepUpdate<double>;

}  // namespace wavesim
