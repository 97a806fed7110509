// SPDX-License-Identifier: MIT
// Media whose density varies (stencils/density/density_operator.hpp), a thread per node through the read-only cache:
//   u+ = 2u - u- + courant^2 k_i sum_d D-_d (b_d D+_d u)
// A thread loads the 4M - 1 nodes of each axis that the two differences of half order M reach, keeps them in registers
// and computes the 2M fluxes between them itself. Only u+ is stored.
// Cost per node: 3 (4M - 2) + 1 cached reads of u and 6M of b, one read of u- and of k, one write; about 6M (M + 2)
// fused multiply-adds.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/fluid.cuh"
#include "stencils/gpu/common/static_for.cuh"

namespace wavesim::kernels {

template <class Spec>
struct DensityNode {
    using Real = typename Spec::Real;
    using Arguments = FieldArguments<Real>;
    static constexpr int threads = Spec::tile_x * Spec::tile_y * Spec::tile_z;
    static constexpr int M = (Spec::radius + 1) / 2;
    static_assert(Spec::radius == 2 * M - 1);
    static constexpr bool coded = Spec::medium == medium_int16;

    /// D- b D+ u along one axis. value(k) is u at the k-th node further on, buoyancy(k) that of the face after this
    /// node.
    template <class Value, class Buoyancy>
    static WAVESIM_DEVICE Real divergence(const Value& value, const Buoyancy& buoyancy) {
        constexpr int R = Spec::radius;
        Real u[2 * R + 1];
        static_for<-R, R + 1>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            u[k + R] = value(k);
        });
        Real sum = 0;
        static_for<-M, M>([&](auto face_constant) {
            constexpr int face = decltype(face_constant)::value;  // between nodes face and face + 1
            Real slope = 0;
            static_for<1, M + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                slope = fused(Spec::staggered(m), u[R + face + m] - u[R + face - m + 1], slope);
            });
            constexpr Real share = face < 0 ? -Spec::staggered(-face) : Spec::staggered(face + 1);
            sum = fused(share * static_cast<Real>(buoyancy(face)), slope, sum);
        });
        return sum;
    }

    /// The term of one axis if all nodes are inside the grid; `step` is the distance of neighbours in values.
    static WAVESIM_DEVICE Real inside(const Arguments& a, Int64 node, Int64 step, int axis) {
        return divergence([&](int k) { return load_read_only(a.now + (node + k * step)); },
                          [&](int k) { return load_buoyancy<coded>(a.fluid, axis, node + k * step); });
    }
    /// The term of one axis for any node, at coordinate t of n; nodes beyond the sides are mirror images. `side` is the
    /// position of the line in the array of the low side.
    static WAVESIM_DEVICE Real near_side(const Arguments& a, Int64 node, Int64 step, int t, int n, int axis,
                                         Int64 side) {
        const int low = a.halo[2 * axis];
        const int high = a.halo[2 * axis + 1];
        return divergence(
            [&](int k) {
                const int sign = halo_sign(t + k, n, low, high);
                const int image = sign == 0 ? t : halo_image(t + k, n, low, high);
                return static_cast<Real>(sign) * load_read_only(a.now + (node + (image - t) * step));
            },
            [&](int k) {
                const int before = face_image(t + k, n, low, high);
                if (before < 0) return load_read_only(a.fluid.low_side[axis] + side);
                return load_buoyancy<coded>(a.fluid, axis, node + (before - t) * step);
            });
    }
    static WAVESIM_DEVICE Real along(const Arguments& a, Int64 node, Int64 step, int t, int n, int axis, Int64 side) {
        return t >= Spec::radius && t + Spec::radius < n ? inside(a, node, step, axis)
                                                         : near_side(a, node, step, t, n, axis, side);
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const int x = block_x() * Spec::tile_x + thread_index() % Spec::tile_x;
        const int y = block_y() * Spec::tile_y + thread_index() / Spec::tile_x % Spec::tile_y;
        const int z = block_z() * Spec::tile_z + thread_index() / (Spec::tile_x * Spec::tile_y);
        if (x >= a.nx || y >= a.ny || z >= a.nz) return;
        const Int64 node = z * a.plane + (y * a.pitch + x);
        const Real before = load(a.next + node);
        const Real modulus = static_cast<Real>(load_modulus<coded>(a.fluid, node));
        Real sum = along(a, node, 1, x, a.nx, 0, y + static_cast<Int64>(a.ny) * z);
        if constexpr (!Spec::flat) sum += along(a, node, a.pitch, y, a.ny, 1, x + static_cast<Int64>(a.nx) * z);
        sum += along(a, node, a.plane, z, a.nz, 2, x + static_cast<Int64>(a.nx) * y);
        const Real now = load_read_only(a.now + node);
        store(a.next + node, now + fused(Real(Spec::push) * modulus, sum, now - before));
    }
};

}  // namespace wavesim::kernels
