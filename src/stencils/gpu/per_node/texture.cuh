// SPDX-License-Identifier: MIT
// A few nodes per thread through the read-only cache (Hamilton et al., DAFx 2015, section 3.2):
// u+ = 2u - u- + courant^2 L u (times the factor of the node where the medium varies), summed over differences to the
// centre, so that a constant field stays constant.
//   TextureLoop      KernelA: run-time list of K offsets and weights, one node per thread
//   TextureFactored  equation 11: the same, but the points of a shell, which share a weight, are added first
//   TextureLeggy     KernelB: run-time M, six arms, one node per thread
//   TextureUnrolled  either, with the points known at compile time and Spec::rows nodes along z per thread: a value
//                    that several of them need is read once
// Cost per node: K cached reads of u (fewer where threads have several nodes), one read of u-, one write. Neighbours
// outside the grid are read from their mirror images.
#pragma once
#include "stencils/gpu/per_node/neighbours.cuh"

namespace wavesim::kernels {

template <class Real>
WAVESIM_DEVICE Real sum_near_sides(const FieldArguments<Real>& a, const PointTable<Real>& points, Real now, int x,
                                   int y, int z) {
    Real sum = 0;
    Real rest = 0;
    for (int k = 0; k < points.pairs; ++k) {
        const int dx = points.dx[k];
        const int dy = points.dy[k];
        const int dz = points.dz[k];
        const Real pair = (load_image(a, x + dx, y + dy, z + dz) - now) + (load_image(a, x - dx, y - dy, z - dz) - now);
        sum = fused(points.weight[k], pair, sum);
        rest = fused(points.rest[k], pair, rest);
    }
    return sum + rest;
}

/// Node of a thread in blocks of Spec::tile_x * tile_y * tile_z nodes, and how to finish it.
template <class Spec>
struct TextureNode {
    using Real = typename Spec::Real;
    static constexpr int threads = Spec::tile_x * Spec::tile_y * Spec::tile_z;

    template <class InteriorSum>
    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a, const PointTable<Real>& points,
                                   InteriorSum interior_sum) {
        const Range in_x = range_along<Spec::boxed, 0>(a);
        const Range in_y = range_along<Spec::boxed, 1>(a);
        const Range in_z = range_along<Spec::boxed, 2>(a);
        const int x = in_x.from + block_x() * Spec::tile_x + thread_index() % Spec::tile_x;
        const int y = in_y.from + block_y() * Spec::tile_y + thread_index() / Spec::tile_x % Spec::tile_y;
        const int z = in_z.from + block_z() * Spec::tile_z + thread_index() / (Spec::tile_x * Spec::tile_y);
        if (x >= in_x.to || y >= in_y.to || z >= in_z.to) return;
        const int r = points.radius;
        const int ry = a.ny == 1 ? 0 : r;
        const bool interior = x >= r && x < a.nx - r && y >= ry && y < a.ny - ry && z >= r && z < a.nz - r;
        const Int64 node = z * a.plane + (y * a.pitch + x);
        const Real now = load_read_only(a.now + node);
        const Real factor = load_factor<Spec>(a, node);
        const Real sum = interior ? interior_sum(a.now + node, now) : sum_near_sides(a, points, now, x, y, z);
        store(a.next + node, next_value<Spec>(now, load(a.next + node), sum, factor));
    }
};

/// Copies the pairs of a table to shared memory, where one access gives a pair to all threads. The cache of the
/// constant bank is too small for loops over more than about 80 points.
template <class Spec>
struct PointList {
    using Real = typename Spec::Real;
    struct alignas(16) Entry {
        Real weight, rest;
        int offset;
    };
    static constexpr int bytes = PointTable<Real>::capacity * static_cast<int>(sizeof(Entry));
    /// Must be called by every thread of the block. A warp reads one pair at a time, which is one read of the constant
    /// bank.
    static WAVESIM_DEVICE const Entry* bring(const PointTable<Real>& points) {
        Entry* entries = shared_memory<Entry>();
        for (int k = thread_index() / 32; k < points.pairs; k += TextureNode<Spec>::threads / 32)
            if (thread_index() % 32 == 0) entries[k] = {points.weight[k], points.rest[k], points.offset[k]};
        barrier();
        return entries;
    }
};

