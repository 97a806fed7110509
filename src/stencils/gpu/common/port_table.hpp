// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/common/port_arguments.cuh"
#include "stencils/problem/wall_ports.hpp"

namespace wavesim {

/// Wall ports sorted into groups with one law and one row. The nodes on which they act are sorted into groups with
/// equal numbers of ports. Groups have the order of the field. Lists are aligned to whole cache lines where groups
/// begin.
struct PortTable {
    std::vector<kernels::PortGroup> groups;
    std::vector<kernels::PortKind<double>> kinds;
    std::vector<kernels::PortBranchLaw<double>> branches;
    std::vector<int> offset;
    std::vector<long long> step;
    std::vector<double> weight;
    std::int64_t theta = 0;    ///< states
    std::int64_t springs = 0;  ///< states
    std::vector<kernels::PushGroup> push_groups;
    std::vector<int> push_offset;
    std::vector<int> port;
    std::vector<unsigned short> weight_of;
    std::vector<double> push_weight;
};
/// Largest length of PortTable::push_weight.
constexpr std::int64_t most_port_weights = 65536;

/// The laws in the precision of a kernel.
template <class Real>
std::vector<kernels::PortKind<Real>> rounded_kinds(const std::vector<kernels::PortKind<double>>& kinds) {
    std::vector<kernels::PortKind<Real>> rounded;
    for (const kernels::PortKind<double>& k : kinds)
        rounded.push_back({static_cast<Real>(k.air_mass), static_cast<Real>(k.share), static_cast<Real>(k.push),
                           k.branches, k.branch_first, k.nodes, k.node_first});
    return rounded;
}
template <class Real>
std::vector<kernels::PortBranchLaw<Real>> rounded_branches(const std::vector<kernels::PortBranchLaw<double>>& laws) {
    std::vector<kernels::PortBranchLaw<Real>> rounded;
    for (const kernels::PortBranchLaw<double>& b : laws)
        rounded.push_back({static_cast<Real>(b.state_weight), static_cast<Real>(b.stiffness),
                           static_cast<Real>(b.conductance), b.spring});
    return rounded;
}

/// Throws std::length_error beyond 2^31 states or pushes, or beyond 2^16 weights.
PortTable merge_ports(const WallPorts& ports, double courant, const DeviceLayout& layout);

/// Largest host memory during merge_ports, including the table.
std::int64_t port_table_bytes(const WallPorts& ports);

}  // namespace wavesim
