// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/port_table.hpp"

namespace wavesim {

/// Wall ports of one problem on the device. They read u^n and add to u*. They are updated before or after the bulk
/// step. Their fluxes are added to u* after everything else except single nodes (SparsePasses).
template <class Real>
class PortPasses {
  public:
    /// `early`: each launch starts while the one before it still runs (launch_early).
    PortPasses(const WallPorts& ports, double courant, const DeviceLayout& layout, const std::string& architecture,
               bool early);

    /// Advances the ports by a step.
    void move_on(cudaStream_t stream, const Real* now) const;
    /// Adds the fluxes of the ports to the nodes, after move_on().
    void push_on(cudaStream_t stream, Real* next) const;

    DeviceArray<Real>& theta() { return theta_; }
    DeviceArray<Real>& springs() { return springs_; }
    const KernelLibrary& library() const { return library_; }

  private:
    void launch_groups(cudaKernel_t kernel, std::int64_t groups, cudaStream_t stream,
                       const kernels::PortArguments<Real>& arguments) const;

    KernelLibrary library_;
    cudaKernel_t move_, push_;
    bool early_;
    kernels::PortArguments<Real> arguments_{};

    DeviceArray<kernels::PortGroup> groups_;
    DeviceArray<kernels::PortKind<Real>> kinds_;
    DeviceArray<kernels::PortBranchLaw<Real>> branches_;
    DeviceArray<int> offset_, push_offset_, port_;
    DeviceArray<unsigned short> weight_of_;
    DeviceArray<long long> step_;
    DeviceArray<Real> weight_, theta_, springs_, flux_, push_weight_;
    DeviceArray<kernels::PushGroup> push_groups_;
};

}  // namespace wavesim
