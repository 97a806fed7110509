// SPDX-License-Identifier: MIT
// Absorbing layers across y and z.
#pragma once
#include "stencils/gpu/layers/layer_line.cuh"

namespace wavesim::kernels {

/// Lines along y or z. A warp processes 32 of them that are neighbours along x, and Spec::chunk nodes of each at a
/// time. The new psi are in shared memory, line by line in columns, with zeros for all nodes beside the layer.
template <class Spec, int d>
struct LayerColumns : LayerLine<Spec> {
    using Base = LayerLine<Spec>;
    using Real = typename Spec::Real;
    using Arguments = typename Base::Arguments;
    static constexpr int M = Base::M;
    static constexpr int warps = 6;
    static constexpr int C = Spec::chunk;
    static constexpr int window = C + 2 * M;
    static constexpr bool once = Spec::rounds == 1;  ///< no warp processes a second chunk

    const Arguments& a;
    int second;  ///< coordinate along the axis that is neither x nor d
    int from, to;
    bool there;
    Images<Real> along;
    AcrossLine<Spec> across;
    Int64 first_node, node_step, first_place, place_step;
    Real* psi;  ///< new psi of this lane, from node `from` on

    WAVESIM_DEVICE LayerColumns(const Arguments& arguments, int x, bool lane_is_there)
        : a(arguments),
          second(Base::line_at(a.second_gap, block_y())),
          from(a.axis[d].from[block_z()]),
          to(a.axis[d].to[block_z()]),
          there(lane_is_there),
          along(Base::template images<d>(a)),
          across(Base::template images<0>(a), x, 1, Base::template images<3 - d>(a), second, second_step(a)),
          first_node(second * second_step(a) + x),
          node_step(d == 1 ? a.field.pitch : a.field.plane),
          first_place(second * (d == 1 ? a.axis[d].plane : a.axis[d].pitch) + x),
          place_step(d == 1 ? a.axis[d].pitch : a.axis[d].plane),
          psi(shared_memory<Real>() + M * Base::lanes + thread_index() % Base::lanes) {}

    /// Distance of nodes along the axis that is neither x nor d.
    static WAVESIM_DEVICE Int64 second_step(const Arguments& a) { return d == 1 ? a.field.plane : a.field.pitch; }
    /// Position of the memory of node i; only layer nodes have memory.
    WAVESIM_DEVICE Int64 place_of(int i) const { return first_place + Base::template stored<d>(a, i) * place_step; }

