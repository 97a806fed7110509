// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/port_passes.hpp"

#include "stencils/gpu/common/port_source.hpp"

namespace wavesim {

namespace {

template <class Real>
std::vector<Real> rounded(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

}  // namespace

template <class Real>
PortPasses<Real>::PortPasses(const WallPorts& ports, double courant, const DeviceLayout& layout,
                             const std::string& architecture, bool early)
    : library_("ports", port_source(precision_of<Real>()), architecture),
      move_(library_.kernel("wavesim_ports")),
      push_(library_.kernel("wavesim_pushes")),
      early_(early) {
    const PortTable table = merge_ports(ports, courant, layout);
    groups_ = DeviceArray<kernels::PortGroup>(table.groups);
    kinds_ = DeviceArray<kernels::PortKind<Real>>(rounded_kinds<Real>(table.kinds));
    branches_ = DeviceArray<kernels::PortBranchLaw<Real>>(rounded_branches<Real>(table.branches));
    offset_ = DeviceArray<int>(table.offset);
    step_ = DeviceArray<long long>(table.step);
    weight_ = DeviceArray<Real>(rounded<Real>(table.weight));
    theta_ = DeviceArray<Real>(table.theta);
    springs_ = DeviceArray<Real>(table.springs);
    flux_ = DeviceArray<Real>(std::ssize(table.offset));
    push_groups_ = DeviceArray<kernels::PushGroup>(table.push_groups);
    push_offset_ = DeviceArray<int>(table.push_offset);
    port_ = DeviceArray<int>(table.port);
    weight_of_ = DeviceArray<unsigned short>(table.weight_of);
    push_weight_ = DeviceArray<Real>(rounded<Real>(table.push_weight));
    theta_.clear();
    springs_.clear();

    arguments_.courant = static_cast<Real>(courant);
    arguments_.group = groups_.data();
    arguments_.kind = kinds_.data();
    arguments_.branch = branches_.data();
    arguments_.offset = offset_.data();
    arguments_.step = step_.data();
    arguments_.weight = weight_.data();
    arguments_.theta = theta_.data();
    arguments_.springs = springs_.data();
    arguments_.flux = flux_.data();
    arguments_.push_group = push_groups_.data();
    arguments_.push_offset = push_offset_.data();
    arguments_.port = port_.data();
    arguments_.weight_of = weight_of_.data();
    arguments_.push_weight = push_weight_.data();
}

template <class Real>
void PortPasses<Real>::launch_groups(cudaKernel_t kernel, std::int64_t groups, cudaStream_t stream,
                                     const kernels::PortArguments<Real>& arguments) const {
    launch_next(early_, kernel, dim3(static_cast<unsigned>(groups)), kernels::group_nodes, 0, stream, arguments);
}

template <class Real>
void PortPasses<Real>::move_on(cudaStream_t stream, const Real* now) const {
    kernels::PortArguments<Real> arguments = arguments_;
    arguments.now = now;
    launch_groups(move_, groups_.size(), stream, arguments);
}

template <class Real>
void PortPasses<Real>::push_on(cudaStream_t stream, Real* next) const {
    kernels::PortArguments<Real> arguments = arguments_;
    arguments.next = next;
    launch_groups(push_, push_groups_.size(), stream, arguments);
}

template class PortPasses<float>;
template class PortPasses<double>;

}  // namespace wavesim
