// SPDX-License-Identifier: MIT
// Neighbours of a node, read through the read-only cache. Offsets within a plane have 32 bits, planes are 64-bit
// pointers, and offsets along x are part of the instruction.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/static_for.cuh"

namespace wavesim::kernels {

template <class Spec>
inline constexpr int reach_y = Spec::flat ? 0 : Spec::radius;

/// Neighbours of a node far from the sides of its plane (sides = false), or of any node. In the latter case columns and
/// rows outside are replaced by their mirror images with signs.
template <class Spec, bool sides>
struct Neighbours {
    using Real = typename Spec::Real;
    int own;
    int pitch;

    WAVESIM_DEVICE Neighbours(const FieldArguments<Real>& a, int x, int y) : own(y * a.pitch + x), pitch(a.pitch) {}
    template <int dx, int dy>
    WAVESIM_DEVICE Real at(const Plane<Real>& plane) const {
        return load_read_only(plane.data + (own + dy * pitch) + dx);
    }
};

template <class Spec>
struct Neighbours<Spec, true> {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    static constexpr int RY = reach_y<Spec>;
    int column[2 * R + 1];
    int row[2 * RY + 1];
    signed char column_sign[2 * R + 1];
    signed char row_sign[2 * RY + 1];

    WAVESIM_DEVICE Neighbours(const FieldArguments<Real>& a, int x, int y) {
        static_for<-R, R + 1>([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            column_sign[d + R] = static_cast<signed char>(halo_sign(x + d, a.nx, a.halo[0], a.halo[1]));
            column[d + R] = column_sign[d + R] == 0 ? 0 : halo_image(x + d, a.nx, a.halo[0], a.halo[1]);
        });
        static_for<-RY, RY + 1>([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            row_sign[d + RY] = static_cast<signed char>(halo_sign(y + d, a.ny, a.halo[2], a.halo[3]));
            row[d + RY] = row_sign[d + RY] == 0 ? 0 : halo_image(y + d, a.ny, a.halo[2], a.halo[3]) * a.pitch;
        });
    }
    template <int dx, int dy>
    WAVESIM_DEVICE Real at(const Plane<Real>& plane) const {
        const int sign = plane.sign * column_sign[dx + R] * row_sign[dy + RY];
        return static_cast<Real>(sign) * load_read_only(plane.data + (row[dy + RY] + column[dx + R]));
    }
};

/// Neighbours of any node, if all sides mirror with even sign: cheaper than with signs.
template <class Spec>
struct Mirrors {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    static constexpr int RY = reach_y<Spec>;
    int column[2 * R + 1];
    int row[2 * RY + 1];

    WAVESIM_DEVICE Mirrors(const FieldArguments<Real>& a, int x, int y) {
        static_for<-R, R + 1>([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            column[d + R] = halo_image(x + d, a.nx, a.halo[0], a.halo[1]);
        });
        static_for<-RY, RY + 1>([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            row[d + RY] = halo_image(y + d, a.ny, a.halo[2], a.halo[3]) * a.pitch;
        });
    }
    template <int dx, int dy>
    WAVESIM_DEVICE Real at(const Plane<Real>& plane) const {
        return load_read_only(plane.data + (row[dy + RY] + column[dx + R]));
    }
};

template <class Real>
WAVESIM_DEVICE bool mirrors_everywhere(const FieldArguments<Real>& a) {
    bool mirrors = true;
    for (int side = 0; side < 6; ++side)
        mirrors = mirrors && (a.halo[side] == halo_mirror_half || a.halo[side] == halo_mirror_whole);
    return mirrors;
}

/// courant^2 L u at one node, point by point: K reads. plane(dz) is the plane at that distance.
template <class Spec, class Near, class PlaneOf>
WAVESIM_DEVICE typename Spec::Real sum_points(const Near& near, const PlaneOf& plane, typename Spec::Real now) {
    using Real = typename Spec::Real;
    Real sum = 0;
    static_for<0, Spec::pairs>([&](auto k_constant) {
        constexpr int k = decltype(k_constant)::value;
        constexpr int dx = Spec::offsets[3 * k];
        constexpr int dy = Spec::offsets[3 * k + 1];
        constexpr int dz = Spec::offsets[3 * k + 2];
        constexpr Real w = Spec::weight(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy, dz < 0 ? -dz : dz);
        const Real pair = (near.template at<dx, dy>(plane(dz)) - now) + (near.template at<-dx, -dy>(plane(-dz)) - now);
        sum = fused(w, pair, sum);
    });
    return sum;
}

/// Value at a node or at its image, with the sign of the image.
template <class Real>
WAVESIM_DEVICE Real load_image(const FieldArguments<Real>& a, int x, int y, int z) {
    int sign = 1;
    const auto place = [&sign, &a](int t, int n, int axis) {
        if (t >= 0 && t < n) return t;
        const int s = halo_sign(t, n, a.halo[2 * axis], a.halo[2 * axis + 1]);
        sign *= s;
        return s == 0 ? 0 : halo_image(t, n, a.halo[2 * axis], a.halo[2 * axis + 1]);
    };
    const int ix = place(x, a.nx, 0);
    const int iy = place(y, a.ny, 1);
    const int iz = place(z, a.nz, 2);
    return static_cast<Real>(sign) * load_read_only(a.now + iz * a.plane + (iy * a.pitch + ix));
}

/// The same as sum_points for a node at any kind of side, as a loop: short code for the few nodes that need it.
template <class Spec>
WAVESIM_DEVICE typename Spec::Real sum_images(const FieldArguments<typename Spec::Real>& a, int x, int y, int z,
                                              typename Spec::Real now) {
    using Real = typename Spec::Real;
    Real sum = 0;
    for (int k = 0; k < Spec::pairs; ++k) {
        const int dx = Spec::offsets[3 * k];
        const int dy = Spec::offsets[3 * k + 1];
        const int dz = Spec::offsets[3 * k + 2];
        const Real w = Spec::weight(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy, dz < 0 ? -dz : dz);
        const Real pair = (load_image(a, x + dx, y + dy, z + dz) - now) + (load_image(a, x - dx, y - dy, z - dz) - now);
        sum = fused(w, pair, sum);
    }
    return sum;
}

/// True if all lanes of a warp that are neighbours along x, and their neighbours in the plane, lie in the grid.
template <class Spec>
WAVESIM_DEVICE bool far_from_sides(const FieldArguments<typename Spec::Real>& a, int x, int y) {
    constexpr int lanes = Spec::tile_x % 32 == 0 ? 32 : 1;
    const int first = x - thread_index() % lanes;
    return first >= Spec::radius && first + lanes + Spec::radius <= a.nx && y >= reach_y<Spec> &&
           y + reach_y<Spec> < a.ny;
}

}  // namespace wavesim::kernels
