// SPDX-License-Identifier: MIT
// The fluxes of one plane across x and y in the density sweep (density_sweep.cuh): at the faces after the nodes of a
// tile, and at the faces beside the tile that the divergence needs. Each is computed once, by one thread of the block,
// from the ring's newest plane and a buoyancy that the thread has loaded two planes before.
#pragma once
#include "stencils/gpu/common/fluid.cuh"
#include "stencils/gpu/sweep/sweep_ring.cuh"

namespace wavesim::kernels {

/// Spec of a ring that loads only u.
template <class Spec>
struct OnlyPlanes : Spec {
    static constexpr int rows = 1, buffers = Spec::radius + 2, medium = medium_one, end_column = -1;
    static constexpr bool staged = false;
};

template <class Spec>
struct DensityFaces {
    using Real = typename Spec::Real;
    using Arguments = FieldArguments<Real>;
    using Ring = SweepRing<OnlyPlanes<Spec>>;
    using Code = typename CodeOf<static_cast<int>(Spec::medium)>::Type;
    static constexpr int M = (Spec::radius + 1) / 2;
    static_assert(Spec::radius == 2 * M - 1);
    static constexpr int V = Ring::V;
    static constexpr bool coded = Spec::medium == medium_int16;
    static constexpr int left = (M + V - 1) / V, right = (M + V - 2) / V;  // packs of faces beside a row of the tile
    static constexpr int x_width = Spec::tile_x + (left + right) * V;
    static constexpr int x_size = Spec::tile_y * x_width;
    static constexpr int size = x_size + (Spec::tile_y + 2 * M - 1) * Spec::tile_x;  // fluxes of a plane
    static constexpr int beside_y = (2 * M - 1) * Ring::lanes;
    static constexpr int beside = beside_y + (left + right) * Spec::tile_y;  // packs of faces beside the tile
    static constexpr int turns = 2 + (beside + Ring::threads - 1) / Ring::threads;
    /// Buoyancies of two planes: V floats for each turn of each thread.
    static constexpr int slots_bytes = 2 * turns * Ring::threads * V * static_cast<int>(sizeof(float));

    /// A pack of faces after the nodes of a row of the tile, or of a row beside it.
    struct Faces {
        int axis, row, column;
        bool any;
    };
    /// The faces of a thread: in turns 0 and 1 after its own nodes across x and y, then faces beside the tile, starting
    /// with the last threads.
    template <int turn>
    static WAVESIM_DEVICE Faces faces() {
        const int thread = thread_index_again();
        if constexpr (turn < 2) {
            return {turn, thread / Ring::lanes, thread % Ring::lanes * V, true};
        } else {
            const int k = (turn - 2) * Ring::threads + Ring::threads - 1 - thread;
            if (k < beside_y) {
                const int row = k / Ring::lanes;
                return {1, row < M ? row - M : Spec::tile_y + row - M, k % Ring::lanes * V, true};
            }
            const int pack = (k - beside_y) % (left + right);
            return {0, (k - beside_y) / (left + right),
                    pack < left ? (pack - left) * V : Spec::tile_x + (pack - left) * V, k < beside};
        }
    }
    static WAVESIM_DEVICE float* slot(float* slots, int z, int turn) {
        return slots + (((z & 1) * turns + turn) * Ring::threads + thread_index_again()) * V;
    }

    /// Starts loading the buoyancies of plane z: whole packs in their stored form, others one by one.
    static WAVESIM_DEVICE void start(const Arguments& a, int x0, int y0, int z, float* slots) {
        static_for<0, turns>([&](auto turn_constant) {
            constexpr int turn = decltype(turn_constant)::value;
            const Faces f = faces<turn>();
            const int x = x0 + f.column;
            const int y = y0 + f.row;
            if (!f.any) return;
            if (f.axis == 0 && y < a.ny)
                start_x(a, x, y, z, slot(slots, z, turn));
            else if (f.axis == 1 && x < a.nx && y < a.ny + M - 1)
                start_y(a, x, y, z, slot(slots, z, turn));
        });
    }

    /// Computes the fluxes of plane z; `plane` points to u of the tile's first node.
    static WAVESIM_DEVICE void compute(const Arguments& a, int x0, int y0, int z, const Real* plane, float* slots,
                                       Real* fluxes) {
        static_for<0, turns>([&](auto turn_constant) {
            constexpr int turn = decltype(turn_constant)::value;
            const Faces f = faces<turn>();
            if (!f.any) return;
            const float* const given = slot(slots, z, turn);
            const Real* const u = plane + f.row * Ring::width + f.column;
            if (f.axis == 0) {
                const int x = x0 + f.column;
                store_pack(fluxes + f.row * x_width + left * V + f.column,
                           flux(across_x(u), whole_x(a, x) ? whole(a, given) : single_x(a, x, given)));
            } else {
                const bool low_side = y0 + f.row == -1 && a.halo[2] != halo_mirror_whole;
                store_pack(fluxes + x_size + (f.row + M) * Spec::tile_x + f.column,
                           flux(across_y(u), low_side ? floats(given) : whole(a, given)));
            }
        });
    }

