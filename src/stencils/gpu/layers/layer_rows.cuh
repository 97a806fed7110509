// SPDX-License-Identifier: MIT
// Absorbing layers across x.
#pragma once
#include "stencils/gpu/layers/layer_line.cuh"

namespace wavesim::kernels {

/// Lines along x: a warp processes a few, with their u and psi in shared memory.
template <class Spec>
struct LayerRows : LayerLine<Spec> {
    using Base = LayerLine<Spec>;
    using Real = typename Spec::Real;
    using Arguments = typename Base::Arguments;
    static constexpr int M = Base::M;
    static constexpr int warps = 4;
    static constexpr int together = 4;

    const Arguments& a;
    const LayerAxis<Real>& axis;
    int lane, y, z, from, to, here, length;
    Int64 first_node, first_place;
    Real* u;  ///< u at node `from` of the first line; lines are `length` apart; psi follows
    Real* psi;

    WAVESIM_DEVICE explicit LayerRows(const Arguments& arguments)
        : a(arguments),
          axis(a.axis[0]),
          lane(thread_index() % Base::lanes),
          y(Base::line_at(a.first_gap, (block_x() * warps + thread_index() / Base::lanes) * together)),
          z(Base::line_at(a.second_gap, block_y())),
          from(axis.from[block_z()]),
          to(axis.to[block_z()]),
          here(smaller(together, a.field.ny - y)),
          length(axis.rows + 2 * M),
          first_node(z * a.field.plane + static_cast<Int64>(y) * a.field.pitch),
          first_place(z * axis.plane + static_cast<Int64>(y) * axis.pitch),
          u(shared_memory<Real>() + 2 * together * (thread_index() / Base::lanes) * length + M),
          psi(u + together * length) {}

    /// Calls act(r, p) for the lines in the grid, with pointers p that are `step` apart; with `all` for all lines
    /// without a check.
    template <bool all, class Pointer, class Act>
    WAVESIM_DEVICE void for_each_line(Pointer p, int step, const Act& act) const {
        static_for<0, together>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            if (all || r < here) act(r, p);
            p += step;
        });
    }

    template <bool all>
    WAVESIM_DEVICE void load_lines() const {
        const Images<Real> along = Base::template images<0>(a);
        for (int i = from - M + lane; i < to + M; i += Base::lanes) {
            const Real sign = along.sign(i);
            const Real* const shown = a.field.now + along.node(i);
            Real now[together] = {};
            if constexpr (Spec::averaged) {
                for_each_line<all>(shown, 0, [&](int r, const Real* p) {
                    const AcrossLine<Spec> across(Base::template images<2>(a), z, a.field.plane,
                                                  Base::template images<1>(a), y + r, a.field.pitch);
                    now[r] = across.value(p);
                });
            } else {
                for_each_line<all>(shown + first_node, a.field.pitch,
                                   [&](int r, const Real* p) { now[r] = load_read_only(p); });
            }
            for_each_line<all>(u + (i - from), length, [&](int r, Real* p) { *p = sign * now[r]; });
            for_each_line<all>(psi + (i - from), length, [&](int, Real* p) { *p = 0; });
        }
    }
    template <bool all>
    WAVESIM_DEVICE void move_psi() const {
        for (int i = from + lane; i < to; i += Base::lanes) {
            if (!Base::template in_layer<0>(a, i)) continue;
            const int s = Base::template stored<0>(a, i);
            const Real decay = load_read_only(axis.decay + s);
            const Real gain = load_read_only(axis.gain + s);
            Real* const kept = axis.psi + (first_place + s);
            Real moved[together];
            for_each_line<all>(kept, axis.pitch, [&](int r, const Real* p) { moved[r] = load(p); });
            for_each_line<all>(u + (i - from), length, [&](int r, const Real* p) {
                moved[r] = fused(decay, moved[r], gain * Base::template slope_of<1>(a, p));
            });
            for_each_line<all>(psi + (i - from), length, [&](int r, Real* p) { *p = moved[r]; });
            for_each_line<all>(kept, axis.pitch, [&](int r, Real* p) { store(p, moved[r]); });
        }
    }
    template <bool all>
    WAVESIM_DEVICE void add_layer() const {
        for (int i = from + lane; i < to; i += Base::lanes) {
            const bool layer = Base::template in_layer<0>(a, i);
            const Int64 node = first_node + i;
            Real* const target = a.field.next + node;
            Real next[together];
            Real second[together];
            Real push[together];
            for_each_line<all>(target, a.field.pitch, [&](int r, const Real* p) { next[r] = load(p); });
            for_each_line<all>(node, a.field.pitch, [&](int r, Int64 place) {
                if constexpr (Spec::second) second[r] = load(a.second_field.next + place);
                push[r] = Base::template push_of<0>(a, place);
            });
            Real sum[together];
            if (layer) {
                const int s = Base::template stored<0>(a, i);
                const Real decay = load_read_only(axis.decay + s);
                const Real gain = load_read_only(axis.gain + s);
                Real* const kept = axis.zeta + (first_place + s);
                Real zeta[together];
                for_each_line<all>(kept, axis.pitch, [&](int r, const Real* p) { zeta[r] = load(p); });
                for_each_line<all>(psi + (i - from), length,
                                   [&](int r, const Real* p) { sum[r] = Base::template slope_of<1>(a, p); });
                for_each_line<all>(u + (i - from), length, [&](int r, const Real* p) {
                    zeta[r] = Base::moved_zeta(a, decay, gain, zeta[r], p, sum[r]);
                    sum[r] += zeta[r];
                });
                for_each_line<all>(kept, axis.pitch, [&](int r, Real* p) { store(p, zeta[r]); });
            } else {
                for_each_line<all>(psi + (i - from), length,
                                   [&](int r, const Real* p) { sum[r] = Base::template slope_of<1>(a, p); });
            }
            for_each_line<all>(target, a.field.pitch,
                               [&](int r, Real* p) { store(p, fused(push[r], sum[r], next[r])); });
            if constexpr (Spec::second)
                for_each_line<all>(a.second_field.next + node, a.field.pitch,
                                   [&](int r, Real* p) { store(p, fused(push[r], sum[r], second[r])); });
        }
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const LayerRows lines(a);
        const bool all = lines.here == together;
        if (all)
            lines.template load_lines<true>();
        else
            lines.template load_lines<false>();
        barrier();
        if (all)
            lines.template move_psi<true>();
        else
            lines.template move_psi<false>();
        barrier();
        if (all)
            lines.template add_layer<true>();
        else
            lines.template add_layer<false>();
    }
};

}  // namespace wavesim::kernels
