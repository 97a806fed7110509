// SPDX-License-Identifier: MIT
// The sparse passes of stencils/passes.hpp, one thread per node that any wall pass touches, in their fixed order:
// corrections, explicit walls, branch walls. Cost per wall face: state read and written, u, u- and u+ of its node.
#pragma once
#include "stencils/kernels/primitives.cuh"

namespace wavesim::kernels {

template <class Real>
WAVESIM_DEVICE void finish_node(const NodeArguments<Real>& a) {
    const Int64 i = static_cast<Int64>(block_x()) * block_size() + thread_index();
    if (i >= a.count) return;
    const Int64 node = a.node[i];
    const Real now = a.now[node];
    Real next = a.next[node];
    if (a.correction_first != nullptr)
        for (int k = a.correction_first[i]; k < a.correction_first[i + 1]; ++k)
            next = fused(a.weight[k], a.now[a.neighbour[k]], next);
    if (a.explicit_first != nullptr)
        for (int k = a.explicit_first[i]; k < a.explicit_first[i + 1]; ++k) {
            const Law<Real> law = a.explicit_laws[a.explicit_law[k]];
            const Real flux = (now - law.resistance * a.theta[k]) * law.conductance;
            a.theta[k] = fused(a.courant, flux, a.theta[k]);
            next = fused(-law.weight, flux, next);
        }
    if (a.branch_first != nullptr) {
        const int first = a.branch_first[i];
        const int last = a.branch_first[i + 1];
        if (first < last) {
            const Real before = a.before[i];
            Real admittance = 0;
            Real memory = 0;
            for (int k = first; k < last; ++k) {
                const Law<Real> law = a.branch_laws[a.branch_law[k]];
                admittance += law.weight;
                memory = fused(law.weight * law.memory, a.branch_state[k], memory);
            }
            const Real mass = a.branch_laws[a.branch_law[first]].mass;
            const Real damping = a.courant * admittance / 2;
            next = (mass * next + damping * before - a.courant * a.courant * memory) / (mass + damping);
            for (int k = first; k < last; ++k) {
                const Law<Real> law = a.branch_laws[a.branch_law[k]];
                const Real state = a.branch_state[k];
                const Real mean = law.conductance * (law.memory * state + (next - before) / (2 * a.courant));
                a.branch_state[k] = 2 * mean - state;
            }
            a.before[i] = now;
        }
    }
    a.next[node] = next;
}

template <class Real>
WAVESIM_DEVICE void silence_solids(const SolidArguments<Real>& a) {
    Real* span = a.next + a.node[block_x()];
    for (int i = thread_index(); i < a.count[block_x()]; i += block_size()) span[i] = 0;
}

}  // namespace wavesim::kernels
