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
template <class Real>
struct Images {
    const LayerAxis<Real>& axis;
    int n;

    /// Inside the grid for any t: further out than M nodes nobody uses the value.
    WAVESIM_DEVICE int node(int t) const {
        const int image = t < 0 ? axis.image[0] - t : t >= n ? axis.image[1] - t : t;
        return image < 0 ? 0 : smaller(image, n - 1);
    }
    WAVESIM_DEVICE Real sign(int t) const {
        return static_cast<Real>(t < 0 ? axis.sign[0] : t >= n ? axis.sign[1] : 1);
    }
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
    WAVESIM_DEVICE AcrossLine(const Images<Real>& of_p, int p, Int64 step_p, const Images<Real>& of_q, int q,
                              Int64 step_q) {
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
            if constexpr (side == 0) {
                offset[l] = p * step_p + q * step_q;
            } else {
                offset[l] = of_p.node(p + e) * step_p + of_q.node(q + f) * step_q;
                weight[l] = share * (of_p.sign(p + e) * of_q.sign(q + f));
            }
        });
    }
    WAVESIM_DEVICE Real value(const Real* u) const {
        if constexpr (side == 0) return load_read_only(u + offset[0]);
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

    /// Nodes of the field along an axis.
    template <int d>
    static WAVESIM_DEVICE int nodes(const Arguments& a) {
        return d == 0 ? a.field.nx : d == 1 ? a.field.ny : a.field.nz;
    }
    template <int d>
    static WAVESIM_DEVICE Images<Real> images(const Arguments& a) {
        return {a.axis[d], nodes<d>(a)};
    }
    template <int d>
    static WAVESIM_DEVICE bool in_layer(const Arguments& a, int i) {
        return i < a.axis[d].low || i >= nodes<d>(a) - a.axis[d].high;
    }
    /// Number of a layer node among the stored ones.
    template <int d>
    static WAVESIM_DEVICE int stored(const Arguments& a, int i) {
        return i < a.axis[d].low ? i : i - (nodes<d>(a) - a.axis[d].high - a.axis[d].low);
    }

    /// zeta of a layer node after the step; `slope` is D_d psi_d, u points at the node.
    static WAVESIM_DEVICE Real moved_zeta(const Arguments& a, Real decay, Real gain, Real zeta, const Real* u,
                                          Real slope) {
        Real bend = slope;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            bend = fused(a.second[m], (u[m] - u[0]) + (u[-m] - u[0]), bend);
        });
        return fused(decay, zeta, gain * bend);
    }
    /// D of values `stride` apart at p[0].
    template <int stride>
    static WAVESIM_DEVICE Real slope_of(const Arguments& a, const Real* p) {
        Real slope = 0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            slope = fused(a.first[m], p[m * stride] - p[-m * stride], slope);
        });
        return slope;
    }
};

/// Lines along y or z: a warp takes 32 of them, side by side along x, and Spec::chunk nodes of each at a time. The new
/// psi stand in shared memory, line by line in columns, with zeros for all nodes beside the layer.
template <class Spec, int d>
struct LayerLines : LayerLine<Spec> {
    using Base = LayerLine<Spec>;
    using Real = typename Spec::Real;
    using Arguments = typename Base::Arguments;
    static constexpr int M = Base::M;
    static constexpr int warps = 6;
    static constexpr int C = Spec::chunk;
    static constexpr int window = C + 2 * M;
    static constexpr bool once = Spec::rounds == 1;  ///< no warp takes a second chunk

    const Arguments& a;
    int from, to;
    bool there;
    Images<Real> along;
    AcrossLine<Spec> across;
    Int64 first_node, node_step, first_place, place_step;
    Real* psi;  ///< new ones of this lane, from node `from` on

    WAVESIM_DEVICE LayerLines(const Arguments& arguments, int x, bool lane_is_there)
        : a(arguments),
          from(a.axis[d].from[block_z()]),
          to(a.axis[d].to[block_z()]),
          there(lane_is_there),
          along(Base::template images<d>(a)),
          across(Base::template images<0>(a), x, 1, Base::template images<3 - d>(a), block_y(), second_step(a)),
          first_node(block_y() * second_step(a) + x),
          node_step(d == 1 ? a.field.pitch : a.field.plane),
          first_place(block_y() * (d == 1 ? a.axis[d].plane : a.axis[d].pitch) + x),
          place_step(d == 1 ? a.axis[d].pitch : a.axis[d].plane),
          psi(shared_memory<Real>() + M * Base::lanes + thread_index() % Base::lanes) {}