    /// D- F along x and y at the thread's nodes.
    static WAVESIM_DEVICE Pack<Real> divergence(const Real* fluxes) {
        const int row = thread_index_again() / Ring::lanes;
        const int column = thread_index_again() % Ring::lanes * V;
        Real x[(left + right + 1) * V];
        load_row<left, right>(fluxes + row * x_width + left * V + column, x);
        const Real* const y = fluxes + x_size + (row + M) * Spec::tile_x + column;
        Pack<Real> sum{};
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            for (int i = 0; i < V; ++i)
                sum.v[i] = fused(Spec::staggered(m), x[left * V + i + m - 1] - x[left * V + i - m], sum.v[i]);
        });
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            const Pack<Real> after = load_pack(y + (m - 1) * Spec::tile_x);
            const Pack<Real> before = load_pack(y - m * Spec::tile_x);
            for (int i = 0; i < V; ++i) sum.v[i] = fused(Spec::staggered(m), after.v[i] - before.v[i], sum.v[i]);
        });
        return sum;
    }

    /// Starts loading the buoyancies of whole packs.
    template <class Kept>
    static WAVESIM_DEVICE Pack<Real> decoded(const Bundle<Kept, V>& values, const BitSteps& steps) {
        Pack<Real> pack;
        for (int i = 0; i < V; ++i) pack.v[i] = static_cast<Real>(fluid_value(values.v[i], steps));
        return pack;
    }

  private:
    template <int before, int after>
    static WAVESIM_DEVICE void load_row(const Real* at, Real (&row)[(before + after + 1) * V]) {
        static_for<-before, after + 1>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const Pack<Real> pack = load_pack(at + k * V);
            for (int i = 0; i < V; ++i) row[(k + before) * V + i] = pack.v[i];
        });
    }
    /// D+ u of a pack.
    static WAVESIM_DEVICE Pack<Real> across_x(const Real* u) {
        constexpr int before = (M + V - 2) / V, after = (M + V - 1) / V;
        Real row[(before + after + 1) * V];
        load_row<before, after>(u, row);
        Pack<Real> slope{};
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            for (int i = 0; i < V; ++i)
                slope.v[i] =
                    fused(Spec::staggered(m), row[before * V + i + m] - row[before * V + i - m + 1], slope.v[i]);
        });
        return slope;
    }
    static WAVESIM_DEVICE Pack<Real> across_y(const Real* u) {
        Pack<Real> slope{};
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            const Pack<Real> after = load_pack(u + m * Ring::width);
            const Pack<Real> before = load_pack(u - (m - 1) * Ring::width);
            for (int i = 0; i < V; ++i) slope.v[i] = fused(Spec::staggered(m), after.v[i] - before.v[i], slope.v[i]);
        });
        return slope;
    }
    static WAVESIM_DEVICE Pack<Real> flux(const Pack<Real>& slope, const Pack<Real>& buoyancy) {
        Pack<Real> flux;
        for (int i = 0; i < V; ++i) flux.v[i] = buoyancy.v[i] * slope.v[i];
        return flux;
    }

    static WAVESIM_DEVICE Pack<Real> whole(const Arguments& a, const float* given) {
        return decoded(load_bundle<V>(reinterpret_cast<const Code*>(given)), a.fluid.buoyancy_code);
    }
    static WAVESIM_DEVICE Pack<Real> floats(const float* given) { return decoded(load_bundle<V>(given), BitSteps{}); }
    /// Pairs of codes that share four bytes are loaded together.
    static WAVESIM_DEVICE Pack<Real> single_x(const Arguments& a, int x, const float* given) {
        Pack<Real> values = floats(given);
        if constexpr (coded) {
            const auto pairs = load_bundle<V>(reinterpret_cast<const unsigned*>(given));
            for (int i = 0; i < V; ++i) {
                const int node = face_image(x + i, a.nx, a.halo[0], a.halo[1]);
                const auto code = static_cast<unsigned short>(pairs.v[i] >> (node & 1) * 16);
                if (node >= 0) values.v[i] = static_cast<Real>(fluid_value(code, a.fluid.buoyancy_code));
            }
        }
        return values;
    }
    /// The last face of a row is stored, except where the side mirrors about the last node.
    static WAVESIM_DEVICE bool whole_x(const Arguments& a, int x) {
        return x >= 0 && x + V + (a.halo[1] == halo_mirror_whole ? 1 : 0) <= a.nx;
    }

    static WAVESIM_DEVICE const Code* buoyancy(const Arguments& a, int axis) {
        return static_cast<const Code*>(a.fluid.buoyancy[axis]);
    }
    static WAVESIM_DEVICE void start_pack(float* to, const Code* from) {
        copy_async<V* static_cast<int>(sizeof(Code))>(to, from);
    }
    static WAVESIM_DEVICE void start_x(const Arguments& a, int x, int y, int z, float* to) {
        const Int64 row = z * a.plane + y * a.pitch;
        if (whole_x(a, x)) {
            start_pack(to, buoyancy(a, 0) + row + x);
            return;
        }
        for (int i = 0; i < V; ++i) {
            if (x + i < -M || x + i >= a.nx + M - 1) continue;
            const int node = face_image(x + i, a.nx, a.halo[0], a.halo[1]);
            if (node < 0)
                copy_async<4>(to + i, a.fluid.low_side[0] + (y + static_cast<Int64>(a.ny) * z));
            else
                copy_async<4>(to + i, buoyancy(a, 0) + row + (coded ? node / 2 * 2 : node));
        }
    }
    static WAVESIM_DEVICE void start_y(const Arguments& a, int x, int y, int z, float* to) {
        const int node = face_image(y, a.ny, a.halo[2], a.halo[3]);
        if (node >= 0) {
            start_pack(to, buoyancy(a, 1) + (z * a.plane + node * a.pitch + x));
            return;
        }
        for (int i = 0; i < V && x + i < a.nx; ++i)
            copy_async<4>(to + i, a.fluid.low_side[1] + (x + i + static_cast<Int64>(a.nx) * z));
    }
};

}  // namespace wavesim::kernels
