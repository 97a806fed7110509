// SPDX-License-Identifier: MIT
// Absorbing layers (stencils/absorbing_layers.hpp), after the bulk step, one launch per axis d that has any:
//   psi_d := b psi_d + a D_d u                  at layer nodes
//   zeta_d := b zeta_d + a (D2_d u + D_d psi_d) there
//   u+ += courant^2 factor (D_d psi_d + zeta_d)  there and at M nodes beside them
// D_d and D2_d are the central first and second difference of order 2M along axis d; where Spec::averaged they act on
// [1/4, 1/2, 1/4] u along each of the other axes. psi is 0 outside the layers of its axis.
// A block takes whole lines across a layer, so that D_d psi_d finds the new psi after a barrier.
// Cost per layer node and axis in values: u, the factor and u+ twice, psi twice, zeta twice.
#pragma once
#include "stencils/kernels/layer_arguments.cuh"
#include "stencils/kernels/neighbours.cuh"

namespace wavesim::kernels {

/// Nodes along an axis and their images beyond its sides, for any place of the field.
struct Images {
    int n;
    int low, high;  ///< what is left of a place gives its image
    int low_sign, high_sign;

    template <class Real>
    WAVESIM_DEVICE Images(const FieldArguments<Real>& a, int axis, int nodes) : n(nodes) {
        const int rule_low = a.halo[2 * axis];
        const int rule_high = a.halo[2 * axis + 1];
        low = rule_low == halo_mirror_whole ? 0 : -1;
        high = rule_high == halo_mirror_whole ? 2 * n - 2 : 2 * n - 1;
        low_sign = halo_sign(-1, n, rule_low, rule_high);
        high_sign = halo_sign(n, n, rule_low, rule_high);
    }
    /// Inside the grid for any t: further out than M nodes nobody uses the value.
    WAVESIM_DEVICE int node(int t) const {
        const int image = t < 0 ? low - t : t >= n ? high - t : t;
        return image < 0 ? 0 : smaller(image, n - 1);
    }
    WAVESIM_DEVICE int sign(int t) const { return t < 0 ? low_sign : t >= n ? high_sign : 1; }
};

/// The nodes across a line that stand for u at one node of it: itself, or the averages over the other axes.
template <class Spec>
struct AcrossLine {
    using Real = typename Spec::Real;
    static constexpr int side = Spec::averaged ? 1 : 0;
    static constexpr int side_2 = Spec::flat ? 0 : side;
    static constexpr int count = (2 * side + 1) * (2 * side_2 + 1);
    Int64 offset[count];
    Real weight[count];

    /// The line stands at places p and q of two axes; in 2D the second one has a single node.
    WAVESIM_DEVICE AcrossLine(const Images& of_p, int p, Int64 step_p, const Images& of_q, int q, Int64 step_q) {
        static_for<0, count>([&](auto l_constant) {
            constexpr int l = decltype(l_constant)::value;
            constexpr int e = l % (2 * side + 1) - side;
            constexpr int f = l / (2 * side + 1) - side_2;
            constexpr Real share = (side == 0 ? Real(1)
                                    : e == 0  ? Real(0.5)
                                              : Real(0.25)) *
                                   (side_2 == 0 ? Real(1)
                                    : f == 0    ? Real(0.5)
                                                : Real(0.25));
            offset[l] = of_p.node(p + e) * step_p + of_q.node(q + f) * step_q;
            weight[l] = share * static_cast<Real>(of_p.sign(p + e) * of_q.sign(q + f));
        });
    }
    WAVESIM_DEVICE Real value(const Real* u) const {
        if constexpr (count == 1) return load_read_only(u + offset[0]);
        Real sum = 0;
        static_for<0, count>([&](auto l_constant) {
            constexpr int l = decltype(l_constant)::value;
            sum = fused(weight[l], load_read_only(u + offset[l]), sum);
        });
        return sum;
    }
};

/// What lines along all axes share.
template <class Spec>
struct LayerLine {
    using Real = typename Spec::Real;
    using Arguments = LayerArguments<Real>;
    static constexpr int M = Spec::half_order;
    static constexpr int lanes = 32;
    static constexpr int warps = 4;
    static constexpr int threads = lanes * warps;

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

