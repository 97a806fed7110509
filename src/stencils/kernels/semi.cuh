// SPDX-License-Identifier: MIT
// The strategies of Sai et al., "Using the semi-stencil algorithm to accelerate high-order stencils on GPUs", for leggy
// stencils, one node per thread: u+ = 2u - u- + courant^2 L u (times the factor of the node where the medium varies).
//   SemiCube      smem_3d: a block of nodes and all around it in shared memory
//   SemiPlain     semi_25d: R+1 planes in shared memory, two barriers per plane
//   SemiBuffered  semi+b: the next plane on its way in registers, R+2 planes, one barrier
//   SemiCopied    semi+b+a: on its way by asynchronous copies instead, which need no registers
//   SemiFolded    semi+2z: two planes per step, R+2 planes (the paper has one more), two barriers
// Their gmem_3d is TextureUnrolled with a node per thread; their smem_25d is StreamShared, which has a plane more than
// theirs and one barrier instead of two.
// A sum along z is two halves of differences to the node: forward over the planes before it, backward over those after.
//   F(z) = sum_m w_m (u(z-m) - u(z)),   B(z) = sum_m w_m (u(z+m) - u(z))
// Walking along z, F is known when plane z arrives; it waits in a register for R planes and meets B there. So a plane
// is needed for R+1 steps instead of 2R+1. Cost per node: about 12 R shared reads and additions, u, u- and u+ in
// memory.
#pragma once
#include "stencils/kernels/stream25.cuh"

namespace wavesim::kernels {

/// Parts of the sum of a leggy stencil, all of differences to the node.
template <class Spec>
struct HalfSums {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;

    /// One half of an axis, added to `sum`; at(Constant<m>) is the value m nodes away.
    template <class At>
    static WAVESIM_DEVICE Real half(Real sum, Real now, const At& at) {
        static_for<1, R + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            constexpr Real w = Spec::weight(m, 0, 0);
            if constexpr (w != 0) sum = fused(w, at(m_constant) - now, sum);
        });
        return sum;
    }
    /// Both halves of one axis; `stride`: between neighbours in shared memory.
    static WAVESIM_DEVICE Real whole(Real sum, Real now, const Real* centre, int stride) {
        static_for<1, R + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            constexpr Real w = Spec::weight(m, 0, 0);
            if constexpr (w != 0)
                sum = fused(w, (load(centre - m * stride) - now) + (load(centre + m * stride) - now), sum);
        });
        return sum;
    }
};

template <class Spec>
struct SemiCube {
    using Real = typename Spec::Real;
    using Shared = SharedPlane<Spec>;
    using Sums = HalfSums<Spec>;
    static constexpr int R = Spec::radius;
    static constexpr int threads = plane_threads<Spec> * Spec::tile_z;
    static constexpr int planes = Spec::tile_z + 2 * R;
    static constexpr int shared_bytes = planes * Shared::size * static_cast<int>(sizeof(Real));

    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a) {
        const BlockPlace place{block_x(), block_y(), 0, 0};
        const Range along_z = range_along<Spec::boxed, 2>(a);
        const StreamColumn<Spec> column(a, place);
        const int layer = thread_index() / plane_threads<Spec>;
        const int z0 = along_z.from + block_z() * Spec::tile_z;
        const int end = smaller(z0 + Spec::tile_z, along_z.to);
        Real* const cube = shared_memory<Real>();
        const Shared shared(a, place);
        for (int k = layer; k < planes && z0 - R + k < end + R; k += Spec::tile_z) {
            Real* const target = cube + k * Shared::size;
            if (k >= R && k < R + Spec::tile_z)
                shared.load(a, z0 - R + k, target);
            else
                shared.template load<false>(a, z0 - R + k, target);
        }
        barrier();
        const int z = z0 + layer;
        if (!column.in_box || z >= end) return;
        const Real* const centre = cube + (R + layer) * Shared::size + Shared::own();
        const Real now = load(centre);
        Real sum = Sums::whole(Real(0), now, centre, 1);
        sum = Sums::whole(sum, now, centre, Shared::width);
        sum = Sums::whole(sum, now, centre, Shared::size);
        StreamColumn<Spec>::finish(a, z * a.plane + column.own, now, sum);
    }
};

/// Where the planes of the next step are while a step computes.
enum class NextPlane { in_memory, in_registers, under_way };

