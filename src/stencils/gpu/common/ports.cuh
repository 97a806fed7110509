// SPDX-License-Identifier: MIT
// Wall ports by the law of stencils/problem/wall_ports.hpp, in two launches with one block per group. The first reads
// u^n and stores the flux of each port; the second adds the fluxes to the nodes. A node sums its ports in a fixed
// order, so results do not depend on blocks. Ports of a group share law and offsets, so only positions, states and
// values are read per port. Cost in values: per port its position, its flux, theta twice per branch, y twice per
// spring, and the nodes that it reads. Per node its position, u* twice, and for each port a position, half a value for
// the index of the weight, and a flux.
#pragma once
#include "stencils/gpu/common/port_arguments.cuh"
#include "stencils/gpu/common/primitives.cuh"

namespace wavesim::kernels {

/// The pressure behind a branch, h = E theta + F (y + T theta/2).
template <class Real>
WAVESIM_DEVICE Real back_pressure(const PortBranchLaw<Real>& branch, const Real* theta, const Real* spring) {
    const Real resisted = branch.state_weight * load(theta);
    return branch.spring < 0 ? resisted : fused(branch.stiffness, load(spring), resisted);
}

/// Advances the ports of a group by a step, one per thread.
template <class Real>
WAVESIM_DEVICE void move_ports(const PortArguments<Real>& a) {
    const PortGroup group = a.group[block_x()];
    const PortKind<Real> kind = a.kind[group.kind];
    const int i = thread_index();
    const bool mine = i < group.count;
    const Real* u = a.now + (group.base + (mine ? a.offset[group.first + i] : 0));
    wait_for_last();
    let_next_start();
    if (!mine) return;
    Real pressure = 0;
    for (int k = kind.node_first; k < kind.node_first + kind.nodes; ++k)
        pressure = fused(a.weight[k], load_read_only(u + a.step[k]), pressure);
    const PortBranchLaw<Real>* const branch = a.branch + kind.branch_first;
    const auto theta = [&](int m) { return a.theta + (group.theta + m * group.count + i); };
    const auto spring = [&](int m) { return a.springs + (group.springs + branch[m].spring * group.count + i); };
    Real sum = 0;
    for (int m = 0; m < kind.branches; ++m)
        sum = fused(branch[m].conductance, back_pressure(branch[m], theta(m), spring(m)), sum);
    const Real wall = fused(kind.air_mass, sum, pressure) * kind.share;
    Real flux = 0;
    for (int m = 0; m < kind.branches; ++m) {
        const Real own = branch[m].conductance * (wall - back_pressure(branch[m], theta(m), spring(m)));
        const Real before = load(theta(m));
        if (branch[m].spring >= 0)
            store(spring(m), load(spring(m)) + a.courant * fused(Real(0.5) * a.courant, own, before));
        store(theta(m), fused(a.courant, own, before));
        flux += own;
    }
    store(a.flux + group.first + i, kind.push * flux);
}

/// Adds the fluxes of the ports to the nodes of a group, one node per thread.
template <class Real>
WAVESIM_DEVICE void push_nodes(const PortArguments<Real>& a) {
    const PushGroup group = a.push_group[block_x()];
    const int i = thread_index();
    const bool mine = i < group.count;
    Real* const next = a.next + (group.base + (mine ? a.push_offset[group.first + i] : 0));
    wait_for_last();
    let_next_start();
    if (!mine) return;
    Real sum = 0;
    for (int k = 0; k < group.ports; ++k) {
        const int at = group.port + k * group.count + i;
        sum = fused(a.push_weight[a.weight_of[at]], load(a.flux + a.port[at]), sum);
    }
    store(next, load(next) - sum);
}

}  // namespace wavesim::kernels
