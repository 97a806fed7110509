// SPDX-License-Identifier: MIT
// A thread per node that takes every neighbour from where the mirrors at the sides put it: u+ = 2u - u- + courant^2 L
// u.
#pragma once
#include "stencils/gpu/per_node/neighbours.cuh"

namespace wavesim::kernels {

template <class Spec>
struct StubNode {
    using Real = typename Spec::Real;
    static constexpr int threads = Spec::tile_x * Spec::tile_y;

    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a) {
        const int x = block_x() * Spec::tile_x + thread_index() % Spec::tile_x;
        const int y = block_y() * Spec::tile_y + thread_index() / Spec::tile_x;
        const int z = block_z();
        if (x >= a.nx || y >= a.ny) return;
        const Int64 node = z * a.plane + (y * a.pitch + x);
        const Real now = load_read_only(a.now + node);
        Real sum = 0;
        static_for<0, Spec::pairs>([&](auto k) {
            constexpr int at = 3 * decltype(k)::value;
            constexpr int dx = Spec::offsets[at], dy = Spec::offsets[at + 1], dz = Spec::offsets[at + 2];
            constexpr Real weight = Spec::weight(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy, dz < 0 ? -dz : dz);
            const Real pair =
                (load_image(a, x + dx, y + dy, z + dz) - now) + (load_image(a, x - dx, y - dy, z - dz) - now);
            sum = fused(weight, pair, sum);
        });
        store(a.next + node, next_value<Spec>(now, load(a.next + node), sum, load_factor<Spec>(a, node)));
    }
};

}  // namespace wavesim::kernels
