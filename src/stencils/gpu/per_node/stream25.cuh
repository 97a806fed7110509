// SPDX-License-Identifier: MIT
// 2.5D streaming, one node per thread in the plane, walking along z through one chunk, with the data placements of
// Zhang et al., "Data placement strategies of 2.5D blocking": where the planes around a node are kept.
//   StreamGlobal    nowhere: K cached reads per node
//   StreamShared    2R+1 planes and one in flight in shared memory: K shared reads per node
//   StreamHybrid    the newest plane in shared memory, running sums and the thread's own column in registers
//   StreamRegister  the newest plane through the cache, running sums and own column in registers; no barrier
// Update u+ = 2u - u- + courant^2 L u (times the factor of the node where the medium varies); device memory moves u, u-
// and u+ (and factors) once, plus the halos of blocks.
#pragma once
#include "stencils/gpu/per_node/neighbours.cuh"
#include "stencils/gpu/per_node/plane_sums.cuh"

namespace wavesim::kernels {

/// Threads of one plane of a tile, and the index of this thread; a block may have several planes of threads.
template <class Spec>
inline constexpr int plane_threads = Spec::tile_x* Spec::tile_y;
template <class Spec>
WAVESIM_DEVICE int thread_in_plane() {
    if constexpr (Spec::tile_z == 1)
        return thread_index();
    else
        return thread_index() % plane_threads<Spec>;
}

/// Column of nodes of one thread.
template <class Spec>
struct StreamColumn {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    static constexpr int threads = plane_threads<Spec>;
    int x, y;
    int z0, z1;   ///< planes [z0, z1)
    bool in_box;  ///< false: the thread only helps to load
    int own;      ///< offset in a plane

    WAVESIM_DEVICE StreamColumn(const FieldArguments<Real>& a, const BlockPlace& place)
        : x(range_along<Spec::boxed, 0>(a).from + place.tile_x * Spec::tile_x + thread_in_plane<Spec>() % Spec::tile_x),
          y(range_along<Spec::boxed, 1>(a).from + place.tile_y * Spec::tile_y + thread_in_plane<Spec>() / Spec::tile_x),
          z0(place.z0),
          z1(place.z1),
          in_box(x < range_along<Spec::boxed, 0>(a).to && y < range_along<Spec::boxed, 1>(a).to),
          own(y * a.pitch + x) {}

    static WAVESIM_DEVICE void finish(const FieldArguments<Real>& a, Int64 node, Real now, Real sum) {
        Real* next = a.next + node;
        store(next, next_value<Spec>(now, load(next), sum, load_factor<Spec>(a, node)));
    }
};

/// The thread's own column in registers, back to the plane that is finished next. Long columns are read again instead.
template <class Spec>
struct OwnColumn {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    static constexpr bool kept = R <= 6;
    static constexpr int size = kept ? R + 1 : 1;
    Real values[size];

    WAVESIM_DEVICE OwnColumn() {
        static_for<0, size>([&](auto j) { values[decltype(j)::value] = 0; });
    }
    WAVESIM_DEVICE void push(Real value) {
        static_for<0, size>([&](auto j_constant) {
            constexpr int j = decltype(j_constant)::value;
            if constexpr (j + 1 < size)
                values[j] = values[j + 1];
            else
                values[j] = value;
        });
    }
    /// The value R planes before the newest one.
    WAVESIM_DEVICE Real oldest(const Real* memory) const { return kept ? values[0] : load_read_only(memory); }
};

template <class Spec>
struct StreamGlobal {
    using Real = typename Spec::Real;
    static constexpr int threads = StreamColumn<Spec>::threads;
    static constexpr int shared_bytes = 0;

    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a) {
        const BlockPlace place = block_place<Spec::boxed>(a);
        const StreamColumn<Spec> column(a, place);
        if (place.z0 >= place.z1) return;
        if (!column.in_box) return;
        const bool far = far_from_sides<Spec>(a, column.x, column.y);
        const bool mirrors = mirrors_everywhere(a);
        const Neighbours<Spec, false> near(a, column.x, column.y);
        for (int z = column.z0; z < column.z1; ++z) {
            const Real* centre = a.now + z * a.plane;
            const Real now = load_read_only(centre + column.own);
            Real sum;
            if (far && z >= Spec::radius && z + Spec::radius < a.nz)
                sum = sum_points<Spec>(
                    near,
                    [&](int dz) {
                        return Plane<Real>{centre + dz * a.plane, 1};
                    },
                    now);
            else if (mirrors)
                sum = sum_points<Spec>(
                    Mirrors<Spec>(a, column.x, column.y), [&](int dz) { return plane_at(a, z + dz); }, now);
            else
                sum = sum_images<Spec>(a, column.x, column.y, z, now);
            StreamColumn<Spec>::finish(a, z * a.plane + column.own, now, sum);
        }
    }
};

