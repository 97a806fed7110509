// SPDX-License-Identifier: MIT
// The 73-point form of TTI media (formulas in tti_k73.cuh) with the strategies of Sai et al., "Using the semi-stencil
// algorithm to accelerate high-order stencils on GPUs", one node per thread, planes of both fields in shared memory:
//   K73Gathered     gmem_3d: a block of nodes, all through the cache
//   K73Cube         smem_3d: a block of nodes and its halo in shared memory
//   K73NinePlanes      smem_25d: walks along z, 2R+1 planes and one in flight
//   K73SemiPlain    semi_25d: R+1 planes      K73SemiBuffered  semi+b: R+2 planes, one of them from registers
//   K73SemiCopied   semi+b+a: R+2 planes      K73SemiFolded    semi+2z: two planes per step, R+2 planes
// The update needs two numbers of a node, A = (L - H) s and B = H p. The contributions of planes beside it are weighted
// by the axis n of the node itself, so one forward half of each waits (semi_walk.cuh). With S = D_x u n_x + D_y u n_y
// in a plane,
//   half H u = n_z^2 sum_m w_m (u(z+-m) - u(z)) + 2 n_z sum_m +-d_m S(z+-m),   w of order 8, d of order 4.
// Cost per node: 146 reads of shared memory or cache, 6 parameters (the axis twice), u- of two fields and u+.
#pragma once
#include "stencils/gpu/per_node/stream25.cuh"
#include "stencils/gpu/semi/semi_walk.cuh"
#include "stencils/gpu/tti/tti_sponge.cuh"

namespace wavesim::kernels {

/// A and B of one node and its update. `at(f, Constant<k>)` points to its position in field f, k planes further on.
template <class Real>
struct K73Node {
    static constexpr int R = 4;
    const TtiArguments<Real>& a;
    Int64 node;
    int row;  ///< distance of rows of a plane as addressed by `at`
    Real n[3];

    WAVESIM_DEVICE K73Node(const TtiArguments<Real>& arguments, Int64 of_node, int row_length)
        : a(arguments), node(of_node), row(row_length) {
        for (int d = 0; d < 3; ++d) n[d] = load_read_only(a.axis[d] + node);
    }

    /// Contribution of the planes on one side of the node: before it (side -1) or after it (1).
    template <int f, int side, class At>
    WAVESIM_DEVICE Real half(const At& at) const {
        const Real now = load(at(f, Constant<0>{}));
        Real bend = 0, slope = 0;
        static_for<1, R + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            const Real* const p = at(f, Constant<side * m>{});
            bend = fused(a.second[m], load(p) - now, bend);
            if constexpr (m <= 2)
                slope = fused(side * a.mixed[m], fused(n[0], slope_along(p, 1), n[1] * slope_along(p, row)), slope);
        });
        return fused(square<f>(2), bend, product<f>(n[2]) * slope);
    }
    /// Contribution of its own plane.
    template <int f, class At>
    WAVESIM_DEVICE Real in_plane(const At& at) const {
        const Real* const p = at(f, Constant<0>{});
        const Real now = load(p);
        Real bend[2] = {0, 0}, mixed = 0;
        static_for<1, R + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            bend[0] = fused(a.second[m], (load(p + m) - now) + (load(p - m) - now), bend[0]);
            bend[1] = fused(a.second[m], (load(p + m * row) - now) + (load(p - m * row) - now), bend[1]);
            if constexpr (m <= 2)
                mixed = fused(a.mixed[m], slope_along(p + m * row, 1) - slope_along(p - m * row, 1), mixed);
        });
        return fused(square<f>(0), bend[0], fused(square<f>(1), bend[1], product<f>(n[0] * n[1]) * mixed));
    }
    template <int f, class At>
    WAVESIM_DEVICE Real whole(const At& at) const {
        return half<f, -1>(at) + in_plane<f>(at) + half<f, 1>(at);
    }

    /// u+ of both fields.
    template <class At>
    WAVESIM_DEVICE void move(const At& at, const Sponge<Real>& sponge, Real across, Real along) const {
        const Real factor = load_read_only(a.factor + node);
        const Real stretch[2] = {load_read_only(a.horizontal + node), load_read_only(a.vertical + node)};
        for (int f = 0; f < 2; ++f) {
            Real* const next = a.next[f] + node;
            store(next, sponge.next(load(at(f, Constant<0>{})), load(next), factor * fused(stretch[f], across, along)));
        }
    }

  private:
    /// Weight of the second difference along d; below, of a product of differences along two axes.
    template <int f>
    WAVESIM_DEVICE Real square(int d) const {
        return f == 0 ? fused(-n[d], n[d], Real(1)) : n[d] * n[d];
    }
    template <int f>
    static WAVESIM_DEVICE Real product(Real value) {
        return (f == 0 ? -2 : 2) * value;
    }
    /// First difference of order 4.
    WAVESIM_DEVICE Real slope_along(const Real* p, int step) const {
        return fused(a.mixed[1], load(p + step) - load(p - step),
                     a.mixed[2] * (load(p + 2 * step) - load(p - 2 * step)));
    }
};

