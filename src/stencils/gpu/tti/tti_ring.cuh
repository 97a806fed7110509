// SPDX-License-Identifier: MIT
// Common parts of plane sweeps over both fields of a TTI medium. A block owns a column of tile_x * tile_y nodes and
// walks along z through one chunk. Planes of both fields with a halo of 4 nodes are loaded into a ring buffer in shared
// memory by asynchronous copies. It holds the 9 planes around the one that is finished, and one in flight. A thread has
// V neighbouring nodes.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/static_for.cuh"
#include "stencils/gpu/tti/tti_arguments.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiRing {
    using Real = typename Spec::Real;
    using Arguments = TtiArguments<Real>;
    static constexpr int V = Pack<Real>::size;  // nodes per thread
    static constexpr int R = 4;
    static constexpr int lanes = Spec::tile_x / V;
    static constexpr int threads = lanes * Spec::tile_y;
    static constexpr int width = Spec::tile_x + 2 * R;
    static constexpr int height = Spec::tile_y + 2 * R;
    static constexpr int plane_size = width * height;
    static constexpr int slot_size = 2 * plane_size;  // both fields
    static constexpr int slots = 2 * R + 2;
    static constexpr int ring_size = slots * slot_size;
    static constexpr int shared_bytes = ring_size * static_cast<int>(sizeof(Real));
    static constexpr int packs_per_row = width / V;
    static constexpr int copies = (packs_per_row * height + threads - 1) / threads;
    static_assert(Spec::tile_x % V == 0 && R % V == 0);

    using Values = Real[V];

    static WAVESIM_DEVICE void take(const Real* p, Values& u) {
        const Pack<Real> pack = load_pack(p);
        for (int i = 0; i < V; ++i) u[i] = pack.v[i];
    }
    static WAVESIM_DEVICE void put(Real* p, const Values& u) {
        Pack<Real> pack;
        for (int i = 0; i < V; ++i) pack.v[i] = u[i];
        store_pack(p, pack);
    }
    const Arguments& a;
    BlockPlace place;
    int x0, y0;  ///< first node of the tile
    int x, y;    ///< first node of this thread
    bool there;
    int own;   ///< offset of it in a plane of the ring buffer
    int node;  ///< offset of it in a plane
    int from[copies];
    Real* ring;

    WAVESIM_DEVICE TtiRing(const Arguments& arguments)
        : a(arguments),
          place(block_place<true>(arguments)),
          x0(range_along<true, 0>(arguments).from + place.tile_x * Spec::tile_x),
          y0(range_along<true, 1>(arguments).from + place.tile_y * Spec::tile_y),
          x(x0 + thread_index() % lanes * V),
          y(y0 + thread_index() / lanes),
          there(x < range_along<true, 0>(arguments).to && y < range_along<true, 1>(arguments).to),
          own((thread_index() / lanes + R) * width + R + thread_index() % lanes * V),
          node(y * a.pitch + x),
          ring(shared_memory<Real>()) {
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int item = thread_index() + k * threads;
            const int row = item / packs_per_row;
            const int at_x = x0 - R + (item - row * packs_per_row) * V;
            const int at_y = y0 - R + row;
            from[k] = row < height && at_x < a.nx + R && at_y < a.ny + R ? at_y * a.pitch + at_x : none;
        });
    }
    static constexpr int none = -2147483647 - 1;

    /// Starts the copies of plane z to a slot of the ring buffer.
    WAVESIM_DEVICE void start_plane(int z, int slot) const {
        for (int f = 0; f < 2; ++f) {
            const Real* const source = a.now[f] + z * a.plane;
            Real* const target = ring + slot * slot_size + f * plane_size + thread_index() * V;
            static_for<0, copies>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                if (from[k] != none) copy_async<16>(target + k * threads * V, source + from[k]);
            });
        }
        commit_copies();
    }
    static WAVESIM_DEVICE int wrapped(int slot) { return slot >= slots ? slot - slots : slot; }

    WAVESIM_DEVICE void take_axis(int z, Real (&n)[3][V]) const {
        for (int d = 0; d < 3; ++d) take(a.axis[d] + z * a.plane + node, n[d]);
    }
};

}  // namespace wavesim::kernels
