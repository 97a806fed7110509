// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <vector>

#include "stencils/backend/gpu.hpp"
#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/single/bulk_parts.hpp"

namespace wavesim {

/// The bulk step u+ = S u - u- of a part of one problem, specialised, compiled and ready to launch.
template <class Real>
class BulkStep {
  public:
    /// `early`: each launch starts while the one before it still runs (launch_early).
    BulkStep(const StencilProblem& problem, const BulkPart& part, const DeviceLayout& layout, const Gpu& gpu,
             bool early);
    /// `factor` is the factor of each node, laid out like a level; unused where the medium does not vary.
    void launch_on(cudaStream_t stream, const Real* now, Real* next, const kernels::FactorArguments& factor) const;
    /// Sets the walls at the ends of rows, if the tile says that the sweep updates them.
    void take_row_ends(const kernels::RowEnds<Real>& ends) {
        for (Launch& box : launches_) box.fields.ends = ends;
    }
    /// Sets the medium, where the density varies.
    void take_fluid(const kernels::FluidArguments& fluid) {
        for (Launch& box : launches_) box.fields.fluid = fluid;
    }
    const KernelResources& resources() const { return resources_; }
    const KernelLibrary& library() const { return library_; }

  private:
    /// The launch for one box.
    struct Launch {
        kernels::FieldArguments<Real> fields;
        dim3 blocks;
    };
    Launch launch_of(const StencilProblem& problem, const BulkPart& part, const NodeBox& box,
                     const DeviceLayout& layout, const Gpu& gpu) const;

    const KernelForm& form_;
    kernels::PointTable<Real> points_{};
    kernels::PointTable<Real> sets_{};  ///< arms or shells
    KernelLibrary library_;
    cudaKernel_t kernel_;
    KernelResources resources_;
    int threads_;
    int shared_bytes_;
    bool early_;
    std::vector<Launch> launches_;
};

}  // namespace wavesim