/// A plane of both fields with a halo of R nodes, which the threads of one plane of a block load in packs.
template <class Spec>
struct K73Planes {
    using Real = typename Spec::Real;
    using Arguments = TtiArguments<Real>;
    static constexpr int R = 4, V = Pack<Real>::size;
    static constexpr int width = Spec::tile_x + 2 * R, height = Spec::tile_y + 2 * R;
    static constexpr int field_size = width * height, size = 2 * field_size;
    static constexpr int packs = field_size / V;  // of one field
    static constexpr int copies = (2 * packs + plane_threads<Spec> - 1) / plane_threads<Spec>;
    static_assert(Spec::tile_x % V == 0);
    static constexpr int none = -2147483647 - 1;
    int from[copies];  ///< offset in a plane of the field

    WAVESIM_DEVICE K73Planes(const Arguments& a, int x0, int y0) {
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int pack = item_of(k) % packs;
            const int x = x0 - R + pack % (width / V) * V;
            const int y = y0 - R + pack / (width / V);
            from[k] = item_of(k) < 2 * packs && x < a.nx + R && y < a.ny + R ? y * a.pitch + x : none;
        });
    }
    WAVESIM_DEVICE void load(const Arguments& a, int z, Real* shared) const { put(fetch(a, z), shared); }
    /// The same in two parts; in between the values are in registers.
    struct Fetched {
        Pack<Real> values[copies];
    };
    WAVESIM_DEVICE Fetched fetch(const Arguments& a, int z) const {
        Fetched fetched;
        for_each([&](auto k) { fetched.values[k.value] = load_pack(source(a, z, k.value)); });
        return fetched;
    }
    WAVESIM_DEVICE void put(const Fetched& fetched, Real* shared) const {
        for_each([&](auto k) { store_pack(shared + item_of(k.value) * V, fetched.values[k.value]); });
    }
    /// Loads a plane by asynchronous copies, which are complete after `arrive` and a barrier.
    WAVESIM_DEVICE void start(const Arguments& a, int z, Real* shared) const {
        for_each([&](auto k) { copy_async<16>(shared + item_of(k.value) * V, source(a, z, k.value)); });
        commit_copies();
    }
    WAVESIM_DEVICE void arrive(const Arguments&, int, Real*) const { wait_copies<0>(); }

    /// Position of the thread's own node.
    static WAVESIM_DEVICE int own() {
        return (thread_in_plane<Spec>() / Spec::tile_x + R) * width + thread_in_plane<Spec>() % Spec::tile_x + R;
    }

  private:
    static WAVESIM_DEVICE int item_of(int copy) { return thread_in_plane<Spec>() + copy * plane_threads<Spec>; }
    WAVESIM_DEVICE const Real* source(const Arguments& a, int z, int k) const {
        return a.now[item_of(k) < packs ? 0 : 1] + z * a.plane + from[k];
    }
    template <class Act>
    WAVESIM_DEVICE void for_each(const Act& act) const {
        static_for<0, copies>([&](auto k_constant) {
            if (from[decltype(k_constant)::value] != none) act(k_constant);
        });
    }
};