    /// Between nodes along the axis that is neither x nor d.
    static WAVESIM_DEVICE Int64 second_step(const Arguments& a) { return d == 1 ? a.field.plane : a.field.pitch; }
    /// Where node i keeps its memory; only layer nodes have any.
    WAVESIM_DEVICE Int64 place_of(int i) const { return first_place + Base::template stored<d>(a, i) * place_step; }

    /// u of nodes i - M .. i + C + M - 1.
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
    /// Calls act(k, place) for the layer nodes i + k of a chunk. Those of one layer are place_step apart.
    template <class Act>
    WAVESIM_DEVICE void for_each_stored(int i, const Act& act) const {
        Int64 place = place_of(i);
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if constexpr (Spec::meet) place = place_of(i + k);
            if (moves(i + k)) act(k, place);
            place += place_step;
        });
    }
    /// Calls act(k, node) for the nodes i + k of a chunk.
    template <class Act>
    WAVESIM_DEVICE void for_each_node(int i, const Act& act) const {
        Int64 node = first_node + i * node_step;
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if (i + k < to) act(k, node);
            node += node_step;
        });
    }

    /// What a chunk needs beside u, asked for all together.
    struct Rest {
        Real decay[C], gain[C], psi[C], zeta[C], next[C], push[C];
    };
    WAVESIM_DEVICE void load_rest(int i, Rest& rest) const {
        for_each_stored(i, [&](int k, Int64 place) {
            rest.psi[k] = load(a.axis[d].psi + place);
            rest.zeta[k] = load(a.axis[d].zeta + place);
            rest.decay[k] = load_read_only(a.axis[d].decay + Base::template stored<d>(a, i + k));
            rest.gain[k] = load_read_only(a.axis[d].gain + Base::template stored<d>(a, i + k));
        });
        for_each_node(i, [&](int k, Int64 node) {
            rest.next[k] = load(a.field.next + node);
            rest.push[k] = a.courant_squared * load_factor<Spec>(a.field, node);
        });
    }
    WAVESIM_DEVICE void move_psi(int i, const Real (&u)[window], const Rest& rest) const {
        Real moved[C] = {};
        for_each_stored(i, [&](int k, Int64 place) {
            moved[k] = fused(rest.decay[k], rest.psi[k], rest.gain[k] * Base::template slope_of<1>(a, u + M + k));
            if (there) store(a.axis[d].psi + place, moved[k]);
        });
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            psi[(i + k - from) * Base::lanes] = moved[k];
        });
    }
    WAVESIM_DEVICE void add_layer(int i, const Real (&u)[window], const Rest& rest) const {
        Real sum[C];
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            sum[k] = Base::template slope_of<Base::lanes>(a, psi + (i + k - from) * Base::lanes);
        });
        for_each_stored(i, [&](int k, Int64 place) {
            const Real zeta = Base::moved_zeta(a, rest.decay[k], rest.gain[k], rest.zeta[k], u + M + k, sum[k]);
            if (there) store(a.axis[d].zeta + place, zeta);
            sum[k] += zeta;
        });
        for_each_node(i, [&](int k, Int64 node) {
            if (there) store(a.field.next + node, fused(rest.push[k], sum[k], rest.next[k]));
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
            load_window(first, u);
            load_rest(first, rest);
            move_psi(first, u, rest);
            barrier();
            add_layer(first, u, rest);
        } else {
            for (int i = first; i < from + a.axis[d].rows; i += warps * C) {
                load_window(i, u);
                load_rest(i, rest);
                move_psi(i, u, rest);
            }
            barrier();
            for (int i = first; i < to; i += warps * C) {
                load_window(i, u);
                load_rest(i, rest);
                add_layer(i, u, rest);
            }
        }
    }
    static WAVESIM_DEVICE void run(const Arguments& a) {
        const int x = block_x() * Base::lanes + thread_index() % Base::lanes;
        LayerLines(a, smaller(x, a.field.nx - 1), x < a.field.nx).run();
    }
};

