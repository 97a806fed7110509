// SPDX-License-Identifier: MIT
// The sparse passes of stencils/problem/passes.hpp in their fixed order: corrections, sources, explicit walls, branch
// walls, solids. Nodes with equal treatment form groups, so that laws, neighbours and weights are equal for a whole
// warp and only values and states are read per node. One warp finishes one group, several nodes per lane. Cost per node
// in values: explicit face 6 (offset, u, u+ twice, theta twice), branch face 7 (offset, u+ twice, V twice, kept level
// twice), correction one u more for each, solid node 2.
#pragma once
#include "stencils/gpu/common/faces.cuh"

namespace wavesim::kernels {

/// The nodes of a group that one lane finishes: `size` of a group of at most 32 size nodes.
template <class Real, int per_lane = group_nodes / 32>
struct LaneNodes {
    static constexpr int size = per_lane;
    int index[size];  // in the group, clamped to its last node
    bool mine[size];
    int offset[size];  // relative to the base of the group
    Real next[size];
    Real push[size];  // increment of `next`
};

/// A group, its kind, and the nodes that one lane finishes.
template <class Real, int per_lane = group_nodes / 32>
struct PlacedNodes {
    NodeGroup group;
    NodeKind kind;
    LaneNodes<Real, per_lane> lane;

    WAVESIM_DEVICE void place(const PassArguments<Real>& a, int index) {
        group = a.group[index];
        kind = a.kind[group.kind];
        for (int j = 0; j < lane.size; ++j) {
            const int i = thread_index() % 32 + 32 * j;
            lane.mine[j] = i < group.count;
            lane.index[j] = lane.mine[j] ? i : group.count - 1;
            lane.offset[j] = a.offset[group.first + lane.index[j]];
            lane.push[j] = 0;
        }
    }
};

/// A value of u^n. Kernels that keep the field elsewhere have lists of a type of their own, and read it in their way.
template <class Real>
WAVESIM_DEVICE Real load_now(const PassArguments<Real>&, const Real* p) {
    return load_read_only(p);
}

/// Several neighbours are loaded at once.
template <class Lists, class Real, int size>
WAVESIM_DEVICE void correct_nodes(const Lists& a, const NodeKind& kind, const NodeGroup& group,
                                  LaneNodes<Real, size>& nodes) {
    constexpr int together = sizeof(Real) == 4 ? 4 : 2;
    const int end = kind.correction_first + kind.corrections;
    for (int k = kind.correction_first; k < end; k += together) {
        Real weight[together];
        Real value[together][size];
        for (int n = 0; n < together; ++n) {
            const int at = smaller(k + n, end - 1);
            const Real* neighbour = a.now + (group.base + a.correction_neighbour[at]);
            weight[n] = a.correction_weight[at];
            for (int j = 0; j < nodes.size; ++j) value[n][j] = load_now(a, neighbour + nodes.offset[j]);
        }
        for (int n = 0; n < together; ++n)
            for (int j = 0; j < nodes.size && k + n < end; ++j)
                nodes.push[j] = fused(weight[n], value[n][j], nodes.push[j]);
    }
}

template <class Real, int size>
WAVESIM_DEVICE void add_sources(const PassArguments<Real>& a, int first, LaneNodes<Real, size>& nodes) {
    const Int64 step = *a.step;
    if (step >= a.signal_steps) return;
    for (int j = 0; j < nodes.size; ++j) {
        const int i = first + nodes.index[j];
        double sum = 0;
        for (int k = a.source_first[i]; k < a.source_first[i + 1]; ++k)
            sum = fused(a.source_weight[k], a.signals[a.source[k] * a.signal_steps + step], sum);
        nodes.push[j] += static_cast<Real>(sum);
    }
}

template <class Lists, class Real, int size>
WAVESIM_DEVICE void move_explicit_walls(const Lists& a, const NodeKind& kind, const NodeGroup& group,
                                        LaneNodes<Real, size>& nodes) {
    Real now[size];
    for (int j = 0; j < nodes.size; ++j) now[j] = load_now(a, a.now + group.base + nodes.offset[j]);
    for (int f = 0; f < kind.explicit_faces; ++f) {
        const FaceLaw<Real> law = a.faces[kind.explicit_first + f];
        Real* theta = a.theta + group.theta + f * group.count;
        Real state[size];  // all loads before the first store
        for (int j = 0; j < nodes.size; ++j) state[j] = theta[nodes.index[j]];
        for (int j = 0; j < nodes.size; ++j) {
            const Real flux = face_flux(law.resistance, law.conductance, now[j], state[j]);
            if (nodes.mine[j]) theta[nodes.index[j]] = moved_theta(a.courant, flux, state[j]);
            nodes.push[j] = fused(-law.push, flux, nodes.push[j]);
        }
    }
}

/// Finishes the nodes, after u+ is known, which their states need.
template <class Real, int size>
WAVESIM_DEVICE void move_branch_walls(const PassArguments<Real>& a, const NodeKind& kind, const NodeGroup& group,
                                      LaneNodes<Real, size>& nodes) {
    Real before[size];
    Real of_states[size];
    for (int j = 0; j < nodes.size; ++j) {
        before[j] = a.before[group.before + nodes.index[j]];
        of_states[j] = 0;
    }
    for (int f = 0; f < kind.branch_faces; ++f) {
        const Real push = a.faces[kind.branch_first + f].push;
        const Real* state = a.branch_state + group.state + f * group.count;
        for (int j = 0; j < nodes.size; ++j) of_states[j] = fused(-push, state[nodes.index[j]], of_states[j]);
    }
    const FaceLaw<Real> node = a.faces[kind.branch_first];
    for (int j = 0; j < nodes.size; ++j) {
        nodes.push[j] = branch_push(node.share, node.damping, before[j], of_states[j], nodes.push[j]);
        nodes.next[j] = fused(node.share, nodes.next[j], nodes.push[j]);
        if (nodes.mine[j]) a.before[group.before + nodes.index[j]] = nodes.next[j];
    }
    for (int f = 0; f < kind.branch_faces; ++f) {
        const FaceLaw<Real> law = a.faces[kind.branch_first + f];
        Real* state = a.branch_state + group.state + f * group.count;
        Real old[size];
        for (int j = 0; j < nodes.size; ++j) old[j] = state[nodes.index[j]];
        for (int j = 0; j < nodes.size; ++j)
            if (nodes.mine[j])
                state[nodes.index[j]] =
                    moved_branch(law.conductance, law.inertia, a.courant, nodes.next[j], before[j], old[j]);
    }
}

template <class Lists, class Real, int size>
WAVESIM_DEVICE void finish_group(const Lists& a, PlacedNodes<Real, size>& placed) {
    const NodeGroup& group = placed.group;
    const NodeKind& kind = placed.kind;
    LaneNodes<Real, size>& nodes = placed.lane;
    Real* next = a.next + group.base;
    for (int j = 0; j < nodes.size; ++j) nodes.next[j] = kind.solid ? Real(0) : load(next + nodes.offset[j]);
    correct_nodes(a, kind, group, nodes);
    if (kind.sources) add_sources(a, group.source, nodes);
    if (kind.explicit_faces > 0) move_explicit_walls(a, kind, group, nodes);
    for (int j = 0; j < nodes.size && kind.branch_faces == 0; ++j) nodes.next[j] += nodes.push[j];
    if (kind.branch_faces > 0) move_branch_walls(a, kind, group, nodes);
    for (int j = 0; j < nodes.size; ++j)
        if (nodes.mine[j]) store(next + nodes.offset[j], nodes.next[j]);
}

}  // namespace wavesim::kernels
