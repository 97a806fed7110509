// SPDX-License-Identifier: MIT
// courant^2 L u of a pack of nodes by the formulas and in the order of the plane sweep (sweep/sweep_sums.cuh), for
// stencils of radius 1: the bits are the same. Rows come through the cache of the multiprocessor.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/static_for.cuh"

namespace wavesim::kernels {

/// Values x - 1 ... x + V of a row, where x is the first node of the pack.
template <class Real>
struct RowValues {
    static constexpr int V = Pack<Real>::size;
    Real at[V + 2];
};

/// How a thread reads rows: its pack, and both neighbours of the pack from other lanes, or from memory at the ends of
/// the lanes, or as images beyond the sides.
template <class Spec>
struct RowReader {
    using Real = typename Spec::Real;
    static constexpr int V = Pack<Real>::size;
    static constexpr int lanes = Spec::tile_x / V;
    static_assert(lanes <= 32 && 32 % lanes == 0);
    const FieldArguments<Real>& a;
    int x;

    /// Image of a node beyond a side of x: `inner` is the node at the side, `next` the one before it.
    static WAVESIM_DEVICE Real image(int rule, Real inner, Real next) {
        if constexpr (Spec::signs) {
            if (rule == halo_zero) return Real(0);
            if (rule == halo_odd_half) return -inner;
        }
        return rule == halo_mirror_whole ? next : inner;
    }
    /// All lanes of a warp must call it. `row` points to the node x = 0.
    WAVESIM_DEVICE RowValues<Real> read(const Real* row, int sign) const {
        const int lane = thread_index() % lanes;
        const Pack<Real> pack = load_pack(row + x);
        const bool first = lane == 0 && x > 0, last = lane == lanes - 1 && x + V < a.nx;
        Real beyond = 0;
        if (first || last) beyond = load_read_only(row + (first ? x - 1 : x + V));
        RowValues<Real> values;
        values.at[0] = lane_before<lanes>(pack.v[V - 1]);
        values.at[V + 1] = lane_after<lanes>(pack.v[0]);
        if (first) values.at[0] = beyond;
        if (last) values.at[V + 1] = beyond;
        for (int i = 0; i < V; ++i) values.at[i + 1] = pack.v[i];
        if (x == 0) values.at[0] = image(a.halo[0], values.at[1], values.at[2]);
        if (x + V >= a.nx)
            static_for<1, V + 1>([&](auto i_constant) {
                constexpr int i = decltype(i_constant)::value;
                if (x + i == a.nx) values.at[i + 1] = image(a.halo[1], values.at[i], values.at[i - 1]);
            });
        if constexpr (Spec::signs)
            for (Real& value : values.at) value = static_cast<Real>(sign) * value;
        return values;
    }
};

template <class Spec>
struct WholeStepSums {
    using Real = typename Spec::Real;
    static constexpr int V = Pack<Real>::size;

    /// True if planes at distance d have weights off the z axis.
    static constexpr WAVESIM_DEVICE bool off_axis(int d) {
        return Spec::weight(1, 0, d) != 0 || Spec::weight(1, 1, d) != 0;
    }
    /// Weight of the neighbouring planes.
    static constexpr WAVESIM_DEVICE double slope_weight() {
        return static_cast<double>(Spec::weight(0, 0, 1)) + 4 * static_cast<double>(Spec::weight(1, 0, 1)) +
               4 * static_cast<double>(Spec::weight(1, 1, 1));
    }

    /// Three rows of a plane: the own one, and the sum of both beside it.
    struct PlaneRows {
        RowValues<Real> own, pair;
    };
    /// Weighted differences of a plane at distance d from the node.
    template <int d>
    static WAVESIM_DEVICE void add_weighted(const PlaneRows& rows, Real (&sum)[V]) {
        constexpr Real axes = Spec::weight(1, 0, d), corners = Spec::weight(1, 1, d);
        const RowValues<Real>&own = rows.own, &pair = rows.pair;
        for (int i = 0; i < V; ++i) {
            const Real centre = own.at[i + 1];
            Real weighted = 0;
            if constexpr (axes != 0)
                weighted = fused(axes, fused(Real(-4), centre, (own.at[i] + own.at[i + 2]) + pair.at[i + 1]), weighted);
            if constexpr (corners != 0)
                weighted = fused(corners, fused(Real(-4), centre, pair.at[i] + pair.at[i + 2]), weighted);
            sum[i] += weighted;
        }
    }
};

}  // namespace wavesim::kernels
