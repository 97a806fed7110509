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

/// Image of a node beyond a side of x: `inner` is the node at the side, `next` the one before it.
template <class Spec>
WAVESIM_DEVICE typename Spec::Real image_beyond(int rule, typename Spec::Real inner, typename Spec::Real next) {
    using Real = typename Spec::Real;
    if constexpr (Spec::signs) {
        if (rule == halo_zero) return Real(0);
        if (rule == halo_odd_half) return -inner;
    }
    return rule == halo_mirror_whole ? next : inner;
}
/// Puts the images beyond the sides into a row of nx nodes, where it has some; `x` is the first node of the pack.
template <class Spec>
WAVESIM_DEVICE void put_images(RowValues<typename Spec::Real>& values, int x, int nx, int low, int high) {
    constexpr int V = RowValues<typename Spec::Real>::V;
    if (x == 0) values.at[0] = image_beyond<Spec>(low, values.at[1], values.at[2]);
    if (x + V >= nx)
        static_for<1, V + 1>([&](auto i_constant) {
            constexpr int i = decltype(i_constant)::value;
            if (x + i == nx) values.at[i + 1] = image_beyond<Spec>(high, values.at[i], values.at[i - 1]);
        });
}

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
        put_images<Spec>(values, x, a.nx, a.halo[0], a.halo[1]);
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
    /// True if nodes beside both axes of a plane have weights.
    static constexpr WAVESIM_DEVICE bool has_corners() {
        return Spec::weight(1, 1, 0) != 0 || Spec::weight(1, 1, 1) != 0;
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
    /// The sums of `nodes` packs along z. `read(Constant<k>)`: the rows of plane k of them, from -1 to `nodes`; those
    /// beside the own one only where reads_all. `done(Constant<k>, u, sum)` gets each pack.
    template <int nodes>
    static constexpr WAVESIM_DEVICE bool reads_all(int k) {
        return (k >= 0 && k < nodes) || off_axis(1);
    }
    template <int nodes, class Read, class Done>
    static WAVESIM_DEVICE void walk(const Read& read, const Done& done) {
        Real sum[nodes][V], last[V];
        static_for<-1, nodes + 1>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            constexpr bool inside = k >= 0 && k < nodes;
            const PlaneRows rows = read(k_constant);
            constexpr Real weight = slope_weight();
            if constexpr (k >= 0)
                for (int i = 0; i < V; ++i) {
                    const Real slope = rows.own.at[i + 1] - last[i];
                    if constexpr (inside) sum[k][i] = fused(-weight, slope, sum[k][i]);
                    if constexpr (k > 0) sum[k - 1][i] = fused(weight, slope, sum[k - 1][i]);
                }
            if constexpr (inside && off_axis(0)) add_weighted<0>(rows, sum[k]);
            if constexpr (k > 0 && off_axis(1)) add_weighted<1>(rows, sum[k - 1]);
            if constexpr (k + 1 < nodes) {
                for (int i = 0; i < V; ++i) sum[k + 1][i] = 0;
                if constexpr (off_axis(1)) add_weighted<1>(rows, sum[k + 1]);
            }
            if constexpr (k > 0) done(Constant<k - 1>{}, last, sum[k - 1]);
            for (int i = 0; i < V; ++i) last[i] = rows.own.at[i + 1];
        });
    }
};

}  // namespace wavesim::kernels
