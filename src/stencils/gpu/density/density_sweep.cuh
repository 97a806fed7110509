// SPDX-License-Identifier: MIT
// Media whose density varies (stencils/density/density_operator.hpp), plane sweep:
//   u+ = 2u - u- + courant^2 k_i sum_d D-_d (b_d D+_d u)
// A block owns tile_x * tile_y columns of nodes, a thread V neighbouring columns, and walks along z through one chunk.
// Per plane it computes fluxes across x and y from the newest plane in shared memory (density_faces.cuh), waits at one
// barrier and takes their divergence. Along z a thread first sums up the slopes at faces from g(z) = u(z) - u(z-1) as
// in sweep.cuh, then the sums of nodes. The newest plane completes the flux M planes before it, which completes the
// node 2M - 1 planes before it.
// Cost per node: reads u, u-, k and three buoyancies, writes u+ (28 bytes in float, 20 with codes); reads u once more
// from the cache.
#pragma once
#include "stencils/gpu/density/density_faces.cuh"

namespace wavesim::kernels {

template <class Spec>
struct DensitySweep {
    using Real = typename Spec::Real;
    using Arguments = FieldArguments<Real>;
    using InPlane = DensityFaces<Spec>;
    using Ring = typename InPlane::Ring;
    using Code = typename InPlane::Code;
    static constexpr int R = Spec::radius;
    static constexpr int M = InPlane::M;
    static constexpr int V = Ring::V;
    static constexpr int threads = Ring::threads;
    /// Buffers for plane z, for the next plane in flight, and for the last one, which is refilled one barrier after it
    /// was read.
    static constexpr int buffers = 3;
    static_assert(Spec::buffers == buffers && Spec::rows == 1);
    static constexpr int ring_size = buffers * Ring::plane_size;
    static constexpr int shared_bytes =
        (ring_size + 2 * InPlane::size) * static_cast<int>(sizeof(Real)) + InPlane::slots_bytes;

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const BlockPlace place = block_place<false>(a);
        if (place.z0 >= place.z1) return;
        const int x0 = place.tile_x * Spec::tile_x;
        const int y0 = place.tile_y * Spec::tile_y;
        Real* const ring = shared_memory<Real>();
        Real* const fluxes = ring + ring_size;
        float* const slots = reinterpret_cast<float*>(fluxes + 2 * InPlane::size);
        for (int i = thread_index(); i < ring_size; i += threads) ring[i] = 0;  // elements that no copy fills must be 0
        barrier();
        typename Ring::Thread t = Ring::plan(a, x0, y0);
        t.z0 = place.z0;
        t.z1 = place.z1;
        t.line = thread_index() / Ring::lanes;
        t.column = thread_index() % Ring::lanes * V;
        const auto start = [&](int z, Real* buffer) {
            if (z >= t.z0 && z < t.z1) InPlane::start(a, x0, y0, z, slots);
            Ring::start(a, t, ring, z, buffer, 0);
        };
        start(t.z0 - R, ring);
        wait_copies<0>();
        if constexpr (Spec::odd) Ring::turn_signs(a, t, t.z0 - R, ring);
        barrier();
        start(t.z0 - R + 1, ring + Ring::plane_size);
        walk(a, t, x0, y0, ring, fluxes, slots, start);
    }

  private:
    /// Values that a thread keeps from plane to plane.
    struct Column {
        Real last[V] = {};               ///< u
        Real slopes[2 * M - 1][V] = {};  ///< slopes[j] belongs to the face after plane z - M + j, where z is the newest
                                         ///< plane
        Real sums[2 * M][V] = {};        ///< sums[j] belongs to plane z - R + j
    };
    /// Stored values that are needed to finish a plane of the thread's nodes.
    struct Own {
        Pack<Real> now{}, before{};
        Bundle<Code, V> modulus{};
    };

    /// Weight of g(z + i) in the slope of the face after z: sum of s_m over m >= i or 2 - i.
    static constexpr WAVESIM_DEVICE Real slope_weight(int i) {
        double sum = 0;
        for (int m = i > 0 ? i : 2 - i; m <= M; ++m) sum += static_cast<double>(Spec::staggered(m));
        return static_cast<Real>(sum);
    }