template <class Spec>
struct StreamRegister {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    static constexpr int threads = StreamColumn<Spec>::threads;
    static constexpr int shared_bytes = 0;

    template <bool sides>
    static WAVESIM_DEVICE void walk(const FieldArguments<Real>& a, const StreamColumn<Spec>& column) {
        const Neighbours<Spec, sides> near(a, column.x, column.y);
        PlaneSums<Spec> sums;
        OwnColumn<Spec> window;
        for (int z = column.z0 - R; z < column.z1 + R; ++z) {
            const Plane<Real> plane = plane_at(a, z);
            const Real sign = static_cast<Real>(plane.sign);
            const auto at = [&](auto dx, auto dy) {
                const Real value = near.template at<decltype(dx)::value, decltype(dy)::value>(plane);
                return sides ? value : sign * value;
            };
            window.push(at(Constant<0>{}, Constant<0>{}));
            sums.add_plane(at);
            if (z - R < column.z0) continue;
            const Int64 node = (z - R) * a.plane + column.own;
            StreamColumn<Spec>::finish(a, node, window.oldest(a.now + node), sums.sums[0]);
        }
    }

    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a) {
        const BlockPlace place = block_place<Spec::boxed>(a);
        const StreamColumn<Spec> column(a, place);
        if (place.z0 >= place.z1) return;
        if (!column.in_box) return;
        if (far_from_sides<Spec>(a, column.x, column.y))
            walk<false>(a, column);
        else
            walk<true>(a, column);
    }
};

/// A plane of a block with its halo, and how the threads load it into shared memory.
template <class Spec>
struct SharedPlane {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    static constexpr int RY = reach_y<Spec>;
    static constexpr int width = Spec::tile_x + 2 * R;
    static constexpr int height = Spec::tile_y + 2 * RY;
    static constexpr int size = width * height;
    static constexpr int threads = StreamColumn<Spec>::threads;
    static constexpr int copies = (size + threads - 1) / threads;
    static_assert(copies <= 32);
    int from[copies];   ///< offset in the plane, -1 if nothing is copied or the value is zero
    unsigned negative;  ///< bit per copy: the mirror image has the opposite sign
    unsigned beside;    ///< bit per copy: it is in the halo of the tile

    WAVESIM_DEVICE SharedPlane(const FieldArguments<Real>& a, const BlockPlace& place) : negative(0), beside(0) {
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int item = item_of(k);
            const int row = item / width - RY;
            const int column = item % width - R;
            const int x = range_along<Spec::boxed, 0>(a).from + place.tile_x * Spec::tile_x + column;
            const int y = range_along<Spec::boxed, 1>(a).from + place.tile_y * Spec::tile_y + row;
            const bool row_beside = row < 0 || row >= Spec::tile_y;
            const bool column_beside = column < 0 || column >= Spec::tile_x;
            const bool wanted = item < size && x < a.nx + R && y < a.ny + RY &&
                                (PlaneSums<Spec>::has_corners() || !(row_beside && column_beside));
            const int sign =
                wanted ? halo_sign(x, a.nx, a.halo[0], a.halo[1]) * halo_sign(y, a.ny, a.halo[2], a.halo[3]) : 0;
            from[k] = sign == 0 ? -1
                                : halo_image(y, a.ny, a.halo[2], a.halo[3]) * a.pitch +
                                      halo_image(x, a.nx, a.halo[0], a.halo[1]);
            if (sign < 0) negative |= 1u << k;
            if (row_beside || column_beside) beside |= 1u << k;
        });
    }

    /// Loads plane z; without its halo for sums along z only.
    template <bool rim = true>
    WAVESIM_DEVICE void load(const FieldArguments<Real>& a, int z, Real* shared) const {
        put(fetch<rim>(a, z), shared);
    }
    /// The same in two parts; in between the values are in registers.
    struct Fetched {
        Real values[copies];
        int sign;  ///< of the plane
    };
    template <bool rim = true>
    WAVESIM_DEVICE Fetched fetch(const FieldArguments<Real>& a, int z) const {
        const Plane<Real> plane = plane_at(a, z);
        Fetched fetched;
        fetched.sign = plane.sign;
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const bool wanted = from[k] >= 0 && (rim || (beside >> k & 1u) == 0);
            fetched.values[k] = wanted ? load_read_only(plane.data + from[k]) : Real(0);
        });
        return fetched;
    }
    WAVESIM_DEVICE void put(const Fetched& fetched, Real* shared) const {
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const Real sign = static_cast<Real>((negative >> k & 1u) != 0 ? -fetched.sign : fetched.sign);
            if (item_of(k) < size) store(shared + item_of(k), sign * fetched.values[k]);
        });
    }

    /// Loads plane z by asynchronous copies, which are complete after `arrive` and a barrier.
    WAVESIM_DEVICE void start(const FieldArguments<Real>& a, int z, Real* shared) const {
        const Plane<Real> plane = plane_at(a, z);
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if (plane.sign != 0 && from[k] >= 0)
                copy_async<static_cast<int>(sizeof(Real))>(shared + item_of(k), plane.data + from[k]);
            else if (item_of(k) < size)
                store(shared + item_of(k), Real(0));
        });
        commit_copies();
    }
    WAVESIM_DEVICE void arrive(const FieldArguments<Real>& a, int z, Real* shared) const {
        wait_copies<0>();
        if constexpr (Spec::odd) {
            const bool turned = plane_at(a, z).sign < 0;
            static_for<0, copies>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                if (from[k] >= 0 && ((negative >> k & 1u) != 0) != turned)
                    store(shared + item_of(k), -kernels::load(shared + item_of(k)));
            });
        }
    }

    /// Position of the thread's own node.
    static WAVESIM_DEVICE int own() {
        return (thread_in_plane<Spec>() / Spec::tile_x + RY) * width + thread_in_plane<Spec>() % Spec::tile_x + R;
    }

  private:
    static WAVESIM_DEVICE int item_of(int copy) { return thread_in_plane<Spec>() + copy * threads; }
};