template <class Spec, NextPlane next, int folded = 1>
struct SemiStream {
    using Real = typename Spec::Real;
    using Shared = SharedPlane<Spec>;
    using Sums = HalfSums<Spec>;
    using Column = StreamColumn<Spec>;
    static constexpr int R = Spec::radius;
    static constexpr int threads = Column::threads;
    static constexpr int slots = R + folded + (next == NextPlane::in_memory ? 0 : 1);
    static constexpr int shared_bytes = slots * Shared::size * static_cast<int>(sizeof(Real));
    static_assert(folded == 1 || next == NextPlane::in_memory);
    /// Forward half sums of the planes in use, in the order of the planes.
    using Forward = Real[R + folded];

    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a) {
        const BlockPlace place = block_place<Spec::boxed>(a);
        const Column column(a, place);
        if (place.z0 >= place.z1) return;
        const Shared shared(a, place);
        Real* const ring = shared_memory<Real>();
        const int end = column.z1 + R;
        constexpr int first = next == NextPlane::in_memory ? R : R + 1;
        for (int k = 0; k < first; ++k) shared.load(a, column.z0 - R + k, ring + k * Shared::size);
        if constexpr (next != NextPlane::in_memory) barrier();
        Forward forward = {};
        int newest = R;  // slot of plane z
        for (int z = column.z0; z < end; z += folded) {
            const int free = after(newest, 1);
            Real values[next == NextPlane::in_registers ? Shared::copies : 1];
            int sign = 1;
            if constexpr (next == NextPlane::in_memory) {
                for (int j = 0; j < folded; ++j)
                    shared.load(a, smaller(z + j, end - 1), ring + after(newest, j) * Shared::size);
                barrier();
            } else if constexpr (next == NextPlane::in_registers) {
                sign = shared.fetch(a, smaller(z + 1, end - 1), values);
            } else {
                shared.start(a, smaller(z + 1, end - 1), ring + free * Shared::size);
            }
            move(a, column, ring, z, newest, forward);
            // The slot that is filled next has been read for the last time, and what was read of it was added up.
            if constexpr (next == NextPlane::in_registers) shared.put(values, sign, ring + free * Shared::size);
            if constexpr (next == NextPlane::under_way)
                shared.arrive(a, smaller(z + 1, end - 1), ring + free * Shared::size);
            barrier();
            newest = after(newest, folded);
        }
    }

  private:
    static WAVESIM_DEVICE int after(int slot, int planes) {
        return slot + planes >= slots ? slot + planes - slots : slot + planes;
    }

    /// Forward half sums of the planes from z on that are new, and the nodes R planes before them.
    static WAVESIM_DEVICE void move(const FieldArguments<Real>& a, const Column& column, const Real* ring, int z,
                                    int newest, Forward& forward) {
        const Real* place[R + folded];  // own node in plane z - R + i
        Real u[R + folded];
        static_for<0, R + folded>([&](auto i_constant) {
            constexpr int i = decltype(i_constant)::value;
            const int slot =
                i < R ? (newest - R + i < 0 ? newest - R + i + slots : newest - R + i) : after(newest, i - R);
            place[i] = ring + slot * Shared::size + Shared::own();
            u[i] = load(place[i]);
        });
        static_for<0, R>([&](auto i_constant) {
            constexpr int i = decltype(i_constant)::value;
            forward[i] = forward[i + folded];
        });
        static_for<R, R + folded>([&](auto i_constant) {
            constexpr int i = decltype(i_constant)::value;
            forward[i] = Sums::half(Real(0), u[i], [&](auto m) { return u[i - decltype(m)::value]; });
        });
        static_for<0, folded>([&](auto j_constant) {
            constexpr int j = decltype(j_constant)::value;
            const int done = z - R + j;
            if (done < column.z0 || done >= column.z1 || !column.in_box) return;
            Real sum = Sums::whole(forward[j], u[j], place[j], 1);
            sum = Sums::whole(sum, u[j], place[j], Shared::width);
            sum = Sums::half(sum, u[j], [&](auto m) { return u[j + decltype(m)::value]; });
            Column::finish(a, done * a.plane + column.own, u[j], sum);
        });
    }
};

template <class Spec>
using SemiPlain = SemiStream<Spec, NextPlane::in_memory>;
template <class Spec>
using SemiBuffered = SemiStream<Spec, NextPlane::in_registers>;
template <class Spec>
using SemiCopied = SemiStream<Spec, NextPlane::under_way>;
template <class Spec>
using SemiFolded = SemiStream<Spec, NextPlane::in_memory, 2>;

}  // namespace wavesim::kernels
