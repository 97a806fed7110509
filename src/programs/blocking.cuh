// SPDX-License-Identifier: MIT
// N.5D blocking of stencils that are text (AN5D, section 4; STENCILGEN, section V): Spec::levels iterations of
// u <- formula(u) in one pass over memory. A block computes a tile across x (2D) or x and y (3D), walks along z and
// carries one stream per level; level l is `lag` planes behind level l - 1. Tiles overlap by levels * radius on each
// side. There values become wrong from the edge inwards, one radius per level, and are not stored. Nodes of the ring
// keep their values.
//
// What a thread keeps of a level, for each of its nodes: `history`, the values at this and earlier planes. If the
// formula is a weighted sum it also keeps `sums`, partial outputs that wait for later planes; then a plane is read once
// and dropped. Otherwise all 2 R + 1 planes are kept and the formula is evaluated as written (Spec::whole).
//   fixed registers (AN5D):        the walk is unrolled 2 R + 1 times and a value stays where it is
//   shifting registers:            values move on by one place per plane
//   alternating planes (AN5D):     one plane of shared memory, double buffered, for all levels; a barrier per level
//   a plane per level (STENCILGEN): a barrier per level
//   lagged planes:                 two planes per level; all levels of an iteration are independent; one barrier
//   lanes:                         neighbours along x come from other lanes of the warp, which is one row
//
// Per node and pass: 1 read, 1 write. Per node and level: the operations of Spec, and the words of shared memory that
// it needs.
#pragma once
#include "programs/blocking_arguments.cuh"
#include "stencils/gpu/common/static_for.cuh"

namespace wavesim::kernels {

/// How planes go through shared memory, in the order of PlaneScheme.
enum Planes : int { planes_alternating = 0, planes_per_level = 1, planes_lagged = 2 };

/// `Late`: number of planes by which levels are delayed too much. Tests use it to check that such a fault is found.
template <class Spec, int Late = 0>
struct Blocking {
    using Real = typename Spec::Real;
    static constexpr int radius = Spec::radius;
    static constexpr int levels = Spec::levels;
    static constexpr int cols = Spec::nodes_x;  ///< nodes of a thread along x
    static constexpr int rows = Spec::nodes_y;
    static constexpr int radius_y = Spec::dims == 3 ? radius : 0;
    static constexpr int halo_x = (levels * radius + cols - 1) / cols * cols;
    static constexpr int halo_y = levels * radius_y;
    static constexpr int valid_x = Spec::tile_x - 2 * halo_x;
    static constexpr int valid_y = Spec::tile_y - 2 * halo_y;
    static constexpr int lanes_x = Spec::tile_x / cols;
    static constexpr int threads = lanes_x * (Spec::tile_y / rows);
    static constexpr bool lagged = Spec::planes == planes_lagged;
    static constexpr int lag = (lagged ? radius + 1 : radius) + Late;
    static constexpr int period = 2 * radius + 1;

    // Planes in shared memory. They are padded by what nodes at the edge of the tile read; results from the padding are
    // not used.
    static constexpr bool shared = Spec::dims == 3 || !Spec::lanes;
    static constexpr int pad_x = Spec::lanes ? 0 : (radius + cols - 1) / cols * cols;
    static constexpr int shared_pitch = Spec::tile_x + 2 * pad_x;
    static constexpr int layer_size = shared_pitch * (Spec::tile_y + 2 * radius_y);
    static constexpr int layers = Spec::diagonals ? period : 1;  ///< planes that a level stores at a time
    static constexpr int buffer_size = layer_size * layers;
    static constexpr int buffers = !shared                              ? 0
                                   : lagged                             ? 2 * levels
                                   : Spec::planes == planes_alternating ? 2
                                   : levels > 1                         ? levels
                                                                        : 2;
    static constexpr int shared_bytes = buffers * buffer_size * static_cast<int>(sizeof(Real));

    static_assert(valid_x > 0 && valid_y > 0);
    static_assert(Spec::tile_x % cols == 0 && Spec::tile_y % rows == 0);
    static_assert(!Spec::lanes || (lanes_x == 32 && radius <= cols));

    /// Values of one level that a thread keeps.
    struct Level {
        Real history[period][rows][cols];
        Real sums[period][rows][cols];
    };
    /// The nodes of a thread in one plane.
    struct Nodes {
        Real v[rows][cols];
    };
    /// A thread's nodes and their neighbours in a plane.
    struct Patch {
        Real v[rows + 2 * radius_y][cols + 2 * radius];
    };