    /// D of values at p[0], p[-M] .. p[M].
    static WAVESIM_DEVICE Real slope_of(const Arguments& a, const Real* p) {
        Real slope = 0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            slope = fused(a.first[m], p[m] - p[-m], slope);
        });
        return slope;
    }
    static WAVESIM_DEVICE Real bend_of(const Arguments& a, const Real* p) {
        Real bend = 0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            bend = fused(a.second[m], (p[m] - p[0]) + (p[-m] - p[0]), bend);
        });
        return bend;
    }
    template <int d>
    static WAVESIM_DEVICE Real moved_psi(const Arguments& a, Int64 place, int s, const Real* u) {
        const Real moved = fused(a.axis[d].decay[s], load(a.axis[d].psi + place), a.axis[d].gain[s] * slope_of(a, u));
        store(a.axis[d].psi + place, moved);
        return moved;
    }
    /// Adds the layer to one node; s: its number among the stored ones, -1 beside the layer.
    template <int d>
    static WAVESIM_DEVICE void add(const Arguments& a, Int64 node, Int64 place, int s, const Real* u, const Real* psi) {
        Real sum = slope_of(a, psi);
        if (s >= 0) {
            Real* zeta = a.axis[d].zeta + place;
            const Real moved = fused(a.axis[d].decay[s], load(zeta), a.axis[d].gain[s] * (bend_of(a, u) + sum));
            store(zeta, moved);
            sum += moved;
        }
        const Real push = a.courant_squared * load_factor<Spec>(a.field, node);
        store(a.field.next + node, fused(push, sum, load(a.field.next + node)));
    }
};

/// Lines along y or z: a warp takes 32 of them, side by side along x, and Spec::chunk nodes of each at a time.
template <class Spec, int d>
struct LayerLines : LayerLine<Spec> {
    using Base = LayerLine<Spec>;
    using Real = typename Spec::Real;
    using Arguments = typename Base::Arguments;
    static constexpr int M = Base::M;
    static constexpr int C = Spec::chunk;
    static constexpr int window = C + 2 * M;

    const Arguments& a;
    int from, to;
    bool there;
    Images along;
    AcrossLine<Spec> across;
    Int64 first_node, node_step, first_place, place_step;

    WAVESIM_DEVICE LayerLines(const Arguments& arguments, int segment, int x, int other)
        : a(arguments),
          from(a.axis[d].from[segment]),
          to(a.axis[d].to[segment]),
          there(x < a.field.nx),
          along(a.field, d, Base::template nodes<d>(a)),
          across(Images(a.field, 0, a.field.nx), smaller(x, a.field.nx - 1), 1, second_axis(a), other, second_step(a)),
          first_node(other * second_step(a) + smaller(x, a.field.nx - 1)),
          node_step(d == 1 ? a.field.pitch : a.field.plane),
          first_place((d == 1 ? other * a.axis[d].plane : static_cast<Int64>(other) * a.axis[d].pitch) +
                      smaller(x, a.field.nx - 1)),
          place_step(d == 1 ? a.axis[d].pitch : a.axis[d].plane) {}

    /// The axis that is neither x nor d.
    static WAVESIM_DEVICE Images second_axis(const Arguments& a) {
        return Images(a.field, 3 - d, Base::template nodes<3 - d>(a));
    }
    static WAVESIM_DEVICE Int64 second_step(const Arguments& a) { return d == 1 ? a.field.plane : a.field.pitch; }

    WAVESIM_DEVICE int stored(int i) const { return Base::template stored<d>(a, i); }
    /// u of nodes i - M .. i + C + M - 1.
    WAVESIM_DEVICE void load_window(int i, Real (&u)[window]) const {
        static_for<0, window>([&](auto j_constant) {
            constexpr int j = decltype(j_constant)::value;
            const int at = i - M + j;
            u[j] = static_cast<Real>(along.sign(at)) * across.value(a.field.now + along.node(at) * node_step);
        });
    }