template <class Spec>
struct TextureLoop : TextureNode<Spec> {
    using Real = typename Spec::Real;
    static constexpr int shared_bytes = PointList<Spec>::bytes;
    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a, const PointTable<Real>& points) {
        const auto* list = PointList<Spec>::bring(points);
        TextureNode<Spec>::run(a, points, [&](const Real* centre, Real now) {
            Real sum = 0;
            Real rest = 0;
            for (int k = 0; k < points.pairs; ++k) {
                const auto point = list[k];
                const Real pair =
                    (load_read_only(centre + point.offset) - now) + (load_read_only(centre - point.offset) - now);
                sum = fused(point.weight, pair, sum);
                rest = fused(point.rest, pair, rest);
            }
            return sum + rest;
        });
    }
};

/// shells.weight[p] and rest[p] are those of a shell; shells.offset[p] is the number of pairs up to and including it.
template <class Spec>
struct TextureFactored : TextureNode<Spec> {
    using Real = typename Spec::Real;
    static constexpr int shared_bytes = PointList<Spec>::bytes;
    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a, const PointTable<Real>& points,
                                   const PointTable<Real>& shells) {
        const auto* list = PointList<Spec>::bring(points);
        TextureNode<Spec>::run(a, points, [&](const Real* centre, Real now) {
            Real sum = 0;
            Real rest = 0;
            int k = 0;
            for (int p = 0; p < shells.pairs; ++p) {
                Real shell = 0;
                for (const int end = shells.offset[p]; k < end; ++k) {
                    const int offset = list[k].offset;
                    shell += (load_read_only(centre + offset) - now) + (load_read_only(centre - offset) - now);
                }
                sum = fused(shells.weight[p], shell, sum);
                rest = fused(shells.rest[p], shell, rest);
            }
            return sum + rest;
        });
    }
};

/// arms.weight[m] is the weight of the nodes at distance m on the arms.
template <class Spec>
struct TextureLeggy : TextureNode<Spec> {
    using Real = typename Spec::Real;
    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a, const PointTable<Real>& points,
                                   const PointTable<Real>& arms) {
        TextureNode<Spec>::run(a, points, [&](const Real* centre, Real now) {
            const int plane = static_cast<int>(a.plane);
            Real sum = 0;
            for (int m = 1; m <= arms.radius; ++m) {
                const int y = m * a.pitch;
                const int z = m * plane;
                const Real pairs = (load_read_only(centre - m) + load_read_only(centre + m)) +
                                   (load_read_only(centre - y) + load_read_only(centre + y)) +
                                   (load_read_only(centre - z) + load_read_only(centre + z));
                sum = fused(arms.weight[m], pairs - 6 * now, sum);
            }
            return sum;
        });
    }
};

template <class Spec>
struct TextureUnrolled {
    using Real = typename Spec::Real;
    static constexpr int threads = Spec::tile_x * Spec::tile_y * Spec::tile_z;
    static constexpr int R = Spec::radius;
    static constexpr int RY = reach_y<Spec>;
    static constexpr int nodes = Spec::rows;  // per thread, along z
    using Code = typename Factors<Spec>::Code;

    static constexpr WAVESIM_DEVICE Real weight(int dx, int dy, int dz) {
        return dz < -R || dz > R ? Real(0) : Spec::weight(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy, dz < 0 ? -dz : dz);
    }
    /// True if any node of the thread needs the value at (dx, dy) of plane k, counted from its first node.
    static constexpr WAVESIM_DEVICE bool needed(int dx, int dy, int k) {
        for (int j = 0; j < nodes; ++j)
            if (weight(dx, dy, k - j) != 0) return true;
        return false;
    }
    static constexpr WAVESIM_DEVICE bool row_needed(int dy, int k) {
        for (int dx = 0; dx <= R; ++dx)
            if (needed(dx, dy, k)) return true;
        return false;
    }

