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

/// Where one layer node keeps its memory.
template <class Real>
struct LayerPlace {
    Real* psi;
    Real* zeta;
    Real decay, gain;
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
    /// Of layer node i of a line whose stored nodes begin at `first` and are `step` apart.
    template <int d>
    static WAVESIM_DEVICE LayerPlace<Real> place_of(const Arguments& a, int i, Int64 first, Int64 step) {
        const LayerAxis<Real>& axis = a.axis[d];
        const int s = i < axis.low ? i : i - (nodes<d>(a) - axis.high - axis.low);
        const Int64 at = first + s * step;
        return {axis.psi + at, axis.zeta + at, load_read_only(axis.decay + s), load_read_only(axis.gain + s)};
    }

    /// psi of a layer node after the step; u points at the node, with neighbours `stride` apart.
    template <int stride>
    static WAVESIM_DEVICE Real moved_psi(const Arguments& a, const LayerPlace<Real>& place, Real psi, const Real* u) {
        return fused(place.decay, psi, place.gain * slope_of<stride>(a, u));
    }
    /// zeta of a layer node after the step; `slope` is D_d psi_d.
    template <int stride>
    static WAVESIM_DEVICE Real moved_zeta(const Arguments& a, const LayerPlace<Real>& place, Real zeta, const Real* u,
                                          Real slope) {
        Real bend = slope;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            bend = fused(a.second[m], (u[m * stride] - u[0]) + (u[-m * stride] - u[0]), bend);
        });
        return fused(place.decay, zeta, place.gain * bend);
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
    static WAVESIM_DEVICE Real push(const Arguments& a, Int64 node) {
        return a.courant_squared * load_factor<Spec>(a.field, node);
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
    Real* psi;  ///< of this lane at node `from`

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
    WAVESIM_DEVICE LayerPlace<Real> place_of(int i) const {
        return Base::template place_of<d>(a, i, first_place, place_step);
    }

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
    /// What a chunk needs beside u, asked for all together.
    struct Rest {
        Real psi[C], zeta[C], next[C], push[C];
    };
    WAVESIM_DEVICE bool moves(int i) const { return i < to && Base::template in_layer<d>(a, i); }
    WAVESIM_DEVICE void load_psi(int i, Rest& rest) const {
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            rest.psi[k] = moves(i + k) ? load(place_of(i + k).psi) : Real(0);
        });
    }
    WAVESIM_DEVICE void load_rest(int i, Rest& rest) const {
        Int64 node = first_node + i * node_step;
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            rest.zeta[k] = moves(i + k) ? load(place_of(i + k).zeta) : Real(0);
            rest.next[k] = i + k < to ? load(a.field.next + node) : Real(0);
            rest.push[k] = i + k < to ? Base::push(a, node) : Real(0);
            node += node_step;
        });
    }
    WAVESIM_DEVICE void move_psi(int i, const Real (&u)[window], const Rest& rest) const {
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            Real moved = 0;
            if (moves(i + k)) {
                const LayerPlace<Real> place = place_of(i + k);
                moved = Base::template moved_psi<1>(a, place, rest.psi[k], u + M + k);
                if (there) store(place.psi, moved);
            }
            psi[(i + k - from) * Base::lanes] = moved;
        });
    }
    WAVESIM_DEVICE void add_layer(int i, const Real (&u)[window], const Rest& rest) const {
        Int64 node = first_node + i * node_step;
        static_for<0, C>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if (i + k < to) {
                Real sum = Base::template slope_of<Base::lanes>(a, psi + (i + k - from) * Base::lanes);
                if (moves(i + k)) {
                    const LayerPlace<Real> place = place_of(i + k);
                    const Real zeta = Base::template moved_zeta<1>(a, place, rest.zeta[k], u + M + k, sum);
                    if (there) store(place.zeta, zeta);
                    sum += zeta;
                }
                if (there) store(a.field.next + node, fused(rest.push[k], sum, rest.next[k]));
            }
            node += node_step;
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
            load_psi(first, rest);
            load_rest(first, rest);
            move_psi(first, u, rest);
            barrier();
            add_layer(first, u, rest);
        } else {
            for (int i = first; i < from + a.axis[d].rows; i += warps * C) {
                load_window(i, u);
                load_psi(i, rest);
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
        Real* const u = shared_memory<Real>() + 2 * together * warp * length + M;
        Real* const psi = u + together * length;
        const auto for_each_line = [&](const auto& act) {
            static_for<0, together>([&](auto r_constant) { act(decltype(r_constant)::value); });
        };
        const auto there = [&](int r) { return y + r < a.field.ny; };

        for (int i = from - M + lane; i < to + M; i += Base::lanes) {
            const Real sign = along.sign(i);
            const Real* const p = a.field.now + along.node(i);
            Real now[together];
            for_each_line([&](int r) {
                const int row = smaller(y + r, a.field.ny - 1);
                const AcrossLine<Spec> across(Base::template images<2>(a), z, a.field.plane,
                                              Base::template images<1>(a), row, a.field.pitch);
                now[r] = sign * across.value(p);
            });
            for_each_line([&](int r) {
                u[r * length + (i - from)] = now[r];
                psi[r * length + (i - from)] = 0;
            });
        }
        barrier();
        for (int i = from + lane; i < to; i += Base::lanes) {
            if (!Base::template in_layer<0>(a, i)) continue;
            const LayerPlace<Real> place = Base::template place_of<0>(a, i, first_place, 1);
            Real before[together];
            for_each_line([&](int r) { before[r] = there(r) ? load(place.psi + r * axis.pitch) : Real(0); });
            for_each_line([&](int r) {
                const int at = r * length + (i - from);
                psi[at] = Base::template moved_psi<1>(a, place, before[r], u + at);
                if (there(r)) store(place.psi + r * axis.pitch, psi[at]);
            });
        }
        barrier();
        for (int i = from + lane; i < to; i += Base::lanes) {
            const bool layer = Base::template in_layer<0>(a, i);
            const LayerPlace<Real> place =
                layer ? Base::template place_of<0>(a, i, first_place, 1) : LayerPlace<Real>{};
            const Int64 node = first_node + i;
            Real before[together];
            Real next[together];
            Real push[together];
            for_each_line([&](int r) {
                before[r] = layer && there(r) ? load(place.zeta + r * axis.pitch) : Real(0);
                next[r] = there(r) ? load(a.field.next + node + r * a.field.pitch) : Real(0);
                push[r] = there(r) ? Base::push(a, node + r * a.field.pitch) : Real(0);
            });
            for_each_line([&](int r) {
                const int at = r * length + (i - from);
                Real sum = Base::template slope_of<1>(a, psi + at);
                if (layer) {
                    const Real zeta = Base::template moved_zeta<1>(a, place, before[r], u + at, sum);
                    if (there(r)) store(place.zeta + r * axis.pitch, zeta);
                    sum += zeta;
                }
                if (there(r)) store(a.field.next + node + r * a.field.pitch, fused(push[r], sum, next[r]));
            });
        }
    }
};

}  // namespace wavesim::kernels
