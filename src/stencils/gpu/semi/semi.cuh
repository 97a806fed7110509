// SPDX-License-Identifier: MIT
// The strategies of Sai et al., "Using the semi-stencil algorithm to accelerate high-order stencils on GPUs", for leggy
// stencils, one node per thread: u+ = 2u - u- + courant^2 L u (times the factor of the node where the medium varies).
//   SemiCube      smem_3d: a block of nodes and its halo in shared memory
//   SemiPlain     semi_25d: R+1 planes in shared memory, two barriers per plane
//   SemiBuffered  semi+b: the next plane is loaded into registers, R+2 planes, one barrier
//   SemiCopied    semi+b+a: it is loaded by asynchronous copies instead, which need no registers
//   SemiFolded    semi+2z: two planes per step, R+2 planes (the paper has one more), two barriers
// Their gmem_3d is TextureUnrolled with a node per thread; their smem_25d is StreamShared, which has a plane more than
// theirs and one barrier instead of two.
// They walk as described in semi_walk.cuh, with both halves of sums along z of differences to the node:
//   F(z) = sum_m w_m (u(z-m) - u(z)),   B(z) = sum_m w_m (u(z+m) - u(z))
// Cost per node: about 12 R shared reads and additions, u, u- and u+ in memory.
#pragma once
#include "stencils/gpu/per_node/stream25.cuh"
#include "stencils/gpu/semi/semi_walk.cuh"

namespace wavesim::kernels {

/// Parts of the sum of a leggy stencil, all of differences to the node.
template <class Spec>
struct HalfSums {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;

    /// Adds one half of an axis to `sum`; at(Constant<m>) is the value m nodes away.
    template <class At>
    static WAVESIM_DEVICE Real half(Real sum, Real now, const At& at) {
        static_for<1, R + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            constexpr Real w = Spec::weight(m, 0, 0);
            if constexpr (w != 0) sum = fused(w, at(m_constant) - now, sum);
        });
        return sum;
    }
    /// Both halves of one axis; `stride`: distance of neighbours in shared memory.
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

/// The functions of one thread that SemiWalk calls (semi_walk.cuh).
template <class Spec>
struct SemiColumn : StreamColumn<Spec> {
    using Real = typename Spec::Real;
    using Planes = SharedPlane<Spec>;
    using Partial = Real;
    using Sums = HalfSums<Spec>;
    const FieldArguments<Real>& a;
    Planes planes;

    WAVESIM_DEVICE explicit SemiColumn(const FieldArguments<Real>& arguments)
        : SemiColumn(arguments, block_place<Spec::boxed>(arguments)) {}
    WAVESIM_DEVICE SemiColumn(const FieldArguments<Real>& arguments, const BlockPlace& place)
        : StreamColumn<Spec>(arguments, place), a(arguments), planes(arguments, place) {}

    template <class At>
    WAVESIM_DEVICE Partial forward(const At& at, int) const {
        return Sums::half(Real(0), load(at(Constant<0>{})),
                          [&](auto m) { return load(at(Constant<-decltype(m)::value>{})); });
    }
    template <class At>
    WAVESIM_DEVICE void finish(const At& at, int z, Partial forward) const {
        const Real* const own_place = at(Constant<0>{});
        const Real now = load(own_place);
        Real sum = Sums::whole(forward, now, own_place, 1);
        sum = Sums::whole(sum, now, own_place, Planes::width);
        sum = Sums::half(sum, now, [&](auto m) { return load(at(m)); });
        StreamColumn<Spec>::finish(a, z * a.plane + this->own, now, sum);
    }
};

template <class Spec>
using SemiPlain = SemiWalk<SemiColumn<Spec>, NextPlane::in_memory>;
template <class Spec>
using SemiBuffered = SemiWalk<SemiColumn<Spec>, NextPlane::in_registers>;
template <class Spec>
using SemiCopied = SemiWalk<SemiColumn<Spec>, NextPlane::under_way>;
template <class Spec>
using SemiFolded = SemiWalk<SemiColumn<Spec>, NextPlane::in_memory, 2>;

}  // namespace wavesim::kernels
