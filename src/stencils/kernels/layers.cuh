// SPDX-License-Identifier: MIT
// Absorbing layers (stencils/absorbing_layers.hpp), after the bulk step, in two launches:
//   move_psi    layer nodes:             psi_d := b psi_d + a D_d u
//   add_layers  and M nodes beside them: zeta_d := b zeta_d + a (D2_d u + D_d psi_d);
//                                        u+ += courant^2 factor sum over d of (D_d psi_d + zeta_d)
// D_d and D2_d are the central first and second difference of order 2M along axis d; where Spec::averaged they act on
// [1/4, 1/2, 1/4] u along each of the other axes. psi is 0 outside the layers of its axis.
// Cost per layer node and axis in values: psi twice, 2M u; then zeta twice, 2M psi, 2M + 1 u and u+ twice.
#pragma once
#include "stencils/kernels/layer_arguments.cuh"
#include "stencils/kernels/neighbours.cuh"

namespace wavesim::kernels {

template <class Spec>
struct Layers {
    using Real = typename Spec::Real;
    using Arguments = LayerArguments<Real>;
    static constexpr int M = Spec::half_order;
    static constexpr int tile_x = 32, tile_y = 4;
    static constexpr int threads = tile_x * tile_y;

    struct Place {
        int at[3];
        bool there;
    };
    /// The node of this thread.
    static WAVESIM_DEVICE Place place(const Arguments& a) {
        int b = 0;
        while (b + 1 < a.boxes && block_x() >= a.box[b + 1].first_block) ++b;
        const LayerBox& box = a.box[b];
        const int tiles_x = (box.to[0] - box.from[0] + tile_x - 1) / tile_x;
        const int tiles_y = (box.to[1] - box.from[1] + tile_y - 1) / tile_y;
        const int tile = block_x() - box.first_block;
        Place p;
        p.at[0] = box.from[0] + tile % tiles_x * tile_x + thread_index() % tile_x;
        p.at[1] = box.from[1] + tile / tiles_x % tiles_y * tile_y + thread_index() / tile_x;
        p.at[2] = box.from[2] + tile / (tiles_x * tiles_y);
        p.there = p.at[0] < box.to[0] && p.at[1] < box.to[1] && p.at[2] < box.to[2];
        return p;
    }

    /// Nodes of the field along an axis.
    template <int d>
    static WAVESIM_DEVICE int nodes(const Arguments& a) {
        return d == 0 ? a.field.nx : d == 1 ? a.field.ny : a.field.nz;
    }
    /// Number of a node among the stored ones of its axis, -1 outside the layers.
    template <int d>
    static WAVESIM_DEVICE int stored(const Arguments& a, int i) {
        const int beyond = i - (nodes<d>(a) - a.axis[d].high);
        if (i < 0 || i >= nodes<d>(a)) return -1;
        return i < a.axis[d].low ? i : beyond >= 0 ? a.axis[d].low + beyond : -1;
    }
    template <int d>
    static WAVESIM_DEVICE Int64 memory_place(const Arguments& a, const Place& p, int stored_node) {
        const int x = d == 0 ? stored_node : p.at[0];
        const int y = d == 1 ? stored_node : p.at[1];
        const int z = d == 2 ? stored_node : p.at[2];
        return z * a.axis[d].plane + (static_cast<Int64>(y) * a.axis[d].pitch + x);
    }

    /// u at distance m along axis d, averaged across it where asked for.
    template <int d>
    static WAVESIM_DEVICE Real value(const Arguments& a, const Place& p, int m) {
        const int x = p.at[0] + (d == 0 ? m : 0);
        const int y = p.at[1] + (d == 1 ? m : 0);
        const int z = p.at[2] + (d == 2 ? m : 0);
        if constexpr (!Spec::averaged) {
            return load_image(a.field, x, y, z);
        } else {
            Real sum = 0;
            for (int f = -1; f <= 1; ++f)
                for (int e = -1; e <= 1; ++e) {
                    constexpr bool one = Spec::flat;  // only one other axis
                    if (one && f != 0) continue;
                    const int ex = d == 0 ? 0 : e;
                    const int ey = d == 0 && !one ? e : d == 2 && !one ? f : 0;
                    const int ez = d == 0 ? (one ? e : f) : d == 1 ? f : 0;
                    const Real w = (e == 0 ? Real(0.5) : Real(0.25)) * (one      ? Real(1)
                                                                        : f == 0 ? Real(0.5)
                                                                                 : Real(0.25));
                    sum = fused(w, load_image(a.field, x + ex, y + ey, z + ez), sum);
                }
            return sum;
        }
    }

    template <int d>
    static WAVESIM_DEVICE void move_axis(const Arguments& a, const Place& p) {
        const int s = stored<d>(a, p.at[d]);
        if (s < 0) return;
        Real slope = 0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            slope = fused(a.first[m], value<d>(a, p, m) - value<d>(a, p, -m), slope);
        });
        Real* psi = a.axis[d].psi + memory_place<d>(a, p, s);
        store(psi, fused(a.axis[d].decay[s], load(psi), a.axis[d].gain[s] * slope));
    }

    template <int d>
    static WAVESIM_DEVICE Real psi_at(const Arguments& a, const Place& p, int i) {
        const int s = stored<d>(a, i);
        return s < 0 ? Real(0) : load_read_only(a.axis[d].psi + memory_place<d>(a, p, s));
    }

    /// D_d psi_d + zeta_d, after zeta_d has moved on.
    template <int d>
    static WAVESIM_DEVICE Real correction(const Arguments& a, const Place& p) {
        Real slope = 0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            slope = fused(a.first[m], psi_at<d>(a, p, p.at[d] + m) - psi_at<d>(a, p, p.at[d] - m), slope);
        });
        const int s = stored<d>(a, p.at[d]);
        if (s < 0) return slope;
        const Real now = value<d>(a, p, 0);
        Real bend = 0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            bend = fused(a.second[m], (value<d>(a, p, m) - now) + (value<d>(a, p, -m) - now), bend);
        });
        Real* zeta = a.axis[d].zeta + memory_place<d>(a, p, s);
        const Real moved = fused(a.axis[d].decay[s], load(zeta), a.axis[d].gain[s] * (bend + slope));
        store(zeta, moved);
        return slope + moved;
    }

    static WAVESIM_DEVICE void move_psi(const Arguments& a) {
        const Place p = place(a);
        if (!p.there) return;
        static_for<0, 3>([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            if constexpr ((Spec::axes >> d & 1) != 0) move_axis<d>(a, p);
        });
    }

    static WAVESIM_DEVICE void add_layers(const Arguments& a) {
        const Place p = place(a);
        if (!p.there) return;
        Real sum = 0;
        static_for<0, 3>([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            if constexpr ((Spec::axes >> d & 1) != 0) sum += correction<d>(a, p);
        });
        const Int64 node = p.at[2] * a.field.plane + (static_cast<Int64>(p.at[1]) * a.field.pitch + p.at[0]);
        const Real push = a.courant_squared * load_factor<Spec>(a.field, node);
        store(a.field.next + node, fused(push, sum, load(a.field.next + node)));
    }
};

}  // namespace wavesim::kernels