/// Position of a thread, and the update of a node there.
template <class Spec>
struct K73Thread {
    using Real = typename Spec::Real;
    using Arguments = TtiArguments<Real>;
    using Node = K73Node<Real>;
    static constexpr int R = 4;
    const Arguments& a;
    int x0, y0;  ///< first node of the block
    int x, y;
    bool in_box;

    WAVESIM_DEVICE K73Thread(const Arguments& arguments, int tile_x, int tile_y)
        : a(arguments),
          x0(range_along<true, 0>(arguments).from + tile_x * Spec::tile_x),
          y0(range_along<true, 1>(arguments).from + tile_y * Spec::tile_y),
          x(x0 + thread_in_plane<Spec>() % Spec::tile_x),
          y(y0 + thread_in_plane<Spec>() / Spec::tile_x),
          in_box(x < range_along<true, 0>(arguments).to && y < range_along<true, 1>(arguments).to) {}

    WAVESIM_DEVICE Int64 node(int z) const { return z * a.plane + (y * a.pitch + x); }
    WAVESIM_DEVICE Sponge<Real> sponge(int z) const { return Sponge<Real>(damping_of(a, x, y, z)); }

    /// Computes all parts of a node at once.
    template <class At>
    WAVESIM_DEVICE void move(const At& at, int z, int row) const {
        const Sponge<Real> damped = sponge(z);
        const Node here(a, node(z), row);
        here.move(at, damped, here.template whole<0>(at), here.template whole<1>(at));
    }
};

template <class Spec>
struct K73Gathered {
    using Real = typename Spec::Real;
    static constexpr int threads = plane_threads<Spec> * Spec::tile_z, shared_bytes = 0;

    static WAVESIM_DEVICE void run(const TtiArguments<Real>& a) {
        const K73Thread<Spec> thread(a, block_x(), block_y());
        const Range along_z = range_along<true, 2>(a);
        const int z = along_z.from + block_z() * Spec::tile_z + thread_index() / plane_threads<Spec>;
        if (!thread.in_box || z >= along_z.to) return;
        const Int64 node = thread.node(z);
        thread.move([&](int f, auto k) { return a.now[f] + (node + decltype(k)::value * a.plane); }, z, a.pitch);
    }
};

template <class Spec>
struct K73Cube {
    using Real = typename Spec::Real;
    using Planes = K73Planes<Spec>;
    static constexpr int R = Planes::R, planes = Spec::tile_z + 2 * R;
    static constexpr int threads = plane_threads<Spec> * Spec::tile_z;
    static constexpr int shared_bytes = planes * Planes::size * static_cast<int>(sizeof(Real));

    static WAVESIM_DEVICE void run(const TtiArguments<Real>& a) {
        const K73Thread<Spec> thread(a, block_x(), block_y());
        const Range along_z = range_along<true, 2>(a);
        const int layer = thread_index() / plane_threads<Spec>;
        const int z0 = along_z.from + block_z() * Spec::tile_z;
        const int end = smaller(z0 + Spec::tile_z, along_z.to);
        const Planes rims(a, thread.x0, thread.y0);
        Real* const cube = shared_memory<Real>();
        for (int k = layer; k < planes && z0 - R + k < end + R; k += Spec::tile_z)
            rims.load(a, z0 - R + k, cube + k * Planes::size);
        barrier();
        if (!thread.in_box || z0 + layer >= end) return;
        const Real* const own = cube + (R + layer) * Planes::size + Planes::own();
        thread.move([&](int f, auto k) { return own + (f * Planes::field_size + decltype(k)::value * Planes::size); },
                    z0 + layer, Planes::width);
    }
};

