// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/cuda/kernel_library.hpp"
#include "stencils/gpu.hpp"
#include "stencils/launch/layer_slabs.hpp"
#include "stencils/launch/node_table.hpp"

namespace wavesim {

/// Name of the bulk kernel in the cache.
std::string bulk_name(const KernelForm& form, const Stencil& stencil);

/// The bulk step u+ = S u - u- of one problem, specialised, compiled and ready to launch.
template <class Real>
class BulkStep {
  public:
    /// Leaves the nodes of slabs to others.
    BulkStep(const StencilProblem& problem, const KernelForm& form, const DeviceLayout& layout, const Gpu& gpu,
             const KernelTile& tile, const LayerSlabs& slabs);
    /// `factor` is that of each node, laid out like a level, with the densities behind it where they vary; not read
    /// where the medium does not vary.
    void launch_on(cudaStream_t stream, const Real* now, Real* next, const kernels::FactorArguments& factor) const;
    /// Walls at the ends of rows, where the tile says that the sweep moves them.
    void take_row_ends(const kernels::RowEnds<Real>& ends) { fields_.ends = ends; }
    const KernelResources& resources() const { return resources_; }
    const KernelLibrary& library() const { return library_; }

  private:
    const KernelForm& form_;
    std::int64_t level_size_;
    kernels::FieldArguments<Real> fields_{};
    kernels::PointTable<Real> points_{};
    kernels::PointTable<Real> sets_{};  ///< arms or shells
    KernelLibrary library_;
    cudaKernel_t kernel_;
    KernelResources resources_;
    dim3 grid_;
    int threads_;
    int shared_bytes_;
};

}  // namespace wavesim