    /// Sums of all nodes of a thread, each value read once; plane(k) is the k-th plane from the first node.
    template <class Near, class PlaneOf>
    static WAVESIM_DEVICE void sum_together(const Near& near, const PlaneOf& plane_of, const Real (&now)[nodes],
                                            Real (&sum)[nodes]) {
        static_for<-R, nodes + R>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const Plane<Real> plane = plane_of(k);
            static_for<-RY, RY + 1>([&](auto y_constant) {
                constexpr int dy = decltype(y_constant)::value;
                if constexpr (row_needed(dy, k))
                    static_for<-R, R + 1>([&](auto x_constant) {
                        constexpr int dx = decltype(x_constant)::value;
                        if constexpr (needed(dx, dy, k)) {
                            Real value;
                            if constexpr (dx == 0 && dy == 0 && k >= 0 && k < nodes)
                                value = now[k];
                            else
                                value = near.template at<dx, dy>(plane);
                            static_for<0, nodes>([&](auto j_constant) {
                                constexpr int j = decltype(j_constant)::value;
                                constexpr Real w = weight(dx, dy, k - j);
                                if constexpr (w != 0) sum[j] = fused(w, value - now[j], sum[j]);
                            });
                        }
                    });
            });
        });
    }

    template <class Near, class PlaneOf>
    static WAVESIM_DEVICE void finish(const FieldArguments<Real>& a, const Near& near, const PlaneOf& plane_of,
                                      Real* next, const Code* codes, int count) {
        const Int64 plane = a.plane;
        Real now[nodes];
        Real before[nodes];
        Real sum[nodes];
        Real factor[nodes];
        static_for<0, nodes>([&](auto j_constant) {
            constexpr int j = decltype(j_constant)::value;
            now[j] = near.template at<0, 0>(plane_of(j));
            before[j] = j < count ? load(next + j * plane) : Real(0);
            sum[j] = 0;
            factor[j] = 1;
            if constexpr (Spec::medium)
                if (j < count) factor[j] = Factors<Spec>::decode(a, load_read_only(codes + j * plane));
        });
        if constexpr (nodes > 1)
            sum_together(near, plane_of, now, sum);
        else
            sum[0] = sum_points<Spec>(near, plane_of, now[0]);
        static_for<0, nodes>([&](auto j_constant) {
            constexpr int j = decltype(j_constant)::value;
            if (j < count) store(next + j * plane, next_value<Spec>(now[j], before[j], sum[j], factor[j]));
        });
    }

    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a) {
        const Range in_x = range_along<Spec::boxed, 0>(a);
        const Range in_y = range_along<Spec::boxed, 1>(a);
        const Range in_z = range_along<Spec::boxed, 2>(a);
        const int x = in_x.from + block_x() * Spec::tile_x + thread_index() % Spec::tile_x;
        const int y = in_y.from + block_y() * Spec::tile_y + thread_index() / Spec::tile_x % Spec::tile_y;
        const int z = in_z.from + (block_z() * Spec::tile_z + thread_index() / (Spec::tile_x * Spec::tile_y)) * nodes;
        if (x >= in_x.to || y >= in_y.to || z >= in_z.to) return;
        Real* next = a.next + z * a.plane + (y * a.pitch + x);
        const Code* codes = Factors<Spec>::of(a) + (next - a.next);
        const int count = smaller(nodes, in_z.to - z);
        const bool far = far_from_sides<Spec>(a, x, y) && z >= R && z + nodes + R <= a.nz;
        if (far && (!Spec::boxed || count == nodes)) {
            const Real* first = a.now + z * a.plane;
            finish(
                a, Neighbours<Spec, false>(a, x, y),
                [&](int k) {
                    return Plane<Real>{first + k * a.plane, 1};
                },
                next, codes, nodes);
            return;
        }
        // Planes beyond the reach of the last node are never used, so any plane may take their place.
        const auto plane_of = [&](int k) { return z + k < a.nz + R ? plane_at(a, z + k) : Plane<Real>{a.now, 1}; };
        if (mirrors_everywhere(a)) {
            finish(a, Mirrors<Spec>(a, x, y), plane_of, next, codes, count);
        } else if constexpr (Spec::flat) {
            finish(a, Neighbours<Spec, true>(a, x, y), plane_of, next, codes, count);
        } else {
            for (int j = 0; j < count; ++j) {
                const Real now = load_read_only(a.now + (z + j) * a.plane + (y * a.pitch + x));
                Real* target = next + j * a.plane;
                const Real factor = load_factor<Spec>(a, target - a.next);
                store(target, next_value<Spec>(now, load(target), sum_images<Spec>(a, x, y, z + j, now), factor));
            }
        }
    }
};

}  // namespace wavesim::kernels
