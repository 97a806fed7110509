// SPDX-License-Identifier: MIT
// How blocks of semi-stencils walk along z (Sai et al., "Using the semi-stencil algorithm to accelerate high-order
// stencils on GPUs"), one node per thread, whatever the stencil is. A sum along z has two halves:
//   forward over the planes before a node, backward over those after it.
// When plane z arrives, the forward half of its node can be computed. It waits in a register for R planes until the
// other half is computed. So a plane is needed for R+1 steps instead of 2R+1.
#pragma once
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/common/static_for.cuh"

namespace wavesim::kernels {

/// Where the plane of the next step is stored while a step computes.
enum class NextPlane { in_memory, in_registers, under_way };

/// `Column` represents the stencil and the medium for a thread:
///   planes               loads a plane with its halo into shared memory: load, or fetch and put, or start and arrive
///   z0, z1, in_box       the planes of its chunk, and whether it has nodes; else it only helps to load planes
///   forward(at, z)       a Partial: the forward half of its node in plane z
///   finish(at, z, half)  updates that node
/// at(Constant<k>) is the node's position in shared memory k planes further on: -R to 0 in forward, 0 to R in finish.
template <class Column, NextPlane next, int folded = 1>
struct SemiWalk {
    using Real = typename Column::Real;
    using Planes = typename Column::Planes;
    static constexpr int R = Column::R;
    static constexpr int threads = Column::threads;
    static constexpr int slots = R + folded + (next == NextPlane::in_memory ? 0 : 1);
    static constexpr int shared_bytes = slots * Planes::size * static_cast<int>(sizeof(Real));
    static_assert(folded == 1 || next == NextPlane::in_memory);
    /// Forward half sums of the planes in use, ordered by plane.
    using Forward = typename Column::Partial[R + folded];

    template <class Arguments>
    static WAVESIM_DEVICE void run(const Arguments& a) {
        const Column column(a);
        if (column.z0 >= column.z1) return;
        const Planes& planes = column.planes;
        Real* const ring = shared_memory<Real>();
        const int end = column.z1 + R;
        constexpr int first = next == NextPlane::in_memory ? R : R + 1;
        for (int k = 0; k < first; ++k) planes.load(a, column.z0 - R + k, ring + k * Planes::size);
        if constexpr (next != NextPlane::in_memory) barrier();
        Forward forward = {};
        int newest = R;  // slot of plane z
        for (int z = column.z0; z < end; z += folded) {
            Real* const free = ring + after(newest, 1) * Planes::size;
            const int coming = smaller(z + 1, end - 1);
            if constexpr (next == NextPlane::in_memory) {
                for (int j = 0; j < folded; ++j)
                    planes.load(a, smaller(z + j, end - 1), ring + after(newest, j) * Planes::size);
                barrier();
                move(column, ring, z, newest, forward);
            } else if constexpr (next == NextPlane::in_registers) {
                const auto fetched = planes.fetch(a, coming);
                move(column, ring, z, newest, forward);
                planes.put(fetched, free);
            } else {
                planes.start(a, coming, free);
                move(column, ring, z, newest, forward);
                planes.arrive(a, coming, free);
            }
            // The slot that is filled next was read for the last time, and the values read from it were used.
            barrier();
            newest = after(newest, folded);
        }
    }

  private:
    static WAVESIM_DEVICE int after(int slot, int planes) {
        return slot + planes >= slots ? slot + planes - slots : slot + planes;
    }

    /// Computes the forward half sums of the new planes from z on, and finishes the nodes R planes before them.
    static WAVESIM_DEVICE void move(const Column& column, const Real* ring, int z, int newest, Forward& forward) {
        const Real* place[R + folded];  // own node in plane z - R + i
        static_for<0, R + folded>([&](auto i_constant) {
            constexpr int i = decltype(i_constant)::value;
            const int slot =
                i < R ? (newest - R + i < 0 ? newest - R + i + slots : newest - R + i) : after(newest, i - R);
            place[i] = ring + slot * Planes::size + Planes::own();
        });
        static_for<0, R>([&](auto i_constant) {
            constexpr int i = decltype(i_constant)::value;
            forward[i] = forward[i + folded];
        });
        static_for<R, R + folded>([&](auto i_constant) {
            constexpr int i = decltype(i_constant)::value;
            forward[i] =
                column.forward([&](auto k) -> const Real* { return place[i + decltype(k)::value]; }, z - R + i);
        });
        static_for<0, folded>([&](auto j_constant) {
            constexpr int j = decltype(j_constant)::value;
            const int done = z - R + j;
            if (done < column.z0 || done >= column.z1 || !column.in_box) return;
            column.finish([&](auto k) -> const Real* { return place[j + decltype(k)::value]; }, done, forward[j]);
        });
    }
};

}  // namespace wavesim::kernels
