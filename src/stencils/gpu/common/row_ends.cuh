// SPDX-License-Identifier: MIT
// Walls at x_min and x_max (stencils/problem/passes.hpp), which the sweep finishes with its planes. Such a node is
// alone in its memory line, so a later pass over it would move 32 bytes per value. Its share and push (faces.cuh) are
// known a step ahead. After each step the passes update the states and compute the push of the next step, on arrays of
// these nodes alone. Cost per node in values: u+, u, u- once, state twice, u- and push stored.
#pragma once
#include "stencils/gpu/common/faces.cuh"

namespace wavesim::kernels {

/// The state after the step from u^{n-1} and u^n to u^{n+1}.
template <class Real>
WAVESIM_DEVICE Real moved_row_end(const FaceLaw<Real>& law, Real courant, Real after, Real now, Real before,
                                  Real state) {
    if (law.branch == 0) return moved_theta(courant, face_flux(law.resistance, law.conductance, now, state), state);
    return moved_branch(law.conductance, law.inertia, courant, after, before, state);
}

/// Increment of u+ in the step from u^{n-1} and u^n.
template <class Real>
WAVESIM_DEVICE Real row_end_push(const FaceLaw<Real>& law, Real now, Real before, Real state) {
    if (law.branch == 0) return -law.push * face_flux(law.resistance, law.conductance, now, state);
    return branch_push(law.share, law.damping, before, -law.push * state, Real(0));
}

/// Updates the states of the pack of nodes from `first` on and computes their increments for the next step.
template <class Real>
WAVESIM_DEVICE void move_row_ends(const RowEndArguments<Real>& e, Real courant, Int64 first) {
    constexpr int V = Pack<Real>::size;
    const Pack<Real> after = load_pack(e.after + first);
    const Pack<Real> now = load_pack(e.now + first);
    const Pack<Real> before = load_pack(e.before + first);
    Pack<Real> state = load_pack(e.state + first);
    Real change[2 * V];
    for (int i = 0; i < V; ++i) {
        const FaceLaw<Real> law = e.laws[load_read_only(e.law + first + i)];
        state.v[i] = moved_row_end(law, courant, after.v[i], now.v[i], before.v[i], state.v[i]);
        change[2 * i] = law.share;
        change[2 * i + 1] = row_end_push(law, after.v[i], now.v[i], state.v[i]);
    }
    store_pack(e.before + first, after);
    store_pack(e.state + first, state);
    for (int half = 0; half < 2; ++half) {
        Pack<Real> part;
        for (int i = 0; i < V; ++i) part.v[i] = change[half * V + i];
        store_pack(e.change + 2 * first + half * V, part);
    }
}

/// One thread per node: copies its values from the field and computes its increment for the next step.
template <class Real>
WAVESIM_DEVICE void gather_row_end(const RowEndGather<Real>& a) {
    const RowEndArguments<Real>& e = a.ends;
    const Int64 i = static_cast<Int64>(block_x()) * block_size() + thread_index();
    if (i >= e.nodes) return;
    const Int64 row = i / e.pitch;
    const int y = static_cast<int>(i - row * e.pitch);
    Real now = 0;
    Real before = 0;
    if (y < a.ny) {
        const bool high = row >= a.nz;
        const Int64 place =
            (high ? row - a.nz : row) * a.plane + static_cast<Int64>(y) * a.pitch + (high ? a.nx - 1 : 0);
        now = load(a.now + place);
        before = load(a.before + place);
    }
    const FaceLaw<Real> law = e.laws[load_read_only(e.law + i)];
    store(e.now + i, now);
    store(e.before + i, before);
    store(e.change + 2 * i, law.share);
    store(e.change + 2 * i + 1, row_end_push(law, now, before, load(e.state + i)));
}

}  // namespace wavesim::kernels