template <class Spec>
struct StreamHybrid {
    using Real = typename Spec::Real;
    using Shared = SharedPlane<Spec>;
    static constexpr int R = Spec::radius;
    static constexpr int threads = StreamColumn<Spec>::threads;
    static constexpr int shared_bytes = 2 * Shared::size * static_cast<int>(sizeof(Real));

    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a) {
        const BlockPlace place = block_place<Spec::boxed>(a);
        const StreamColumn<Spec> column(a, place);
        if (place.z0 >= place.z1) return;
        const Shared shared(a, place);
        Real* planes = shared_memory<Real>();
        PlaneSums<Spec> sums;
        OwnColumn<Spec> window;
        for (int z = column.z0 - R; z < column.z1 + R; ++z) {
            Real* newest = planes + ((z - column.z0 + R) & 1) * Shared::size;
            shared.load(a, z, newest);
            barrier();  // two planes alternate, so one barrier separates writers of one from readers of the other
            const Real* centre = newest + Shared::own();
            window.push(centre[0]);
            sums.add_plane(
                [&](auto dx, auto dy) { return centre[decltype(dy)::value * Shared::width + decltype(dx)::value]; });
            if (z - R < column.z0 || !column.in_box) continue;
            const Int64 node = (z - R) * a.plane + column.own;
            StreamColumn<Spec>::finish(a, node, window.oldest(a.now + node), sums.sums[0]);
        }
    }
};

template <class Spec>
struct StreamShared {
    using Real = typename Spec::Real;
    using Shared = SharedPlane<Spec>;
    static constexpr int R = Spec::radius;
    static constexpr int threads = StreamColumn<Spec>::threads;
    static constexpr int slots = 2 * R + 2;
    static constexpr int shared_bytes = slots * Shared::size * static_cast<int>(sizeof(Real));

    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a) {
        const BlockPlace place = block_place<Spec::boxed>(a);
        const StreamColumn<Spec> column(a, place);
        if (place.z0 >= place.z1) return;
        const Shared shared(a, place);
        Real* planes = shared_memory<Real>();
        int slot = 0;
        for (int z = column.z0 - R; z < column.z0 + R; ++z, ++slot) shared.load(a, z, planes + slot * Shared::size);
        for (int z = column.z0; z < column.z1; ++z) {
            shared.load(a, z + R, planes + slot * Shared::size);
            barrier();  // the slot that is loaded next is no longer read by any thread
            const int newest = slot;
            slot = slot + 1 == slots ? 0 : slot + 1;
            if (!column.in_box) continue;
            const auto plane = [&](int dz) {  // offset of plane z + dz
                const int at = newest - R + dz;
                return (at < 0 ? at + slots : at) * Shared::size + Shared::own();
            };
            const Real now = planes[plane(0)];
            Real sum = 0;
            static_for<0, Spec::pairs>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                constexpr int dx = Spec::offsets[3 * k];
                constexpr int dy = Spec::offsets[3 * k + 1];
                constexpr int dz = Spec::offsets[3 * k + 2];
                constexpr Real w = Spec::weight(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy, dz < 0 ? -dz : dz);
                const Real pair = (planes[plane(dz) + dy * Shared::width + dx] - now) +
                                  (planes[plane(-dz) - dy * Shared::width - dx] - now);
                sum = fused(w, pair, sum);
            });
            StreamColumn<Spec>::finish(a, z * a.plane + column.own, now, sum);
        }
    }
};

}  // namespace wavesim::kernels
