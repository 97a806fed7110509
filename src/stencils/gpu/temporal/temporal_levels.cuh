// SPDX-License-Identifier: MIT
// The warps that update the nodes of a tile through all levels of a pass (temporal.cuh). A thread has V neighbouring
// nodes in each of its rows, and per level running sums of each (temporal_sums.cuh). u and u- of the finished plane are
// read from shared memory.
#pragma once
#include "stencils/gpu/temporal/temporal_sums.cuh"
#include "stencils/gpu/temporal/temporal_walls.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TemporalLevels {
    using Real = typename Spec::Real;
    using Tile = TemporalTile<Spec>;
    using Sums = TemporalSums<Spec>;
    using Taken = typename Sums::Taken;
    using Medium = Factors<Spec>;
    static constexpr int R = Tile::R;
    static constexpr int V = Tile::V;
    static constexpr int rows = Tile::rows;
    static constexpr int levels = Tile::levels;
    static constexpr int slots = Tile::slots;
    static constexpr int held = Tile::held;
    static constexpr bool corners = Tile::corners;
    static constexpr Int64 plane_values = Spec::plane;
    /// Two iterations are unrolled, so that values kept for the next iteration stay in the same registers.
    static constexpr bool spare_moves = R == 1 ? !(corners && (Tile::walls || (Spec::medium && sizeof(Real) == 8)))
                                               : Spec::medium == medium_float && !corners;
    static constexpr int together = registers_move && spare_moves ? 2 : 1;
    /// The values for the next level are loaded while one level is summed up, if there are enough registers.
    static constexpr bool fetch_ahead = !corners && !Tile::walls && R == 1;

    /// Whether the loop for inner planes adds sources. If not, planes with sources are computed by the code for the
    /// ends of the grid. The variant with fewer registers and less time is chosen.
    static constexpr bool sources_inside =
        !Tile::walls && (!corners || (Spec::medium == medium_int16 && sizeof(Real) == 4));

    /// Position of a thread, and the values that it keeps from iteration to iteration.
    struct Thread {
        int x, y;          ///< its first node, in the grid
        int own[slots];    ///< offset in shared memory, in the plane of level 0 that many slots later; rotated every
                           ///< iteration
        int side;          ///< offset from there to the columns beside the tile, at the end where the thread is
        bool first, last;  ///< the thread is at that end of the rows of the tile
        int offset;        ///< in a plane of the field
        int rows_here;     ///< its rows in the grid; 0 if its columns are outside
        int rows_out;      ///< of these the rows that the panel owns; negative if they are late rows
        int columns_here;  ///< its columns in the grid
        int slot;          ///< slot of this iteration
        int rim_row[2];    ///< offset in the halo words of level 1 and slot 0; -1 if the thread has no such row
        int rim_column;    ///< -1 if the thread is at no end
        TilePlanes sources;
        const Real* pushes;       ///< pushes on the thread's nodes in the first plane with sources
        Pack<Real> before[rows];  ///< u- of the plane that level 0 finishes next
        typename Sums::Running sum[levels];
        typename Medium::Codes factors[Spec::medium ? levels : 1][rows];  ///< of the planes that levels finish next
        Pack<Real> waiting[levels][held > 0 ? held : 1][rows];  ///< u- of planes that levels above 0 finish soon

        explicit WAVESIM_DEVICE Thread(const TilePlanes& planes_of_sources)
            : sources(planes_of_sources), before{}, sum{}, factors{}, waiting{} {}
    };

    static WAVESIM_DEVICE void run(const TemporalArguments<Real>& a, Real* ring) {
        const int tile = block_y() * Tile::tiles_x + block_x();
        Thread t(a.sources[tile]);
        place_thread(a, tile, t);
        start_plane(a, ring + t.own[0], t, 0);
        commit_copies();
        start_plane(a, ring + t.own[1], t, 1);
        commit_copies();
        wait_copies<1>();
        barrier();
        const int end = Tile::iterations(a.nz);
        int i = 0;
        if constexpr (Tile::walls || sources_inside) {  // separate warps handle walls, and then sources too
            for (; i < Tile::lag * (levels - 1) + R; ++i) iterate<false>(a, ring, t, i);
            for (; i + 1 + together < a.nz; i += together) iterate_inside(a, ring, t, i);
            for (; i < end; ++i) iterate<false>(a, ring, t, i);
        } else {
            while (i < end) {
                for (; i < end && !are_inside(a, t, i); ++i) iterate<false>(a, ring, t, i);
                for (const int stop = end_inside(a, t, i); i < stop; i += together) iterate_inside(a, ring, t, i);
            }
        }
    }

  private:
    static WAVESIM_DEVICE void place_thread(const TemporalArguments<Real>& a, int tile, Thread& t) {
        const int lane = thread_index() % Tile::lanes;
        const int line = thread_index() / Tile::lanes * rows;
        t.x = block_x() * Spec::tile_x + lane * V;
        t.y = block_y() * Spec::tile_y + line;
        const int own = Tile::place(lane * V, line);
        for (int k = 0; k < slots; ++k) t.own[k] = k * Tile::plane_size + own;
        t.slot = 0;
        t.pushes = first_pushes(a, tile);
        t.first = lane == 0;
        t.last = lane == Tile::lanes - 1;
        t.side = (t.first ? Tile::west : Tile::east) + (line + R) * R - own;
        t.offset = t.y * Spec::pitch + t.x;
        t.rows_here = t.x < Spec::nx ? smaller(rows, Tile::grid_rows(a) - t.y) : 0;
        t.rows_out = !Spec::cut || (t.y >= a.panel.first_own && t.y < a.panel.end_own) ? t.rows_here : 0;
        if (Spec::cut && t.y >= a.panel.first_late) t.rows_out = -t.rows_out;
        t.columns_here = smaller(V, Spec::nx - t.x);
        const int rim = tile * Tile::rim_of_tile;
        t.rim_row[0] = line == 0 ? rim + lane * V : -1;
        t.rim_row[1] = line + rows == Spec::tile_y ? rim + R * Spec::tile_x + lane * V : -1;
        t.rim_column = t.first || t.last ? rim + Tile::rim_columns + R * ((t.first ? 0 : Spec::tile_y) + line) : -1;
    }

    /// Goes to the slot of the next iteration.
    static WAVESIM_DEVICE void turn(Thread& t) {
        const int own = t.own[0];
        for (int k = 0; k + 1 < slots; ++k) t.own[k] = t.own[k + 1];
        t.own[slots - 1] = own;
        t.slot = t.slot + 1 == slots ? 0 : t.slot + 1;
    }

    /// Pointer to the thread's nodes in a plane of a level, `behind` slots before that of this iteration.
    template <int level, int behind>
    static WAVESIM_DEVICE Real* own_nodes(Real* ring, const Thread& t) {
        constexpr int ahead = (slots - behind) % slots;
        return ring + t.own[ahead] + level * slots * Tile::plane_size;
    }

    /// True if all nodes of every tile are in the grid.
    static constexpr bool whole_tiles = Spec::nx % Spec::tile_x == 0 && Spec::ny % Spec::tile_y == 0 && !Spec::cut;
    static WAVESIM_DEVICE bool in_grid(const Thread& t, int r) { return whole_tiles || r < t.rows_here; }
    static WAVESIM_DEVICE bool goes_out(const Thread& t, int r) {
        return whole_tiles || r < t.rows_out || (Spec::cut && r < -t.rows_out);
    }
    /// Where the thread's rows of plane z are stored: in the field, or in the buffer of late rows.
    static WAVESIM_DEVICE Real* out(Real* field, Real* late, const Thread& t, int z, int first_late) {
        if (!Spec::cut || t.rows_out >= 0) return field + (z * plane_values + t.offset);
        return late + ((z * static_cast<Int64>(Spec::overlap) + t.y - first_late) * Spec::pitch + t.x);
    }

    /// Starts the copies of the thread's nodes of plane z of u^n.
    static WAVESIM_DEVICE void start_plane(const TemporalArguments<Real>& a, Real* to, const Thread& t, int z) {
        if (z >= a.nz) return;
        const Real* const from = a.now + (z * plane_values + t.offset);
        for (int r = 0; r < rows; ++r)
            if (in_grid(t, r)) {
                if (Spec::nx % V == 0 || t.columns_here == V)
                    copy_async<16>(to + r * Spec::tile_x, from + r * Spec::pitch);
                else
                    for (int k = 0; k < Spec::nx % V; ++k)
                        copy_async<sizeof(Real)>(to + r * Spec::tile_x + k, from + r * Spec::pitch + k);
            }
    }

    /// True if in iterations i to i + together - 1 every level reads a plane and finishes one, all inside the grid and
    /// without sources, and two more planes follow.
    static WAVESIM_DEVICE bool are_inside(const TemporalArguments<Real>& a, const Thread& t, int i) {
        const int highest = i - Tile::lag * (levels - 1) - R;  // plane that the highest level finishes
        return highest >= 0 && i + 1 + together < a.nz && !near(t.sources, highest, i + together - 1);
    }

    /// The first iteration after i for which this is false.
    static WAVESIM_DEVICE int end_inside(const TemporalArguments<Real>& a, const Thread& t, int i) {
        const int end = are_inside(a, t, i) ? a.nz - 1 - together : i;
        return i <= t.sources.from ? smaller(end, t.sources.from + 2 - together) : end;
    }
    static WAVESIM_DEVICE void iterate_inside(const TemporalArguments<Real>& a, Real* ring, Thread& t, int i) {
        iterate<true>(a, ring, t, i);
        if constexpr (together == 2) iterate<true>(a, ring, t, i + 1);
    }
    /// `inside`: every level reads a plane and finishes one, all inside the grid, and two more planes follow.
    template <bool inside>
    static WAVESIM_DEVICE void iterate(const TemporalArguments<Real>& a, Real* ring, Thread& t, int i) {
        const bool sources_near = !Tile::walls && near(t.sources, i - Tile::lag * (levels - 1) - R, i);
        if constexpr (!Tile::walls && (!inside || !corners))
            if (sources_near) fetch_pushes(a, t, i);
        Pack<Real> lowest[rows];  // u- of level 0
        for (int r = 0; r < rows; ++r) {
            const int z = i + 1 - R;
            lowest[r] = t.before[r];
            if (in_grid(t, r) && (inside || (z >= 0 && z < a.nz)))
                t.before[r] = load_pack(a.before + (z * plane_values + t.offset) + r * Spec::pitch);
        }
        Taken ahead;
        if constexpr (fetch_ahead) ahead = fetch<levels - 1>(ring, t);
        static_for<0, levels>([&](auto down) {
            constexpr int level = levels - 1 - decltype(down)::value;
            const Taken taken = fetch_ahead ? ahead : fetch<level>(ring, t);
            if constexpr (fetch_ahead && level > 0) ahead = fetch<level - 1>(ring, t);
            Pack<Real> before[rows];
            for (int r = 0; r < rows; ++r) before[r] = level == 0 ? lowest[r] : take_before<level>(ring, t, r);
            const int p = i - Tile::lag * level;
            if (inside || (p >= R - 1 && p < a.nz + R))
                move<level, inside>(a, ring, t, p, sources_near, a.tag + static_cast<unsigned>(i), taken, before);
        });
        start_plane(a, own_nodes<0, -2>(ring, t), t, i + 2);
        commit_copies();
        if constexpr (Spec::medium) fetch_factors<inside>(a, t, i + 1);
        wait_copies<1>();
        barrier();
        turn(t);
    }

    /// Loads the factors of the planes that levels finish in iteration i, while the block waits.
    template <bool inside>
    static WAVESIM_DEVICE void fetch_factors(const TemporalArguments<Real>& a, Thread& t, int i) {
        const Int64 before = Spec::cut ? a.panel.before : 0;
        static_for<0, levels>([&](auto level_constant) {
            constexpr int level = decltype(level_constant)::value;
            const int z = i - Tile::lag * level - R;
            for (int r = 0; r < rows; ++r)
                if (in_grid(t, r) && (inside || (z >= 0 && z < a.nz)))
                    t.factors[level][r] =
                        Medium::load_codes(Medium::of(a) + (before + z * plane_values + t.offset + r * Spec::pitch));
        });
    }

    /// u- of the plane that a level above 0 finishes: the input of the level below, which this iteration overwrites.
    template <int level>
    static WAVESIM_DEVICE Pack<Real> take_before(Real* ring, Thread& t, int r) {
        constexpr int behind = level == 1 ? -2 : 0;
        const Real* const below = own_nodes<level - 1, behind>(ring, t);
        const Pack<Real> read = load_pack(below + r * Spec::tile_x);
        if constexpr (held == 0) {
            return read;
        } else {
            const Pack<Real> due = t.waiting[level][0][r];
            for (int k = 0; k + 1 < held; ++k) t.waiting[level][k][r] = t.waiting[level][k + 1][r];
            t.waiting[level][held - 1][r] = read;
            return due;
        }
    }

    /// Values that a thread reads from the input plane of a level.
    template <int level>
    static WAVESIM_DEVICE Taken fetch(Real* ring, const Thread& t) {
        return Sums::fetch(own_nodes<level, taken_behind<level>>(ring, t), t.side);
    }
    /// Number of slots from the input plane of a level to that of this iteration.
    template <int level>
    static constexpr int taken_behind = level == 0 ? 0 : 2;

    /// Reads plane p of a level, the mirror image beyond the last plane if p >= nz, and finishes plane p - R.
    template <int level, bool inside>
    static WAVESIM_DEVICE void move(const TemporalArguments<Real>& a, Real* ring, Thread& t, int p, bool sources_near,
                                    unsigned tag, const Taken& taken, const Pack<Real> (&before)[rows]) {
        const Real* const behind = own_nodes<level, taken_behind<level> + 1>(ring, t);
        const Real* const centre = own_nodes<level, taken_behind<level> + R>(ring, t);
        constexpr bool images = !inside && R > 1;
        Pack<Real> complete[images ? rows : 1];
        if constexpr (images) take_with_images<level>(a, ring, t, p, complete);
        Pack<Real> after[rows];
        for (int r = 0; r < rows; ++r) {
            typename Sums::Rows around;
            if constexpr (!images) around = Sums::rows_around(taken, r, t.first, t.last);
            const Pack<Real> last = load_pack(behind + r * Spec::tile_x);
            const Pack<Real> now = R == 1 ? last : load_pack(centre + r * Spec::tile_x);
            Pack<Real> factor{};
            if constexpr (Spec::medium) factor = Medium::decode(a, t.factors[level][r]);
            for (int k = 0; k < V; ++k) {
                Real sum;
                if constexpr (images)
                    sum = complete[r].v[k];
                else
                    sum = Sums::add(t.sum[level], r, k, around, last.v[k], {!inside && p == 0, !inside && p == a.nz});
                after[r].v[k] = next_value<Spec>(now.v[k], before[r].v[k], sum, factor.v[k]);
            }
        }
        if (!inside && p == R - 1) return;
        if constexpr (Tile::walls) {
            const WallMemory<Spec> memory(ring);
            for (int r = 0; r < rows; ++r)
                memory.template finish<level>(p + Tile::lag * level, thread_index() / Tile::lanes * rows + r,
                                              thread_index() % Tile::lanes, after[r]);
        } else if constexpr (!inside || sources_inside) {
            if (sources_near && holds(t.sources, p - R)) add_sources(a, t, level, p - R, after);
        }
        hand_on<level>(a, ring, t, p - R, tag, after);
    }

    /// For stencils of reach 2, near the ends of the grid. As soon as plane R - 1 is there, the mirror images of planes
    /// 0 to R - 1 are added before them. Beyond the last plane come its mirror images.
    template <int level>
    static WAVESIM_DEVICE void take_with_images(const TemporalArguments<Real>& a, Real* ring, Thread& t, int p,
                                                Pack<Real> (&complete)[rows]) {
        for (int q = p < R ? -R : p; q <= p; ++q) {
            Taken taken = Sums::fetch(own_image<level>(a, ring, t, p, q), t.side);
            if (is_negative(a, q)) Sums::turn(taken);
            const Real* const before = own_image<level>(a, ring, t, p, q > -R ? q - 1 : q);
            for (int r = 0; r < rows; ++r) {
                const typename Sums::Rows around = Sums::rows_around(taken, r, t.first, t.last);
                Pack<Real> last = load_pack(before + r * Spec::tile_x);
                if (is_negative(a, q - 1))
                    for (int k = 0; k < V; ++k) last.v[k] = -last.v[k];
                for (int k = 0; k < V; ++k) complete[r].v[k] = Sums::add(t.sum[level], r, k, around, last.v[k]);
            }
        }
    }
    /// True if plane q has the opposite sign of its mirror image.
    static WAVESIM_DEVICE bool is_negative(const TemporalArguments<Real>& a, int q) {
        return (q < 0 && Spec::halo_z_low == halo_odd_half) || (q >= a.nz && Spec::halo_z_high == halo_odd_half);
    }
    /// The thread's nodes in the mirror image of plane q when the level is at plane p: at most 2R - 1 planes behind.
    template <int level>
    static WAVESIM_DEVICE const Real* own_image(const TemporalArguments<Real>& a, Real* ring, const Thread& t, int p,
                                                int q) {
        const int behind = p - Tile::image(q, a.nz);
        const Real* nodes = own_nodes<level, taken_behind<level>>(ring, t);
        static_for<1, 2 * R>([&](auto planes) {
            constexpr int k = decltype(planes)::value;
            if (behind == k) nodes = own_nodes<level, taken_behind<level> + k>(ring, t);
        });
        return nodes;
    }

    /// Pushes on the thread's nodes in the first plane with sources.
    static WAVESIM_DEVICE const Real* first_pushes(const TemporalArguments<Real>& a, int tile) {
        const Int64 line =
            a.sources[tile].at * static_cast<Int64>(levels * Spec::tile_y) + thread_index() / Tile::lanes * rows;
        return a.pushes + line * Spec::tile_x + thread_index() % Tile::lanes * V;
    }
    /// Pushes for plane z of u^{n+level+1}. Where the medium varies there is no register to keep their address.
    static WAVESIM_DEVICE const Real* pushes(const TemporalArguments<Real>& a, const Thread& t, int level, int z) {
        const Real* const first = Spec::medium ? first_pushes(a, block_y() * Tile::tiles_x + block_x()) : t.pushes;
        return first + static_cast<Int64>((z - t.sources.from) * levels + level) * (Spec::tile_x * Spec::tile_y);
    }
    /// Loads the pushes of iteration i while its highest levels are updated.
    static WAVESIM_DEVICE void fetch_pushes(const TemporalArguments<Real>& a, const Thread& t, int i) {
        static_for<0, levels>([&](auto level_constant) {
            constexpr int level = decltype(level_constant)::value;
            const int z = i - Tile::lag * level - R;
            if (!holds(t.sources, z)) return;
            for (int r = 0; r < rows; ++r) prefetch_near(pushes(a, t, level, z) + r * Spec::tile_x);
        });
    }
    /// Adds sources like the passes of single steps (nodes.cuh).
    static WAVESIM_DEVICE void add_sources(const TemporalArguments<Real>& a, const Thread& t, int level, int z,
                                           Pack<Real> (&after)[rows]) {
        if (a.step + level >= a.signal_steps) return;
        const Real* const from = pushes(a, t, level, z);
        for (int r = 0; r < rows; ++r) {
            const Pack<Real> push = load_pack(from + r * Spec::tile_x);
            for (int k = 0; k < V; ++k)
                if (push.v[k] == push.v[k]) after[r].v[k] += push.v[k];
        }
    }

    /// Stores a finished plane for the level above, and its edge for other tiles. The last two levels are stored in the
    /// field.
    template <int level>
    static WAVESIM_DEVICE void hand_on(const TemporalArguments<Real>& a, Real* ring, const Thread& t, int z,
                                       unsigned tag, const Pack<Real> (&after)[rows]) {
        if constexpr (level + 1 < levels) {
            Real* const next = own_nodes<level + 1, 0>(ring, t);
            const int rim = (level * slots + t.slot) * Tile::rim_size;
            for (int r = 0; r < rows; ++r) {
                store_pack(next + r * Spec::tile_x, after[r]);
                if (t.rim_column >= 0) {
                    Real ends[R];
                    for (int k = 0; k < R; ++k) ends[k] = t.first ? after[r].v[k] : after[r].v[V - R + k];
                    publish_values(a.rims + (t.rim_column + rim + R * r), ends, tag);
                }
            }
            for (int r = 0; r < R; ++r) {
                if (t.rim_row[0] >= 0)
                    publish_values(a.rims + (t.rim_row[0] + rim + r * Spec::tile_x), after[r].v, tag);
                if (t.rim_row[1] >= 0)
                    publish_values(a.rims + (t.rim_row[1] + rim + r * Spec::tile_x), after[rows - R + r].v, tag);
            }
        }
        if constexpr (level + 2 >= levels) {
            Real* const to = level + 1 == levels ? out(a.last, a.panel.late, t, z, a.panel.first_late)
                                                 : out(a.last_but_one, a.panel.late_but_one, t, z, a.panel.first_late);
            for (int r = 0; r < rows; ++r)
                if (goes_out(t, r)) store_pack(to + r * Spec::pitch, after[r]);
        }
    }

    template <int count>
    static WAVESIM_DEVICE void publish_values(RimWord<Real>* to, const Real (&value)[count], unsigned tag) {
        if constexpr (sizeof(Real) == 4 && count % 2 == 0)
            for (int k = 0; k < count; k += 2)
                publish(reinterpret_cast<RimPair*>(to + k),
                        RimPair{{rim_word(value[k], tag), rim_word(value[k + 1], tag)}});
        else
            for (int k = 0; k < count; ++k) publish(to + k, rim_word(value[k], tag));
    }
};

}  // namespace wavesim::kernels