    struct Thread {
        int x, y;            ///< its first node in the grid
        int tile_x, tile_y;  ///< and within the tile
        bool has_frozen;     ///< some of its nodes lie in the ring or beyond
        int offset[rows];    ///< offsets of its rows in a plane of global memory, clamped to what may be read
        int first, last,
            z_end;  ///< planes of the block that are stored: [first, last); planes there are end before z_end
    };

    static constexpr WAVESIM_DEVICE int slot(int phase, int o) {
        return Spec::fixed_registers ? (phase + o + 2 * period) % period : (o + period) % period;
    }

    /// What the formula can read: values of the plane around a node, and values in the column of the node.
    template <int Phase>
    struct Around {
        const Patch* patch;
        const Level& level;
        int r, c;
        /// A neighbour in the newest plane, for sums.
        WAVESIM_DEVICE Real operator()(int dx, int dy) const { return patch[0].v[r + radius_y + dy][c + radius + dx]; }
        /// The value `planes` planes before the newest one.
        WAVESIM_DEVICE Real before(int planes) const { return level.history[slot(Phase, -planes)][r][c]; }
        /// Any neighbour; only where all planes are kept.
        WAVESIM_DEVICE Real operator()(int dx, int dy, int dz) const {
            if (dx == 0 && dy == 0) return before(radius - dz);
            return patch[Spec::diagonals ? dz + radius : 0].v[r + radius_y + dy][c + radius + dx];
        }
    };
    template <int Phase>
    struct Sums {
        Level& level;
        int r, c;
        /// The partial sum of the output `o` planes after the newest one.
        WAVESIM_DEVICE Real& operator()(int o) const { return level.sums[slot(Phase, o)][r][c]; }
    };

    static WAVESIM_DEVICE Thread place(const BlockingArguments<Real>& g) {
        Thread t;
        const int thread = thread_index();
        t.tile_x = thread % lanes_x * cols;
        t.tile_y = thread / lanes_x * rows;
        t.x = block_x() * valid_x - halo_x + t.tile_x;
        t.y = block_y() * valid_y - halo_y + t.tile_y;
        t.has_frozen = t.x < 0 || t.x + cols > g.nx || (Spec::dims == 3 && (t.y < 0 || t.y + rows > g.ny));
        const int x = clamp(t.x, g.low_x, g.high_x - cols);
        static_for<0, rows>([&](auto r) {
            const int y = Spec::dims == 3 ? clamp(t.y + r.value, -radius, g.ny + radius - 1) : 0;
            t.offset[r.value] = static_cast<int>(y * g.pitch) + x;
        });
        t.first = block_z() * g.chunk;
        t.last = smaller(t.first + g.chunk, g.nz);
        t.z_end = g.nz + radius;
        return t;
    }
    static WAVESIM_DEVICE int clamp(int value, int low, int high) { return value < low ? low : smaller(value, high); }

    static WAVESIM_DEVICE Nodes load_plane(const BlockingArguments<Real>& g, const Thread& t, int z) {
        Nodes nodes;
        const Real* const plane = g.from + static_cast<Int64>(smaller(z, t.z_end - 1)) * g.plane;
        static_for<0, rows>([&](auto r) {
            const auto bundle = load_bundle<cols>(plane + t.offset[r.value]);
            static_for<0, cols>([&](auto c) { nodes.v[r.value][c.value] = bundle.v[c.value]; });
        });
        return nodes;
    }

    static WAVESIM_DEVICE void store_plane(const BlockingArguments<Real>& g, const Thread& t, int z,
                                           const Nodes& nodes) {
        if (z < t.first || z >= t.last) return;
        if (t.tile_x < halo_x || t.tile_x >= halo_x + valid_x || t.x >= g.nx) return;
        static_for<0, rows>([&](auto r) {
            const int y = t.y + r.value;
            if constexpr (Spec::dims == 3)
                if (t.tile_y + r.value < halo_y || t.tile_y + r.value >= halo_y + valid_y || y >= g.ny) return;
            Real* const row = g.to + static_cast<Int64>(z) * g.plane + (Spec::dims == 3 ? y * g.pitch : 0) + t.x;
            if (t.x + cols <= g.nx) {
                Bundle<Real, cols> bundle;
                static_for<0, cols>([&](auto c) { bundle.v[c.value] = nodes.v[r.value][c.value]; });
                store_bundle(row, bundle);
            } else {
                static_for<0, cols>([&](auto c) {
                    if (t.x + c.value < g.nx) store(row + c.value, nodes.v[r.value][c.value]);
                });
            }
        });
    }

