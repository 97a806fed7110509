// SPDX-License-Identifier: MIT
// One node per thread through the read-only cache (Hamilton et al., DAFx 2015, section 3.2):
// u+ = 2u - u- + courant^2 L u, summed over differences to the centre, so that a constant field stays constant.
//   TextureLoop      KernelA: run-time list of K offsets and weights
//   TextureLeggy     KernelB: run-time M, six arms
//   TextureUnrolled  either, with the points known at compile time
// Cost per node: K cached reads of u, one read of u-, one write. Nodes whose stencil leaves the grid take their
// neighbours from the mirror images.
#pragma once
#include "stencils/kernels/field.cuh"
#include "stencils/kernels/static_for.cuh"

namespace wavesim::kernels {

/// Value at a node or at its mirror image.
template <class Real>
WAVESIM_DEVICE Real load_mirrored(const FieldArguments<Real>& a, int x, int y, int z) {
    const int ix = halo_image(x, a.nx, a.halo[0], a.halo[1]);
    const int iy = halo_image(y, a.ny, a.halo[2], a.halo[3]);
    const int iz = halo_image(z, a.nz, a.halo[4], a.halo[5]);
    if (ix < 0 || iy < 0 || iz < 0) return 0;
    return load_read_only(a.now + iz * a.plane + static_cast<Int64>(iy) * a.pitch + ix);
}

template <class Real>
WAVESIM_DEVICE Real sum_near_sides(const FieldArguments<Real>& a, const PointTable<Real>& points, Real now, int x,
                                   int y, int z) {
    Real sum = 0;
    Real rest = 0;
    for (int k = 0; k < points.pairs; ++k) {
        const int dx = points.dx[k];
        const int dy = points.dy[k];
        const int dz = points.dz[k];
        const Real pair =
            (load_mirrored(a, x + dx, y + dy, z + dz) - now) + (load_mirrored(a, x - dx, y - dy, z - dz) - now);
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
        const int x = block_x() * Spec::tile_x + thread_index() % Spec::tile_x;
        const int y = block_y() * Spec::tile_y + thread_index() / Spec::tile_x % Spec::tile_y;
        const int z = block_z() * Spec::tile_z + thread_index() / (Spec::tile_x * Spec::tile_y);
        if (x >= a.nx || y >= a.ny || z >= a.nz) return;
        const int r = points.radius;
        const int ry = a.ny == 1 ? 0 : r;
        const bool interior = x >= r && x < a.nx - r && y >= ry && y < a.ny - ry && z >= r && z < a.nz - r;
        const Int64 node = z * a.plane + static_cast<Int64>(y) * a.pitch + x;
        const Real now = load_read_only(a.now + node);
        const Real sum = interior ? interior_sum(a.now + node, now) : sum_near_sides(a, points, now, x, y, z);
        a.next[node] = now + ((now - a.next[node]) + sum);
    }
};

template <class Spec>
struct TextureLoop : TextureNode<Spec> {
    using Real = typename Spec::Real;
    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a, const PointTable<Real>& points) {
        TextureNode<Spec>::run(a, points, [&](const Real* centre, Real now) {
            Real sum = 0;
            Real rest = 0;
            for (int k = 0; k < points.pairs; ++k) {
                const Int64 offset = points.dz[k] * a.plane + static_cast<Int64>(points.dy[k]) * a.pitch + points.dx[k];
                const Real pair = (load_read_only(centre + offset) - now) + (load_read_only(centre - offset) - now);
                sum = fused(points.weight[k], pair, sum);
                rest = fused(points.rest[k], pair, rest);
            }
            return sum + rest;
        });
    }
};

/// arms.weight[m] is that of the arms' nodes at distance m.
template <class Spec>
struct TextureLeggy : TextureNode<Spec> {
    using Real = typename Spec::Real;
    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a, const PointTable<Real>& points,
                                   const PointTable<Real>& arms) {
        TextureNode<Spec>::run(a, points, [&](const Real* centre, Real now) {
            Real sum = 0;
            for (int m = 1; m <= arms.radius; ++m) {
                const Int64 y = static_cast<Int64>(m) * a.pitch;
                const Int64 z = m * a.plane;
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
struct TextureUnrolled : TextureNode<Spec> {
    using Real = typename Spec::Real;
    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a, const PointTable<Real>& points) {
        TextureNode<Spec>::run(a, points, [&](const Real* centre, Real now) {
            Real sum = 0;
            Real rest = 0;
            static_for<0, Spec::pairs>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                constexpr int dx = Spec::offsets[3 * k];
                constexpr int dy = Spec::offsets[3 * k + 1];
                constexpr int dz = Spec::offsets[3 * k + 2];
                constexpr double exact = Spec::exact_weight(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy, dz < 0 ? -dz : dz);
                constexpr Real w = exact;
                constexpr Real w_rest = exact - static_cast<double>(w);
                const Int64 offset = dz * a.plane + static_cast<Int64>(dy) * a.pitch + dx;
                const Real pair = (load_read_only(centre + offset) - now) + (load_read_only(centre - offset) - now);
                sum = fused(w, pair, sum);
                if constexpr (w_rest != 0) rest = fused(w_rest, pair, rest);
            });
            return sum + rest;
        });
    }
};

}  // namespace wavesim::kernels
