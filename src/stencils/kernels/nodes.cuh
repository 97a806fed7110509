// SPDX-License-Identifier: MIT
// The sparse passes of stencils/passes.hpp in their fixed order: corrections, sources, explicit walls, branch walls,
// solids. Nodes that get the same treatment stand together in groups, so that laws, neighbours and weights are the
// same for a whole warp and only values and states are read per node. One warp finishes one group, several nodes per
// lane. Cost per node in values: explicit face 6 (offset, u, u+ twice, theta twice), branch face 7 (offset, u+ twice,
// V twice, kept level twice), correction one u more for each, solid node 2.
#pragma once
#include "stencils/kernels/primitives.cuh"

namespace wavesim::kernels {

/// The nodes of one group that one lane finishes.
template <class Real>
struct LaneNodes {
    static constexpr int size = group_nodes / 32;
    int index[size];  // in the group, clamped to its last node
    bool mine[size];
    int offset[size];  // from the group's base
    Real next[size];
};

template <class Real>
WAVESIM_DEVICE void correct_nodes(const PassArguments<Real>& a, const NodeKind& kind, const NodeGroup& group,
                                  LaneNodes<Real>& nodes) {
    for (int k = kind.correction_first; k < kind.correction_first + kind.corrections; ++k) {
        const Real* neighbour = a.now + (group.base + a.correction_neighbour[k]);
        const Real weight = a.correction_weight[k];
        for (int j = 0; j < nodes.size; ++j)
            nodes.next[j] = fused(weight, load_read_only(neighbour + nodes.offset[j]), nodes.next[j]);
    }
}

template <class Real>
WAVESIM_DEVICE void add_sources(const PassArguments<Real>& a, int first, LaneNodes<Real>& nodes) {
    const Int64 step = *a.step;
    if (step >= a.signal_steps) return;
    for (int j = 0; j < nodes.size; ++j) {
        const int i = first + nodes.index[j];
        double sum = 0;
        for (int k = a.source_first[i]; k < a.source_first[i + 1]; ++k)
            sum = fused(a.source_weight[k], a.signals[a.source[k] * a.signal_steps + step], sum);
        nodes.next[j] += static_cast<Real>(sum);
    }
}

template <class Real>
WAVESIM_DEVICE void move_explicit_walls(const PassArguments<Real>& a, const NodeKind& kind, const NodeGroup& group,
                                        LaneNodes<Real>& nodes) {
    Real now[LaneNodes<Real>::size];
    for (int j = 0; j < nodes.size; ++j) now[j] = load_read_only(a.now + group.base + nodes.offset[j]);
    for (int f = 0; f < kind.explicit_faces; ++f) {
        const ExplicitLaw<Real> law = a.explicit_laws[a.explicit_law[kind.explicit_first + f]];
        Real* theta = a.theta + group.theta + f * group.count;
        Real state[LaneNodes<Real>::size];  // all loads before the first store
        for (int j = 0; j < nodes.size; ++j) state[j] = theta[nodes.index[j]];
        for (int j = 0; j < nodes.size; ++j) {
            const Real flux = (now[j] - law.resistance * state[j]) * law.conductance;
            if (nodes.mine[j]) theta[nodes.index[j]] = fused(a.courant, flux, state[j]);
            nodes.next[j] = fused(-law.push, flux, nodes.next[j]);
        }
    }
}

template <class Real>
WAVESIM_DEVICE void move_branch_walls(const PassArguments<Real>& a, const NodeKind& kind, const NodeGroup& group,
                                      LaneNodes<Real>& nodes) {
    Real before[LaneNodes<Real>::size];
    Real memory[LaneNodes<Real>::size];
    for (int j = 0; j < nodes.size; ++j) {
        before[j] = a.before[group.before + nodes.index[j]];
        memory[j] = 0;
    }
    Real admittance = 0;
    for (int f = 0; f < kind.branch_faces; ++f) {
        const BranchLaw<Real> law = a.branch_laws[a.branch_law[kind.branch_first + f]];
        const Real* state = a.branch_state + group.state + f * group.count;
        admittance += law.admittance;
        for (int j = 0; j < nodes.size; ++j)
            memory[j] = fused(law.admittance * law.inertia, state[nodes.index[j]], memory[j]);
    }
    const Real mass = a.branch_laws[a.branch_law[kind.branch_first]].mass;
    const Real damping = a.courant * admittance / 2;
    for (int j = 0; j < nodes.size; ++j) {
        nodes.next[j] =
            (mass * nodes.next[j] + damping * before[j] - a.courant * a.courant * memory[j]) / (mass + damping);
        if (nodes.mine[j]) a.before[group.before + nodes.index[j]] = nodes.next[j];
    }
    for (int f = 0; f < kind.branch_faces; ++f) {
        const BranchLaw<Real> law = a.branch_laws[a.branch_law[kind.branch_first + f]];
        Real* state = a.branch_state + group.state + f * group.count;
        Real old[LaneNodes<Real>::size];
        for (int j = 0; j < nodes.size; ++j) old[j] = state[nodes.index[j]];
        for (int j = 0; j < nodes.size; ++j) {
            const Real mean = law.conductance * (law.inertia * old[j] + (nodes.next[j] - before[j]) / (2 * a.courant));
            if (nodes.mine[j]) state[nodes.index[j]] = 2 * mean - old[j];
        }
    }
}

template <class Real>
WAVESIM_DEVICE void finish_group(const PassArguments<Real>& a, int index) {
    const NodeGroup& group = a.group[index];
    const NodeKind& kind = a.kind[group.kind];
    LaneNodes<Real> nodes;
    for (int j = 0; j < nodes.size; ++j) {
        const int i = thread_index() % 32 + 32 * j;
        nodes.mine[j] = i < group.count;
        nodes.index[j] = nodes.mine[j] ? i : group.count - 1;
        nodes.offset[j] = a.offset[group.first + nodes.index[j]];
    }
    Real* next = a.next + group.base;
    for (int j = 0; j < nodes.size; ++j) nodes.next[j] = kind.solid ? Real(0) : load(next + nodes.offset[j]);
    correct_nodes(a, kind, group, nodes);
    if (kind.sources) add_sources(a, group.source, nodes);
    if (kind.explicit_faces > 0) move_explicit_walls(a, kind, group, nodes);
    if (kind.branch_faces > 0) move_branch_walls(a, kind, group, nodes);
    for (int j = 0; j < nodes.size; ++j)
        if (nodes.mine[j]) store(next + nodes.offset[j], nodes.next[j]);
}

}  // namespace wavesim::kernels