/// Lines along x: a warp takes a few, with u and psi of them in shared memory.
template <class Spec>
struct LayerLines<Spec, 0> : LayerLine<Spec> {
    using Base = LayerLine<Spec>;
    using Real = typename Spec::Real;
    using Arguments = typename Base::Arguments;
    static constexpr int M = Base::M;
    static constexpr int warps = 4;
    static constexpr int together = 4;

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const LayerAxis<Real>& axis = a.axis[0];
        const int lane = thread_index() % Base::lanes;
        const int warp = thread_index() / Base::lanes;
        const int y = (block_x() * warps + warp) * together;
        const int z = block_y();
        const int from = axis.from[block_z()];
        const int to = axis.to[block_z()];
        const Int64 first_node = z * a.field.plane + static_cast<Int64>(y) * a.field.pitch;
        const Int64 first_place = z * axis.plane + static_cast<Int64>(y) * axis.pitch;
        const Images<Real> along = Base::template images<0>(a);
        const int length = axis.rows + 2 * M;
        const int here = smaller(together, a.field.ny - y);  // lines that lie in the grid
        Real* const u = shared_memory<Real>() + 2 * together * warp * length + M;
        Real* const psi = u + together * length;
        /// Calls act(r, place) for the lines, `step` apart.
        const auto for_each_line = [&](Int64 place, int step, const auto& act) {
            static_for<0, together>([&](auto r_constant) {
                constexpr int r = decltype(r_constant)::value;
                if (r < here) act(r, place);
                place += step;
            });
        };

        for (int i = from - M + lane; i < to + M; i += Base::lanes) {
            const Real sign = along.sign(i);
            Real now[together] = {};
            load_lines(a, y, z, along.node(i), now, for_each_line);
            for_each_line(i - from, length, [&](int r, Int64 at) {
                u[at] = sign * now[r];
                psi[at] = 0;
            });
        }
        barrier();
        for (int i = from + lane; i < to; i += Base::lanes) {
            if (!Base::template in_layer<0>(a, i)) continue;
            const int s = Base::template stored<0>(a, i);
            const Real decay = load_read_only(axis.decay + s);
            const Real gain = load_read_only(axis.gain + s);
            Real before[together];
            for_each_line(first_place + s, axis.pitch, [&](int r, Int64 place) { before[r] = load(axis.psi + place); });
            int at = i - from;
            for_each_line(first_place + s, axis.pitch, [&](int r, Int64 place) {
                const Real moved = fused(decay, before[r], gain * Base::template slope_of<1>(a, u + at));
                psi[at] = moved;
                store(axis.psi + place, moved);
                at += length;
            });
        }
        barrier();
        for (int i = from + lane; i < to; i += Base::lanes) {
            const bool layer = Base::template in_layer<0>(a, i);
            const int s = layer ? Base::template stored<0>(a, i) : 0;
            const Real decay = load_read_only(axis.decay + s);
            const Real gain = load_read_only(axis.gain + s);
            Real next[together];
            Real push[together];
            Real zeta[together];
            for_each_line(first_node + i, a.field.pitch, [&](int r, Int64 node) {
                next[r] = load(a.field.next + node);
                push[r] = a.courant_squared * load_factor<Spec>(a.field, node);
            });
            if (layer)
                for_each_line(first_place + s, axis.pitch,
                              [&](int r, Int64 place) { zeta[r] = load(axis.zeta + place); });
            Real sum[together];
            int at = i - from;
            for_each_line(first_place + s, axis.pitch, [&](int r, Int64 place) {
                sum[r] = Base::template slope_of<1>(a, psi + at);
                if (layer) {
                    zeta[r] = Base::moved_zeta(a, decay, gain, zeta[r], u + at, sum[r]);
                    store(axis.zeta + place, zeta[r]);
                    sum[r] += zeta[r];
                }
                at += length;
            });
            for_each_line(first_node + i, a.field.pitch,
                          [&](int r, Int64 node) { store(a.field.next + node, fused(push[r], sum[r], next[r])); });
        }
    }

    /// u of node x of every line, averaged across where asked for.
    template <class ForEachLine>
    static WAVESIM_DEVICE void load_lines(const Arguments& a, int y, int z, int x, Real (&now)[together],
                                          const ForEachLine& for_each_line) {
        if constexpr (Spec::averaged) {
            for_each_line(0, 0, [&](int r, Int64) {
                const AcrossLine<Spec> across(Base::template images<2>(a), z, a.field.plane,
                                              Base::template images<1>(a), y + r, a.field.pitch);
                now[r] = across.value(a.field.now + x);
            });
        } else {
            for_each_line(z * a.field.plane + static_cast<Int64>(y) * a.field.pitch + x, a.field.pitch,
                          [&](int r, Int64 node) { now[r] = load_read_only(a.field.now + node); });
        }
    }
};

}  // namespace wavesim::kernels