/// A thread that walks along z.
template <class Spec>
struct K73Column : K73Thread<Spec> {
    using Base = K73Thread<Spec>;
    using Base::a, Base::in_box;
    using typename Base::Node, typename Base::Real;
    using Planes = K73Planes<Spec>;
    static constexpr int threads = plane_threads<Spec>;
    int z0, z1;
    Planes planes;
    /// The forward halves of A and B.
    struct Partial {
        Real of[2];
    };

    WAVESIM_DEVICE explicit K73Column(const TtiArguments<Real>& arguments)
        : K73Column(arguments, block_place<true>(arguments)) {}
    WAVESIM_DEVICE K73Column(const TtiArguments<Real>& arguments, const BlockPlace& place)
        : Base(arguments, place.tile_x, place.tile_y),
          z0(place.z0),
          z1(place.z1),
          planes(arguments, this->x0, this->y0) {}

    template <class At>
    WAVESIM_DEVICE Partial forward(const At& at_plane, int z) const {
        if (!in_box || z >= z1) return {};  // beyond the chunk the result is not used
        const auto at = of_field(at_plane);
        const Node node(a, this->node(z), Planes::width);
        return {{node.template half<0, -1>(at), node.template half<1, -1>(at)}};
    }
    template <class At>
    WAVESIM_DEVICE void finish(const At& at_plane, int z, const Partial& forward) const {
        const auto at = of_field(at_plane);
        const Sponge<Real> damped = this->sponge(z);
        const Node node(a, this->node(z), Planes::width);
        const Real across = forward.of[0] + node.template in_plane<0>(at) + node.template half<0, 1>(at);
        const Real along = forward.of[1] + node.template in_plane<1>(at) + node.template half<1, 1>(at);
        node.move(at, damped, across, along);
    }

    template <class At>
    static WAVESIM_DEVICE auto of_field(const At& at_plane) {
        return [&at_plane](int f, auto k) { return at_plane(k) + f * Planes::field_size; };
    }
};

template <class Spec>
struct K73NinePlanes {
    using Real = typename Spec::Real;
    using Column = K73Column<Spec>;
    using Planes = K73Planes<Spec>;
    static constexpr int R = Planes::R, slots = 2 * R + 2;
    static constexpr int threads = Column::threads;
    static constexpr int shared_bytes = slots * Planes::size * static_cast<int>(sizeof(Real));

    static WAVESIM_DEVICE void run(const TtiArguments<Real>& a) {
        const Column column(a);
        if (column.z0 >= column.z1) return;
        Real* const ring = shared_memory<Real>();
        for (int k = 0; k < 2 * R; ++k) column.planes.load(a, column.z0 - R + k, ring + k * Planes::size);
        int low = 0;  // slot of plane z - R
        for (int z = column.z0; z < column.z1; ++z) {
            column.planes.load(a, z + R, ring + wrapped(low + 2 * R) * Planes::size);
            barrier();  // the slot that is loaded next is no longer read by any thread
            if (column.in_box)
                column.move(Column::of_field([&](auto k) -> const Real* {
                                return ring + wrapped(low + R + decltype(k)::value) * Planes::size + Planes::own();
                            }),
                            z, Planes::width);
            low = wrapped(low + 1);
        }
    }
    static WAVESIM_DEVICE int wrapped(int slot) { return slot >= slots ? slot - slots : slot; }
};

template <class Spec>
using K73SemiPlain = SemiWalk<K73Column<Spec>, NextPlane::in_memory>;
template <class Spec>
using K73SemiBuffered = SemiWalk<K73Column<Spec>, NextPlane::in_registers>;
template <class Spec>
using K73SemiCopied = SemiWalk<K73Column<Spec>, NextPlane::under_way>;
template <class Spec>
using K73SemiFolded = SemiWalk<K73Column<Spec>, NextPlane::in_memory, 2>;

}  // namespace wavesim::kernels