    /// Walks through all planes; those before z0 only add to the sums.
    template <class Start>
    static WAVESIM_DEVICE void walk(const Arguments& a, const typename Ring::Thread& t, int x0, int y0, Real* ring,
                                    Real* fluxes, float* slots, const Start& start) {
        constexpr int corner = R * Ring::width + Ring::pad;
        const int x = x0 + t.column;
        const int y = y0 + t.line;
        const bool inside = x < a.nx && y < a.ny;
        const Int64 own = y * a.pitch + x;
        Column column;
        int slot = 0;
        for (int z = t.z0 - R; z < t.z1 + R; ++z) {
            const bool active = z >= t.z0 && z < t.z1;
            const Real* const plane = ring + slot * Ring::plane_size + corner;
            Real* const in_plane = fluxes + (z & 1) * InPlane::size;
            if (active) InPlane::compute(a, x0, y0, z, plane, slots, in_plane);
            add_slope(load_pack(plane + t.line * Ring::width + t.column), column);
            const int face = z >= t.z0 && inside ? face_image(z - M, a.nz, a.halo[4], a.halo[5]) : -2;
            Bundle<Code, V> buoyancy{};
            if (face >= 0)
                buoyancy = load_bundle<V>(static_cast<const Code*>(a.fluid.buoyancy[2]) + (face * a.plane + own));
            const Int64 node = (z - R) * a.plane + own;
            const bool finishes = z - R >= t.z0 && inside;
            Own there;
            if (finishes) {
                there.now = load_pack(a.now + node);
                there.before = load_pack(a.next + node);
                there.modulus = load_bundle<V>(static_cast<const Code*>(a.fluid.modulus) + node);
            }
            wait_copies<0>();
            slot = slot + 1 == buffers ? 0 : slot + 1;
            if constexpr (Spec::odd) Ring::turn_signs(a, t, z + 1, ring + slot * Ring::plane_size);
            barrier();
            start(z + 2, ring + (slot + 1 == buffers ? 0 : slot + 1) * Ring::plane_size);
            Pack<Real> sum{};
            if (active) sum = InPlane::divergence(in_plane);
            add_flux(buoyancies(a, buoyancy, face, x, y), sum, column);
            if (finishes) store_pack(a.next + node, next(a, there, column));
        }
    }

    static WAVESIM_DEVICE Pack<Real> buoyancies(const Arguments& a, const Bundle<Code, V>& kept, int face, int x,
                                                int y) {
        Pack<Real> values = InPlane::decoded(kept, a.fluid.buoyancy_code);
        if (face == -1)
            for (int i = 0; i < V && x + i < a.nx; ++i)
                values.v[i] =
                    static_cast<Real>(load_read_only(a.fluid.low_side[2] + (x + i + static_cast<Int64>(a.nx) * y)));
        return values;
    }

    /// Adds the newest plane; afterwards slopes[0] is complete.
    static WAVESIM_DEVICE void add_slope(const Pack<Real>& now, Column& column) {
        for (int i = 0; i < V; ++i) {
            const Real g = now.v[i] - column.last[i];
            column.last[i] = now.v[i];
            static_for<0, 2 * M - 1>([&](auto position) {
                constexpr int j = decltype(position)::value;
                constexpr Real weight = slope_weight(M - j);
                if constexpr (j + 1 < 2 * M - 1)
                    column.slopes[j][i] = fused(weight, g, column.slopes[j + 1][i]);
                else
                    column.slopes[j][i] = weight * g;
            });
        }
    }
    /// Adds the flux of the face that is complete; `sum` is the divergence of the newest plane along x and y.
    static WAVESIM_DEVICE void add_flux(const Pack<Real>& buoyancy, const Pack<Real>& sum, Column& column) {
        for (int i = 0; i < V; ++i) {
            const Real flux = buoyancy.v[i] * column.slopes[0][i];
            static_for<0, 2 * M>([&](auto position) {
                constexpr int j = decltype(position)::value;
                constexpr Real weight = j < M ? Spec::staggered(M - j) : -Spec::staggered(j - M + 1);
                if constexpr (j + 1 < 2 * M)
                    column.sums[j][i] = fused(weight, flux, column.sums[j + 1][i]);
                else
                    column.sums[j][i] = fused(weight, flux, sum.v[i]);
            });
        }
    }
    static WAVESIM_DEVICE Pack<Real> next(const Arguments& a, const Own& own, const Column& column) {
        const Pack<Real> modulus = InPlane::decoded(own.modulus, a.fluid.modulus_code);
        Pack<Real> result;
        for (int i = 0; i < V; ++i)
            result.v[i] = own.now.v[i] +
                          fused(Real(Spec::push) * modulus.v[i], column.sums[0][i], own.now.v[i] - own.before.v[i]);
        return result;
    }
};

}  // namespace wavesim::kernels
