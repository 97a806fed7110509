// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/medium.cuh"

namespace wavesim::kernels {

/// Interior node whose value the halo node at t has, -1 where it is zero. Needs radius < n.
WAVESIM_DEVICE int halo_image(int t, int n, int low, int high) {
    if (t < 0) return low == halo_zero ? -1 : low == halo_mirror_whole ? -t : -1 - t;
    if (t >= n) return high == halo_zero ? -1 : high == halo_mirror_whole ? 2 * n - 2 - t : 2 * n - 1 - t;
    return t;
}

/// Sign of that value: -1 beyond odd sides, 0 where it is zero.
WAVESIM_DEVICE int halo_sign(int t, int n, int low, int high) {
    const int rule = t < 0 ? low : t >= n ? high : static_cast<int>(halo_mirror_half);
    return rule == halo_zero ? 0 : rule == halo_odd_half ? -1 : 1;
}

/// Plane z or its mirror image, and its sign.
template <class Real>
struct Plane {
    const Real* data;
    int sign;
};
template <class Real>
WAVESIM_DEVICE Plane<Real> plane_at(const FieldArguments<Real>& a, int z) {
    if (z >= 0 && z < a.nz) return {a.now + z * a.plane, 1};
    const int sign = halo_sign(z, a.nz, a.halo[4], a.halo[5]);
    return {sign == 0 ? a.now : a.now + halo_image(z, a.nz, a.halo[4], a.halo[5]) * a.plane, sign};
}

/// u+ = u + ((u - u-) + factor courant^2 L u). This order has the smallest rounding errors for smooth fields; `sum` is
/// courant^2 L u.
template <class Spec>
WAVESIM_DEVICE typename Spec::Real next_value(typename Spec::Real now, typename Spec::Real before,
                                              typename Spec::Real sum, typename Spec::Real factor) {
    if constexpr (Spec::medium)
        return now + fused(factor, sum, now - before);
    else
        return now + ((now - before) + sum);
}

/// Nodes [from, to) along an axis that a launch updates: all of the grid, or if it is `boxed` those between the
/// margins.
struct Range {
    int from, to;
};
template <bool boxed, int axis, class Arguments>
WAVESIM_DEVICE Range range_along(const Arguments& a) {
    const int nodes = axis == 0 ? a.nx : axis == 1 ? a.ny : a.nz;
    if constexpr (boxed)
        return {a.margin[2 * axis], nodes - a.margin[2 * axis + 1]};
    else
        return {0, nodes};
}

/// Tile and planes [z0, z1) of a block that walks along z. Blocks beyond the end get no planes.
struct BlockPlace {
    int tile_x, tile_y;
    int z0, z1;
};
template <bool boxed, class Arguments>
WAVESIM_DEVICE BlockPlace block_place(const Arguments& a) {
    const Range planes = range_along<boxed, 2>(a);
    const bool whole = block_x() < a.whole;
    const int rest = block_x() - a.whole;
    const int unit = whole ? block_x() : a.whole + rest % a.left;
    const int from = planes.from + unit / a.tiles * a.chunk;
    const int to = smaller(from + a.chunk, planes.to);
    const int z0 = whole ? from : from + rest / a.left * a.piece;
    const int tile = unit % a.tiles;
    return {tile % a.tiles_x, tile / a.tiles_x, z0, whole ? to : smaller(z0 + a.piece, to)};
}

}  // namespace wavesim::kernels