    /// New psi of the line.
    WAVESIM_DEVICE void move_psi() const {
        for (int i = from + thread_index() / Base::lanes * C; i < to; i += Base::warps * C) {
            if (i >= a.axis[d].low && i + C <= along.n - a.axis[d].high) continue;
            Real u[window];
            load_window(i, u);
            static_for<0, C>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                const int s = stored(i + k);
                if (s >= 0 && i + k < to && there)
                    Base::template moved_psi<d>(a, first_place + s * place_step, s, u + M + k);
            });
        }
    }
    WAVESIM_DEVICE void add_layer() const {
        for (int i = from + thread_index() / Base::lanes * C; i < to; i += Base::warps * C) {
            Real u[window];
            Real psi[window];
            load_window(i, u);
            static_for<0, window>([&](auto j_constant) {
                constexpr int j = decltype(j_constant)::value;
                const int s = i - M + j < to + M ? stored(i - M + j) : -1;
                psi[j] = s < 0 ? Real(0) : load(a.axis[d].psi + (first_place + s * place_step));
            });
            static_for<0, C>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                const int s = stored(i + k);
                if (i + k < to && there)
                    Base::template add<d>(a, first_node + (i + k) * node_step, first_place + s * place_step, s,
                                          u + M + k, psi + M + k);
            });
        }
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const int tiles = (a.field.nx + Base::lanes - 1) / Base::lanes;
        const int others = Base::template nodes<3 - d>(a);
        const int rest = block_x() % (tiles * others);
        const LayerLines lines(a, block_x() / (tiles * others),
                               rest % tiles * Base::lanes + thread_index() % Base::lanes, rest / tiles);
        lines.move_psi();
        barrier();
        lines.add_layer();
    }
};

/// Lines along x: a warp takes one, with u and psi of it in shared memory.
template <class Spec>
struct LayerLines<Spec, 0> : LayerLine<Spec> {
    using Base = LayerLine<Spec>;
    using Real = typename Spec::Real;
    using Arguments = typename Base::Arguments;
    static constexpr int M = Base::M;

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const LayerAxis<Real>& axis = a.axis[0];
        const int rows = a.field.ny * a.field.nz;
        const int blocks = (rows + Base::warps - 1) / Base::warps;
        const int warp = thread_index() / Base::lanes;
        const int lane = thread_index() % Base::lanes;
        const int row = block_x() % blocks * Base::warps + warp;
        const int from = axis.from[block_x() / blocks];
        const int to = row < rows ? axis.to[block_x() / blocks] : from;
        const int y = row % a.field.ny;
        const int z = row / a.field.ny;
        const Int64 node = z * a.field.plane + static_cast<Int64>(y) * a.field.pitch;
        const Int64 place = z * axis.plane + static_cast<Int64>(y) * axis.pitch;
        const Images along(a.field, 0, a.field.nx);
        const AcrossLine<Spec> across(Images(a.field, 2, a.field.nz), z, a.field.plane, Images(a.field, 1, a.field.ny),
                                      y, a.field.pitch);
        Real* const u = shared_memory<Real>() + 2 * warp * (axis.longest + 2 * M) + M;
        Real* const psi = u + axis.longest + 2 * M;

        for (int i = from - M + lane; to > from && i < to + M; i += Base::lanes) {
            u[i - from] = static_cast<Real>(along.sign(i)) * across.value(a.field.now + along.node(i));
            psi[i - from] = 0;
        }
        barrier();
        for (int i = from + lane; i < to; i += Base::lanes) {
            const int s = Base::template stored<0>(a, i);
            if (s >= 0) psi[i - from] = Base::template moved_psi<0>(a, place + s, s, u + (i - from));
        }
        barrier();
        for (int i = from + lane; i < to; i += Base::lanes) {
            const int s = Base::template stored<0>(a, i);
            Base::template add<0>(a, node + i, place + s, s, u + (i - from), psi + (i - from));
        }
    }
};

}  // namespace wavesim::kernels
