// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/row_end_arrays.hpp"

#include "stencils/gpu/common/face_laws.hpp"

namespace wavesim {

template <class Real>
RowEndArrays<Real>::RowEndArrays(const StencilProblem& problem, const DeviceLayout& layout, const RowEndTable& table,
                                 const KernelLibrary& support)
    : kernel_(support.kernel("wavesim_row_ends")) {
    const auto nodes = static_cast<std::int64_t>(table.law.size());
    if (nodes == 0) return;
    law_ = DeviceArray<unsigned short>(table.law);
    laws_ = DeviceArray<kernels::FaceLaw<Real>>(rounded<Real>(row_end_laws(problem)));
    change_ = DeviceArray<Real>(2 * nodes);
    after_ = DeviceArray<Real>(nodes);
    states_ = DeviceArray<Real>(nodes);
    for (DeviceArray<Real>& level : levels_) level = DeviceArray<Real>(nodes);
    after_.clear();  // clears the padding, which the sweep never writes
    states_.clear();
    gather_.ends.law = law_.data();
    gather_.ends.laws = laws_.data();
    gather_.ends.change = change_.data();
    gather_.ends.after = after_.data();
    gather_.ends.state = states_.data();
    gather_.ends.nodes = nodes;
    gather_.ends.pitch = static_cast<int>(table.pitch);
    gather_.plane = layout.plane;
    gather_.pitch = static_cast<int>(layout.pitch);
    gather_.nx = static_cast<int>(layout.extent.nx);
    gather_.ny = static_cast<int>(layout.extent.ny);
    gather_.nz = static_cast<int>(layout.extent.nz);
}

template <class Real>
kernels::RowEndArguments<Real> RowEndArrays<Real>::arguments(std::int64_t parity) const {
    kernels::RowEndArguments<Real> arguments = gather_.ends;
    arguments.before = levels_[static_cast<std::size_t>(parity)].data();
    arguments.now = levels_[static_cast<std::size_t>(1 - parity)].data();
    return arguments;
}

template <class Real>
int RowEndArrays<Real>::blocks() const {
    constexpr std::int64_t of_block = kernels::pass_threads * (16 / static_cast<std::int64_t>(sizeof(Real)));
    return static_cast<int>((gather_.ends.nodes + of_block - 1) / of_block);
}

template <class Real>
void RowEndArrays<Real>::gather_on(cudaStream_t stream, std::int64_t parity, const Real* now,
                                   const Real* before) const {
    if (gather_.ends.nodes == 0) return;
    kernels::RowEndGather<Real> gather = gather_;
    gather.ends = arguments(parity);
    gather.now = now;
    gather.before = before;
    constexpr int threads = 128;
    launch(kernel_, dim3(static_cast<unsigned>((gather.ends.nodes + threads - 1) / threads)), threads, 0, stream,
           gather);
}

template class RowEndArrays<float>;
template class RowEndArrays<double>;

}  // namespace wavesim
