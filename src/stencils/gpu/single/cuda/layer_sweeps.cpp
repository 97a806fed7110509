// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/cuda/layer_sweeps.hpp"

#include "stencils/gpu/single/bulk_source.hpp"

namespace wavesim {

template <class Real>
LayerSweeps<Real>::LayerSweeps(const StencilProblem& problem, const LayerSlabs& plan, const LayerStep<Real>& layers,
                               const Gpu& gpu)
    : plan_(plan), layers_(layers), in_line_(starts_early(gpu)) {
    cuda_check(cudaEventCreateWithFlags(&bulk_, cudaEventDisableTiming), "cudaEventCreate");
    for (const LayerSlabs::Slab& slab : plan.slabs) {
        libraries_.push_back(std::make_unique<KernelLibrary>(
            slab_name(slab), bulk_source(problem.stencil, problem.courant, problem.precision, *plan.form, slab.tile),
            gpu.architecture()));
        Sweep sweep{};
        sweep.kernel = libraries_.back()->kernel("wavesim_bulk");
        sweep.blocks = dim3(static_cast<unsigned>(slab.blocks()), static_cast<unsigned>(slab.sides));
        sweep.threads = plan.form->threads(slab.tile, problem.precision);
        sweep.shared_bytes = plan.form->shared_bytes(slab.tile, problem.precision, problem.stencil);
        sweep.field = slab_field(plan, slab, layers.arguments().field);
        sweep.layer = slab_layer(slab, layers.arguments());
        prepare_kernel(sweep.kernel, sweep.threads, sweep.shared_bytes);
        cuda_check(cudaStreamCreateWithFlags(&sweep.stream, cudaStreamNonBlocking), "cudaStreamCreate");
        cuda_check(cudaEventCreateWithFlags(&sweep.done, cudaEventDisableTiming), "cudaEventCreate");
        sweeps_.push_back(sweep);
    }
}

template <class Real>
LayerSweeps<Real>::~LayerSweeps() {
    for (const Sweep& sweep : sweeps_) {
        cudaEventDestroy(sweep.done);
        cudaStreamDestroy(sweep.stream);
    }
    if (bulk_ != nullptr) cudaEventDestroy(bulk_);
}

template <class Real>
void LayerSweeps<Real>::start_after(cudaStream_t stream) const {
    if (!in_line_) cuda_check(cudaEventRecord(bulk_, stream), "cudaEventRecord");
}

template <class Real>
void LayerSweeps<Real>::launch_on(cudaStream_t stream, const Real* now, Real* next,
                                  const kernels::FactorArguments& factor) const {
    const auto wait = [](cudaStream_t waiting, cudaEvent_t event) {
        cuda_check(cudaStreamWaitEvent(waiting, event, 0), "cudaStreamWaitEvent");
    };
    if (in_line_) cuda_check(cudaEventRecord(bulk_, stream), "cudaEventRecord");
    for (const Sweep& sweep : sweeps_) {
        kernels::FieldArguments<Real> field = sweep.field;
        field.now = now;
        field.next = next;
        field.factor = factor;
        if (in_line_) {
            launch_early(sweep.kernel, sweep.blocks, sweep.threads, sweep.shared_bytes, stream, field, sweep.layer);
            cuda_check(cudaEventRecord(sweep.done, stream), "cudaEventRecord");
            wait(sweep.stream, sweep.done);
        } else {
            wait(sweep.stream, bulk_);
            launch(sweep.kernel, sweep.blocks, sweep.threads, sweep.shared_bytes, sweep.stream, field, sweep.layer);
        }
    }
    for (const LayerCorner& corner : plan_.corners)
        layers_.launch_on(sweeps_[static_cast<std::size_t>(corner.slab)].stream, now, next, factor, corner);
    for (const Sweep& sweep : sweeps_) {
        cuda_check(cudaEventRecord(sweep.done, sweep.stream), "cudaEventRecord");
        wait(stream, sweep.done);
    }
    if (in_line_) wait(stream, bulk_);
}

template class LayerSweeps<float>;
template class LayerSweeps<double>;

}  // namespace wavesim