    /// Loads u of nodes i - M .. i + C + M - 1.
    WAVESIM_DEVICE void load_window(int i, Real (&u)[window]) const {
        if (i >= M && i + C + M <= along.n) {
            const Real* p = a.field.now + (i - M) * node_step;
            static_for<0, window>([&](auto j_constant) {
                constexpr int j = decltype(j_constant)::value;
                u[j] = across.value(p);
                p += node_step;
            });
        } else {
            static_for<0, window>([&](auto j_constant) {
                constexpr int j = decltype(j_constant)::value;
                const int at = i - M + j;
                u[j] = along.sign(at) * across.value(a.field.now + along.node(at) * node_step);
            });
        }
    }
    WAVESIM_DEVICE bool moves(int i) const { return i < to && Base::template in_layer<d>(a, i); }
    /// Calls act(k, place) for the layer nodes i + k of a chunk; with `whole` for all nodes without a check. Places of
    /// one layer are place_step apart.
    template <bool whole, class Act>
    WAVESIM_DEVICE void for_each_stored(int i, const Act& act) const {
        Int64 place = place_of(i);
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if constexpr (Spec::overlap) place = place_of(i + k);
            if (whole || moves(i + k)) act(k, place);
            place += place_step;
        });
    }
    /// Calls act(k, node) for the nodes i + k of a chunk.
    template <bool whole, class Act>
    WAVESIM_DEVICE void for_each_node(int i, const Act& act) const {
        Int64 node = first_node + i * node_step;
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if (whole || i + k < to) act(k, node);
            node += node_step;
        });
    }

    /// Further values that a chunk needs beside u; they are loaded together.
    struct Rest {
        Real decay[C], gain[C], psi[C], zeta[C], next[C], push[C];
        Real second[Spec::second ? C : 1];  ///< u+ of the second field
    };
    template <bool whole>
    WAVESIM_DEVICE void load_rest(int i, Rest& rest) const {
        const int first = Base::template stored<d>(a, i);
        const Real* const decay = a.axis[d].decay + first;
        const Real* const gain = a.axis[d].gain + first;
        for_each_stored<whole>(i, [&](int k, Int64 place) {
            rest.psi[k] = load(a.axis[d].psi + place);
            rest.zeta[k] = load(a.axis[d].zeta + place);
            const int s = Spec::overlap ? Base::template stored<d>(a, i + k) - first : k;
            rest.decay[k] = load_read_only(decay + s);
            rest.gain[k] = load_read_only(gain + s);
        });
        for_each_node<whole>(i, [&](int k, Int64 node) {
            rest.next[k] = load(a.field.next + node);
            if constexpr (Spec::second) rest.second[k] = load(a.second_field.next + node);
            rest.push[k] = Base::template push_of<d>(a, node);
        });
    }
    template <bool whole>
    WAVESIM_DEVICE void move_psi(int i, const Real (&u)[window], const Rest& rest) const {
        Real moved[C] = {};
        for_each_stored<whole>(i, [&](int k, Int64 place) {
            moved[k] = fused(rest.decay[k], rest.psi[k], rest.gain[k] * Base::template slope_of<1>(a, u + M + k));
            if (there) store(a.axis[d].psi + place, moved[k]);
        });
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            psi[(i + k - from) * Base::lanes] = moved[k];
        });
    }
    template <bool whole>
    WAVESIM_DEVICE void add_layer(int i, const Real (&u)[window], const Rest& rest) const {
        Real sum[C];
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            sum[k] = Base::template slope_of<Base::lanes>(a, psi + (i + k - from) * Base::lanes);
        });
        for_each_stored<whole>(i, [&](int k, Int64 place) {
            const Real zeta = Base::moved_zeta(a, rest.decay[k], rest.gain[k], rest.zeta[k], u + M + k, sum[k]);
            if (there) store(a.axis[d].zeta + place, zeta);
            sum[k] += zeta;
        });
        for_each_node<whole>(i, [&](int k, Int64 node) {
            if (!there) return;
            store(a.field.next + node, fused(rest.push[k], sum[k], rest.next[k]));
            if constexpr (Spec::second) store(a.second_field.next + node, fused(rest.push[k], sum[k], rest.second[k]));
        });
    }

    WAVESIM_DEVICE void run() const {
        const int warp = thread_index() / Base::lanes;
        for (int j = warp; j < M; j += warps) {
            psi[(j - M) * Base::lanes] = 0;
            psi[(a.axis[d].rows + j) * Base::lanes] = 0;
        }
        const int first = from + warp * C;
        Real u[window];
        Rest rest{};
        if constexpr (once) {
            const bool whole = !Spec::overlap && first + C <= to && moves(first) && moves(first + C - 1);
            load_window(first, u);
            if (whole)
                load_rest<true>(first, rest), move_psi<true>(first, u, rest);
            else
                load_rest<false>(first, rest), move_psi<false>(first, u, rest);
            barrier();
            if (whole)
                add_layer<true>(first, u, rest);
            else
                add_layer<false>(first, u, rest);
        } else {
            for (int i = first; i < from + a.axis[d].rows; i += warps * C) {
                load_window(i, u);
                load_rest<false>(i, rest);
                move_psi<false>(i, u, rest);
            }
            barrier();
            for (int i = first; i < to; i += warps * C) {
                load_window(i, u);
                load_rest<false>(i, rest);
                add_layer<false>(i, u, rest);
            }
        }
    }
    static WAVESIM_DEVICE void run(const Arguments& a) {
        const int x = block_x() * Base::lanes + thread_index() % Base::lanes;
        LayerColumns(a, smaller(x, a.field.nx - 1), x < a.field.nx).run();
    }
};

}  // namespace wavesim::kernels
