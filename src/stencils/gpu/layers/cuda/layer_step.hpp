// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/layers/layer_plan.hpp"

namespace wavesim {

/// The absorbing layers of one problem on the device: their memory, and a launch per axis after the bulk step.
template <class Real>
class LayerStep {
  public:
    /// `early`: each launch after a bulk step starts while the one before it still runs (launch_early).
    LayerStep(const StencilProblem& problem, const DeviceLayout& layout, const std::string& architecture, bool early,
              LayeredFields fields = LayeredFields::one);
    void launch_on(cudaStream_t stream, const Real* now, Real* next, const kernels::FactorArguments& factor) const;
    /// For both fields of k73; push: courant^2 factor of each node, at the positions of the fields.
    void launch_on(cudaStream_t stream, const Real* now, const std::array<Real*, 2>& next, const Real* push) const;
    /// The same for the lines of `corner` alone.
    void launch_on(cudaStream_t stream, const Real* now, Real* next, const kernels::FactorArguments& factor,
                   const LayerCorner& corner) const;
    const KernelLibrary& library() const { return library_; }
    /// Sets the medium, where the density varies.
    void take_fluid(const kernels::FluidArguments& fluid) { arguments_.field.fluid = fluid; }
    const kernels::LayerArguments<Real>& arguments() const { return arguments_; }

    /// psi and zeta of each axis; empty where the axis has no layer.
    DeviceArray<Real>& psi(std::size_t axis) { return psi_[axis]; }
    DeviceArray<Real>& zeta(std::size_t axis) { return zeta_[axis]; }

  private:
    struct Launch {
        int axis;
        cudaKernel_t kernel;
        dim3 blocks;
        int threads;
        int shared_bytes;
    };
    void place_axis(std::size_t d, const LayerPlan::Axis& axis, const AbsorbingLayers& layers);
    void launch_axes(cudaStream_t stream, const kernels::LayerArguments<Real>& arguments) const;

    KernelLibrary library_;
    bool early_;
    std::vector<Launch> launches_;
    kernels::LayerArguments<Real> arguments_{};
    std::array<DeviceArray<Real>, 3> psi_, zeta_, decay_, gain_;
};

}  // namespace wavesim
