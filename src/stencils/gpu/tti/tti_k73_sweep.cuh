// SPDX-License-Identifier: MIT
// The 73-point form of TTI media (formulas in tti_k73.cuh) as a plane sweep for 3D grids.
// A block owns a column of tile_x * tile_y nodes and walks along z through one chunk. Planes of both fields with a halo
// of 4 nodes are loaded into a ring buffer in shared memory by asynchronous copies. It holds the 9 planes around the
// one that is finished, and one in flight. A thread finishes V neighbouring nodes along x. First differences are
// computed once for all planes or nodes that use them:
//   D_z D_x u   D_z u once for V + 4 nodes of a row, then D_x of that
//   D_z D_y u   D_y u once per plane, of the last 5 planes in registers, then D_z of that
//   D_y D_x u   D_y u once for V + 4 nodes of a row, then D_x of that
// Cost per node and value: 6 parameters and u- of two fields read and u+ of two fields written once, u of two fields
// read (1 + 8 / tile_x) (1 + 8 / tile_y) times, mostly from the L2 cache; 62 values from shared memory; about 180 fused
// multiply-adds and sums.
#pragma once
#include "stencils/gpu/tti/tti_ring.cuh"
#include "stencils/gpu/tti/tti_sponge.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiK73Sweep : TtiRing<Spec> {
    using Base = TtiRing<Spec>;
    using Base::a, Base::place, Base::x, Base::y, Base::node, Base::own, Base::ring, Base::there;
    using Base::Base;
    static constexpr int R = Base::R, V = Base::V, width = Base::width;
    static constexpr int plane_size = Base::plane_size, slot_size = Base::slot_size;
    using typename Base::Arguments;
    using typename Base::Real;
    using typename Base::Values;
    using Span = Real[V + 4];  ///< V nodes with two more on each side

    static WAVESIM_DEVICE void take_span(const Real* p, Span& u) {
        const Pair<Real> left = load_pair(p - 2);
        const Pair<Real> right = load_pair(p + V);
        Values own;
        Base::take(p, own);
        for (int i = 0; i < 2; ++i) u[i] = left.v[i], u[V + 2 + i] = right.v[i];
        for (int i = 0; i < V; ++i) u[2 + i] = own[i];
    }
    /// First difference of order 4 from the differences of neighbours one and two nodes away.
    static WAVESIM_DEVICE Real slope(const Arguments& a, Real near, Real far) {
        return fused(a.mixed[1], near, a.mixed[2] * far);
    }
    static WAVESIM_DEVICE Real slope_x(const Arguments& a, const Span& u, int i) {
        return slope(a, u[i + 3] - u[i + 1], u[i + 4] - u[i]);
    }
    static WAVESIM_DEVICE void slope_y(const Arguments& a, const Real* p, Values& sum) {
        Values low[2], high[2];
        for (int m = 0; m < 2; ++m) Base::take(p - (m + 1) * width, low[m]), Base::take(p + (m + 1) * width, high[m]);
        for (int i = 0; i < V; ++i) sum[i] = slope(a, high[0][i] - low[0][i], high[1][i] - low[1][i]);
    }
    static WAVESIM_DEVICE Pair<Real> slope_y_pair(const Arguments& a, const Real* p) {
        Pair<Real> low[2], high[2], sum;
        for (int m = 0; m < 2; ++m) low[m] = load_pair(p - (m + 1) * width), high[m] = load_pair(p + (m + 1) * width);
        for (int i = 0; i < 2; ++i) sum.v[i] = slope(a, high[0].v[i] - low[0].v[i], high[1].v[i] - low[1].v[i]);
        return sum;
    }
    /// Adds a pair of opposite neighbours to a second difference; the result is 0 if all three values are equal.
    static WAVESIM_DEVICE Real bend(Real weight, Real high, Real low, Real now, Real sum) {
        return fused(weight, fused(Real(-2), now, high + low), sum);
    }

    /// H u (f = 1) or L u - H u (f = 0) at the V nodes of a thread. `at(k)`: these nodes k planes further on. slopes_y:
    /// D_y u of planes z - 2 to z + 2.
    template <int f>
    struct Derivatives {
        const Real (&n)[3][V];
        Values sum;

        template <class At>
        WAVESIM_DEVICE Derivatives(const Arguments& a, const At& at, const Real (&axis)[3][V],
                                   const Real (&slopes_y)[5][V], const Values& now)
            : n(axis) {
            for (int i = 0; i < V; ++i) sum[i] = 0;
            bend_along_x(a, at(0), now);
            bend_along_y(a, at(0), now);
            slope_in_plane(a, at(0), slopes_y[2]);
            Values bent;
            Span slope_z;
            for (int i = 0; i < V; ++i) bent[i] = 0;
            static_for<1, R + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                if constexpr (m <= 2) {
                    Span low, high;
                    take_span(at(-m), low);
                    take_span(at(m), high);
                    for (int i = 0; i < V + 4; ++i) {
                        const Real difference = high[i] - low[i];
                        slope_z[i] = m == 1 ? a.mixed[1] * difference : fused(a.mixed[m], difference, slope_z[i]);
                    }
                    for (int i = 0; i < V; ++i) bent[i] = bend(a.second[m], high[i + 2], low[i + 2], now[i], bent[i]);
                } else {
                    Values low, high;
                    Base::take(at(-m), low);
                    Base::take(at(m), high);
                    for (int i = 0; i < V; ++i) bent[i] = bend(a.second[m], high[i], low[i], now[i], bent[i]);
                }
            });
            add_bend<2>(bent);
            for (int i = 0; i < V; ++i) {
                const Real with_y = slope(a, slopes_y[3][i] - slopes_y[1][i], slopes_y[4][i] - slopes_y[0][i]);
                const Real mixed = fused(n[0][i], slope_x(a, slope_z, i), n[1][i] * with_y);
                sum[i] = fused(twice(n[2][i]), mixed, sum[i]);
            }
        }

      private:
        static WAVESIM_DEVICE Real twice(Real value) { return (f == 0 ? -2 : 2) * value; }
        template <int d>
        WAVESIM_DEVICE void add_bend(const Values& bent) {
            for (int i = 0; i < V; ++i) {
                const Real share = f == 0 ? fused(-n[d][i], n[d][i], Real(1)) : n[d][i] * n[d][i];
                sum[i] = fused(share, bent[i], sum[i]);
            }
        }
        WAVESIM_DEVICE void bend_along_x(const Arguments& a, const Real* p, const Values& now) {
            Real row[V + 2 * R];
            static_for<0, 1 + 2 * R / V>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                Values part;
                Base::take(p - R + k * V, part);
                for (int i = 0; i < V; ++i) row[k * V + i] = part[i];
            });
            Values bent;
            for (int i = 0; i < V; ++i) bent[i] = 0;
            static_for<1, R + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                for (int i = 0; i < V; ++i)
                    bent[i] = bend(a.second[m], row[R + i + m], row[R + i - m], now[i], bent[i]);
            });
            add_bend<0>(bent);
        }
        WAVESIM_DEVICE void bend_along_y(const Arguments& a, const Real* p, const Values& now) {
            Values bent;
            for (int i = 0; i < V; ++i) bent[i] = 0;
            static_for<1, R + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                Values low, high;
                Base::take(p - m * width, low);
                Base::take(p + m * width, high);
                for (int i = 0; i < V; ++i) bent[i] = bend(a.second[m], high[i], low[i], now[i], bent[i]);
            });
            add_bend<1>(bent);
        }
        WAVESIM_DEVICE void slope_in_plane(const Arguments& a, const Real* p, const Values& own) {
            const Pair<Real> left = slope_y_pair(a, p - 2);
            const Pair<Real> right = slope_y_pair(a, p + V);
            Span row;
            for (int i = 0; i < 2; ++i) row[i] = left.v[i], row[V + 2 + i] = right.v[i];
            for (int i = 0; i < V; ++i) row[2 + i] = own[i];
            for (int i = 0; i < V; ++i) sum[i] = fused(twice(n[0][i]) * n[1][i], slope_x(a, row, i), sum[i]);
        }
    };

    WAVESIM_DEVICE void walk() const {
        const int first = place.z0 - R;  // in slot 0
        for (int k = 0; k < 2 * R + 1; ++k) this->start_plane(first + k, k);
        Real slopes[2][5][V];  // D_y of both fields
        Real n[3][V];
        if (there) this->take_axis(place.z0, n);
        wait_copies<0>();
        barrier();
        for (int f = 0; f < 2; ++f)
            for (int k = 0; k < 4; ++k) slope_y(a, ring + (k + 2) * slot_size + f * plane_size + own, slopes[f][k + 1]);
        int low = 0;  // slot of plane z - R
        for (int z = place.z0; z < place.z1; ++z) {
            wait_copies<0>();
            barrier();
            if (z + 1 < place.z1) this->start_plane(z + R + 1, Base::wrapped(low + 2 * R + 1));
            if (there) {
                finish(z, low, n, slopes);
                if (z + 1 < place.z1) this->take_axis(z + 1, n);
            }
            low = Base::wrapped(low + 1);
        }
    }

    /// Computes u+ of plane z and shifts the slopes by a plane.
    WAVESIM_DEVICE void finish(int z, int low, const Real (&n)[3][V], Real (&slopes)[2][5][V]) const {
        const Int64 plane = z * a.plane;
        Values before[2], factor, horizontal, vertical;
        for (int f = 0; f < 2; ++f) Base::take(a.next[f] + plane + node, before[f]);
        Base::take(a.factor + plane + node, factor);
        Base::take(a.horizontal + plane + node, horizontal);
        Base::take(a.vertical + plane + node, vertical);
        Values now[2], sum[2];  // L s - H s and H p
        static_for<0, 2>([&](auto f_constant) {
            constexpr int f = decltype(f_constant)::value;
            const Real* const field = ring + (f * plane_size + own);
            const auto at = [&](int k) { return field + Base::wrapped(low + R + k) * slot_size; };
            for (int k = 0; k < 4; ++k)
                for (int i = 0; i < V; ++i) slopes[f][k][i] = slopes[f][k + 1][i];
            slope_y(a, at(2), slopes[f][4]);
            Base::take(at(0), now[f]);
            const Derivatives<f> derivatives(a, at, n, slopes[f], now[f]);
            for (int i = 0; i < V; ++i) sum[f][i] = derivatives.sum[i];
        });
        Values change[2];
        for (int i = 0; i < V; ++i) {
            change[0][i] = factor[i] * fused(horizontal[i], sum[0][i], sum[1][i]);
            change[1][i] = factor[i] * fused(vertical[i], sum[0][i], sum[1][i]);
        }
        Values damping;
        Base::take(a.damping[0] + x, damping);
        const Real beside = load_read_only(a.damping[1] + y) + load_read_only(a.damping[2] + z);
        Real most = beside;
        for (int i = 0; i < V; ++i) most += damping[i];
        Values next[2];
        if (most == 0) {
            for (int f = 0; f < 2; ++f)
                for (int i = 0; i < V; ++i) next[f][i] = now[f][i] + ((now[f][i] - before[f][i]) + change[f][i]);
        } else {
            for (int i = 0; i < V; ++i) {
                const Sponge<Real> sponge(damping[i] + beside);
                for (int f = 0; f < 2; ++f) next[f][i] = sponge.next(now[f][i], before[f][i], change[f][i]);
            }
        }
        for (int f = 0; f < 2; ++f) Base::put(a.next[f] + plane + node, next[f]);
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const TtiK73Sweep sweep(a);
        if (sweep.place.z0 < sweep.place.z1) sweep.walk();
    }
};

}  // namespace wavesim::kernels