    static WAVESIM_DEVICE Real* shared_place(Real* buffer, const Thread& t, int layer) {
        return buffer + layer * layer_size + (t.tile_y + radius_y) * shared_pitch + pad_x + t.tile_x;
    }

    /// Stores the nodes of a thread in shared memory for other threads: all of its rows, or only those at its edges if
    /// no others are read.
    static WAVESIM_DEVICE void publish_nodes(Real* buffer, const Thread& t, int layer, const Real (&v)[rows][cols]) {
        Real* const at = shared_place(buffer, t, layer);
        static_for<0, rows>([&](auto r) {
            if constexpr (!Spec::lanes || r.value < radius_y || r.value >= rows - radius_y) {
                Bundle<Real, cols> bundle;
                static_for<0, cols>([&](auto c) { bundle.v[c.value] = v[r.value][c.value]; });
                store_bundle(at + r.value * shared_pitch, bundle);
            }
        });
    }

    /// How far along x the formula reads, for any node of the thread, in row j of its patch; -1: not at all.
    static constexpr WAVESIM_DEVICE int width_of_row(int j) {
        int width = -1;
        for (int r = 0; r < rows; ++r) {
            const int dy = j - radius_y - r;
            if (dy < -radius_y || dy > radius_y) continue;
            const int of_row = Spec::width(dy);
            width = of_row > width ? of_row : width;
        }
        return width;
    }

    static WAVESIM_DEVICE void gather_row(Real (&to)[cols + 2 * radius], const Real* at, auto width, auto own) {
        if constexpr (!own.value) {
            if constexpr (Spec::lanes || width.value == 0) {
                const auto bundle = load_bundle<cols>(at);
                static_for<0, cols>([&](auto c) { to[radius + c.value] = bundle.v[c.value]; });
            } else {
                static_for<0, cols>([&](auto c) { to[radius + c.value] = load(at + c.value); });
            }
        }
        if constexpr (width.value > 0)
            static_for<1, width.value + 1>([&](auto k) {
                if constexpr (Spec::lanes) {
                    to[radius - k.value] = lane_before<32>(to[radius + cols - k.value]);
                    to[radius + cols - 1 + k.value] = lane_after<32>(to[radius + k.value - 1]);
                } else {
                    to[radius - k.value] = load(at - k.value);
                    to[radius + cols - 1 + k.value] = load(at + cols - 1 + k.value);
                }
            });
    }

    /// Loads the patch of a layer of a buffer; `own` are the values of the thread itself.
    static WAVESIM_DEVICE void gather_patch(Patch& patch, Real* buffer, const Thread& t, int layer,
                                            const Real (&own)[rows][cols]) {
        const Real* const at = shared ? shared_place(buffer, t, layer) : nullptr;
        static_for<0, rows + 2 * radius_y>([&](auto j) {
            constexpr int r = j.value - radius_y;
            constexpr bool is_own = r >= 0 && r < rows;
            if constexpr (is_own)
                static_for<0, cols>([&](auto c) { patch.v[j.value][radius + c.value] = own[r][c.value]; });
            if constexpr (width_of_row(j.value) >= 0)
                gather_row(patch.v[j.value], shared ? at + r * shared_pitch : nullptr,
                           Constant<width_of_row(j.value)>{}, Constant<is_own>{});
        });
    }

    /// Stores the newest plane of a level for the other threads.
    template <int Phase>
    static WAVESIM_DEVICE void arrive(Level& level, const Nodes& nodes, Real* buffer, const Thread& t) {
        static_for<0, rows>([&](auto r) {
            static_for<0, cols>(
                [&](auto c) { level.history[slot(Phase, 0)][r.value][c.value] = nodes.v[r.value][c.value]; });
        });
        if constexpr (shared && Spec::diagonals)
            static_for<0, period>(
                [&](auto k) { publish_nodes(buffer, t, k.value, level.history[slot(Phase, k.value - 2 * radius)]); });
        else if constexpr (shared)
            publish_nodes(buffer, t, 0, level.history[slot(Phase, Spec::whole ? -radius : 0)]);
    }

