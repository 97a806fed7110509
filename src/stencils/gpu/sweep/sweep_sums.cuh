// SPDX-License-Identifier: MIT
// The operations of one thread of the plane sweep on a plane in shared memory; formulas in sweep.cuh.
#pragma once
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/common/static_for.cuh"

namespace wavesim::kernels {

template <class Spec>
struct SweepSums {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    static constexpr int V = Pack<Real>::size;
    static constexpr int pad = (R + V - 1) / V * V;
    static constexpr int width = Spec::tile_x + 2 * pad;

    /// True if the in-plane class (a, b) has a weight for any |dz|.
    static constexpr WAVESIM_DEVICE bool in_plane(int a, int b) {
        for (int d = 0; d <= R; ++d)
            if (Spec::weight(a, b, d) != 0) return true;
        return false;
    }
    /// True if planes at distance d have weights off the z axis.
    static constexpr WAVESIM_DEVICE bool off_axis(int d) {
        for (int a = 1; a <= R; ++a)
            for (int b = 0; b <= a; ++b)
                if (Spec::weight(a, b, d) != 0) return true;
        return false;
    }
    static constexpr WAVESIM_DEVICE int class_size(int a, int b) { return a == 0 ? 1 : b == 0 || a == b ? 4 : 8; }
    /// B_m: weights of whole planes at distance m and beyond.
    static constexpr WAVESIM_DEVICE double slope_weight(int m) {
        double sum = 0;
        for (int d = m; d <= R; ++d)
            for (int a = 0; a <= R; ++a)
                for (int b = 0; b <= a; ++b) sum += class_size(a, b) * static_cast<double>(Spec::weight(a, b, d));
        return sum;
    }

    /// Sum of the in-plane class (a, b), a >= b, around column x; pair[b] is row(y - b) + row(y + b).
    template <int a, int b, int span>
    static WAVESIM_DEVICE Real class_sum(const Real (&pair)[R + 1][span], int x) {
        if constexpr (a == 0)
            return pair[0][x];
        else if constexpr (b == 0)
            return (pair[0][x - a] + pair[0][x + a]) + pair[a][x];
        else if constexpr (a == b)
            return pair[a][x - a] + pair[a][x + a];
        else
            return (pair[b][x - a] + pair[b][x + a]) + (pair[a][x - b] + pair[a][x + b]);
    }

    /// Adds plane z to the running sums of one row: sums[j] belongs to plane z - R + j. `last` is u of plane z - 1.
    static WAVESIM_DEVICE void accumulate(const Real* row, Real (&sums)[2 * R + 1][V], Real (&last)[V]) {
        constexpr int span = V + 2 * pad;
        Real pair[R + 1][span];  // row(y - b) + row(y + b)
        static_for<0, R + 1>([&](auto b_constant) {
            constexpr int b = decltype(b_constant)::value;
            static_for<0, span / V>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                const Pack<Real> below = load_pack(row - b * width + k * V);
                if constexpr (b == 0) {
                    for (int i = 0; i < V; ++i) pair[0][k * V + i] = below.v[i];
                } else {
                    const Pack<Real> above = load_pack(row + b * width + k * V);
                    for (int i = 0; i < V; ++i) pair[b][k * V + i] = below.v[i] + above.v[i];
                }
            });
        });
        Real weighted[R + 1][V];
        static_for<0, R + 1>([&](auto distance) {
            constexpr int d = decltype(distance)::value;
            for (int i = 0; i < V; ++i) weighted[d][i] = 0;
        });
        static_for<1, R + 1>([&](auto outer) {
            constexpr int a = decltype(outer)::value;
            static_for<0, a + 1>([&](auto inner) {
                constexpr int b = decltype(inner)::value;
                if constexpr (in_plane(a, b)) {
                    constexpr Real size = class_size(a, b);
                    Real difference[V];
                    for (int i = 0; i < V; ++i)
                        difference[i] = fused(-size, pair[0][pad + i], class_sum<a, b>(pair, pad + i));
                    static_for<0, R + 1>([&](auto distance) {
                        constexpr int d = decltype(distance)::value;
                        constexpr Real w = Spec::weight(a, b, d);
                        if constexpr (w != 0)
                            for (int i = 0; i < V; ++i) weighted[d][i] = fused(w, difference[i], weighted[d][i]);
                    });
                }
            });
        });
        Real slope[V];
        for (int i = 0; i < V; ++i) {
            slope[i] = pair[0][pad + i] - last[i];
            last[i] = pair[0][pad + i];
        }
        static_for<0, 2 * R + 1>([&](auto position) {
            constexpr int j = decltype(position)::value;
            constexpr int d = j < R ? R - j : j - R;
            constexpr Real w = j == 2 * R ? 0.0 : j < R ? slope_weight(R - j) : -slope_weight(j - R + 1);
            for (int i = 0; i < V; ++i) {
                Real sum = 0;
                if constexpr (j < 2 * R) sum = fused(w, slope[i], sums[j + 1][i]);
                if constexpr (off_axis(d)) sum += weighted[d][i];
                sums[j][i] = sum;
            }
        });
    }
};

}  // namespace wavesim::kernels