    /// Computes the plane `radius` behind the newest one, for the next level.
    template <int Phase>
    static WAVESIM_DEVICE Nodes advance(const BlockingArguments<Real>& g, Level& level, Real* buffer, const Thread& t,
                                        int came) {
        Patch patch[layers];
        if constexpr (Spec::diagonals)
            static_for<0, period>([&](auto k) {
                gather_patch(patch[k.value], buffer, t, k.value, level.history[slot(Phase, k.value - 2 * radius)]);
            });
        else
            gather_patch(patch[0], buffer, t, 0, level.history[slot(Phase, Spec::whole ? -radius : 0)]);
        Nodes out;
        static_for<0, rows>([&](auto r) {
            static_for<0, cols>([&](auto c) {
                const Around<Phase> around{patch, level, r.value, c.value};
                if constexpr (Spec::whole) {
                    out.v[r.value][c.value] = Spec::update(around);
                } else {
                    const Sums<Phase> sums{level, r.value, c.value};
                    Spec::add(around, sums);
                    out.v[r.value][c.value] = sums(-radius);
                }
            });
        });
        const int z = came - radius;
        if (t.has_frozen || z < 0 || z >= g.nz)
            static_for<0, rows>([&](auto r) {
                static_for<0, cols>([&](auto c) {
                    const int x = t.x + c.value;
                    const int y = t.y + r.value;
                    const bool frozen =
                        z < 0 || z >= g.nz || x < 0 || x >= g.nx || (Spec::dims == 3 && (y < 0 || y >= g.ny));
                    if (frozen) out.v[r.value][c.value] = level.history[slot(Phase, -radius)][r.value][c.value];
                });
            });
        if constexpr (!Spec::fixed_registers) shift(level);
        return out;
    }

    /// Shifts all registers by one plane.
    static WAVESIM_DEVICE void shift(Level& level) {
        static_for<0, rows>([&](auto r) {
            static_for<0, cols>([&](auto c) {
                static_for<0, period - 1>([&](auto k) {
                    constexpr int old = 2 * radius - k.value;  // planes ago
                    level.history[slot(0, -old)][r.value][c.value] = level.history[slot(0, 1 - old)][r.value][c.value];
                    level.sums[slot(0, k.value - radius)][r.value][c.value] =
                        level.sums[slot(0, k.value + 1 - radius)][r.value][c.value];
                });
            });
        });
    }

    static WAVESIM_DEVICE Real* buffer_of(int level, int turn) {
        if constexpr (!shared)
            return nullptr;
        else if constexpr (lagged)
            return shared_memory<Real>() + (turn * levels + level) * buffer_size;
        else if constexpr (Spec::planes == planes_per_level && levels > 1)
            return shared_memory<Real>() + level * buffer_size;
        else
            return shared_memory<Real>() + turn * buffer_size;
    }

    static WAVESIM_DEVICE void run(const BlockingArguments<Real>& g) {
        const Thread t = place(g);
        Level level[levels] = {};
        Nodes came[lagged ? levels : 1] = {};
        const int begin = t.first - levels * radius > -radius ? t.first - levels * radius : -radius;
        constexpr int behind = (levels - 1) * lag + radius;
        const int end = t.last + behind;
        Nodes next = load_plane(g, t, begin);
        int turn = 0;
        int z = begin;
        while (z < end)
            static_for<0, Spec::fixed_registers ? period : 1>([&](auto phase) {
                constexpr int now = decltype(phase)::value;
                if (z >= end) return;
                came[0] = next;
                next = load_plane(g, t, z + 1);
                if constexpr (lagged) {
                    static_for<0, levels>(
                        [&](auto l) { arrive<now>(level[l.value], came[l.value], buffer_of(l.value, turn), t); });
                    if constexpr (shared) barrier();
                    static_for<0, levels>([&](auto k) {
                        constexpr int l = levels - 1 - k.value;
                        const Nodes out = advance<now>(g, level[l], buffer_of(l, turn), t, z - l * lag);
                        if constexpr (l + 1 < levels)
                            came[l + 1] = out;
                        else
                            store_plane(g, t, z - behind, out);
                    });
                    turn = 1 - turn;
                } else {
                    static_for<0, levels>([&](auto l) {
                        Real* const buffer = buffer_of(l.value, turn);
                        arrive<now>(level[l.value], came[0], buffer, t);
                        if constexpr (shared) barrier();
                        came[0] = advance<now>(g, level[l.value], buffer, t, z - l.value * lag);
                        turn = 1 - turn;
                    });
                    store_plane(g, t, z - behind, came[0]);
                }
                ++z;
            });
    }
};

}  // namespace wavesim::kernels
