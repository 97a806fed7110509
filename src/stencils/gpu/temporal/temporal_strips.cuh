// SPDX-License-Identifier: MIT
// Several time steps per pass over memory in 2D: u^{n+T}, u^{n+T-1} from u^n, u^{n-1}, into other arrays, for sides
// that mirror. The result is that of T steps of texture.unrolled (texture.cuh) bit for bit: every sum has its terms in
// the same order. A block is one warp. It has a strip of columns and a chunk of rows, and walks along z. T R columns at
// each end of the strip and as many rows before and after the chunk are also computed by its neighbours, so that no
// block waits for another. In iteration i, level t reads row i - t R of u^{n+t}, which the level below has just
// finished, and finishes row i - (t + 1) R of u^{n+t+1}. A level keeps the last 2R rows that it has read in registers;
// the oldest is u- of the level above. Columns beside those of a lane come from the neighbouring lanes. Beyond the
// sides of the grid each level uses its own mirror images. Cost per node and pass, without redundant nodes: reads u and
// u- once, writes both once.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/static_for.cuh"
#include "stencils/gpu/temporal/temporal_points.cuh"
#include "stencils/gpu/temporal/temporal_strip_arguments.cuh"

namespace wavesim::kernels {

/// How rows are divided into strips; all strips begin at whole lanes.
template <class Spec>
struct StripTile {
    static constexpr int warp = 32;
    static constexpr int R = Spec::radius;
    static constexpr int V = Spec::columns;  ///< columns of a lane
    static constexpr int levels = Spec::levels;
    static constexpr int launches = 2;  ///< number of launches of a pass
    static constexpr int kept = 2 * R;  ///< rows of a level in registers
    static constexpr int reach = levels * R;
    static constexpr int width = warp * V;
    static constexpr int halo = (reach + V - 1) / V * V;
    static constexpr int stride = width - 2 * halo;  ///< distance of strips in columns
    static constexpr int strips = Spec::nx <= width ? 1 : (Spec::nx - width + stride - 1) / stride + 1;
    static_assert(R <= V && stride > 0);
};

template <class Spec>
struct TemporalStrips {
    using Real = typename Spec::Real;
    using Tile = StripTile<Spec>;
    using Medium = Factors<Spec>;
    static constexpr int R = Tile::R;
    static constexpr int V = Tile::V;
    static constexpr int levels = Tile::levels;
    static constexpr int kept = Tile::kept;
    static constexpr int reach = Tile::reach;
    static constexpr int threads = Tile::warp;
    static constexpr int strips = Tile::strips;

    /// A lane's columns of a row.
    struct Row {
        Real v[V];
    };
    /// A row with R more columns at each end.
    struct WideRow {
        Real v[V + 2 * R];
    };

    /// Position of a lane, and the values that it keeps from iteration to iteration.
    struct Lane {
        int column;    ///< its first column, counted from that of the strip
        int x;         ///< the same in the grid
        bool in_grid;  ///< it has columns in the grid
        bool owns;     ///< this strip owns them
        int z0, z1;    ///< rows of the chunk
        int entry;     ///< index in StripPoints::row: the first entry whose row level 0 has not finished yet
        int z_entry;   ///< row of that entry
        int z_last;    ///< row of the entry before it
        Row now;       ///< row of u^n that level 0 reads next
        Row before;    ///< the row of u^{n-1} for the same step
        Row row[levels][kept];
    };

    static WAVESIM_DEVICE void run(const StripArguments<Real>& a) {
        const int strip = block_x() % strips;
        const int chunk = block_x() / strips;
        Lane w{};
        place(a, strip, chunk, w);
        const int begin = w.z0 > reach ? w.z0 - reach : 0;
        const int end = w.z1 + reach;
        find_entry(a, strip, begin, w);
        fetch(a, w, begin);
        for (int i = begin; i < end; i += kept) {
            pass_entries(a, w, i);
            const bool points = w.z_entry <= i + kept - 1 - R || w.z_last >= i - reach;
            const bool plain = i >= reach && i + kept <= a.nz && !points;
            static_for<0, kept>([&](auto k) { iterate<decltype(k)::value>(a, w, i + decltype(k)::value, plain); });
        }
    }

  private:
    static WAVESIM_DEVICE void place(const StripArguments<Real>& a, int strip, int chunk, Lane& w) {
        w.column = thread_index() * V;
        w.x = strip * Tile::stride + w.column;
        w.in_grid = w.x < Spec::nx;
        const int from = strip == 0 ? 0 : Tile::halo;
        const int to = strip == strips - 1 ? Tile::width : Tile::width - Tile::halo;
        w.owns = w.in_grid && w.column >= from && w.column < to;
        w.z0 = chunk * a.chunk;
        w.z1 = smaller(w.z0 + a.chunk, a.nz);
    }

    /// The first entry of a strip whose row is not finished before iteration i.
    static WAVESIM_DEVICE void find_entry(const StripArguments<Real>& a, int strip, int i, Lane& w) {
        int low = load_read_only(a.points.first + strip);  // its row is below all others
        int high = load_read_only(a.points.first + strip + 1) - 1;
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            (load_read_only(&a.points.row[middle].z) <= i - R ? low : high) = middle;
        }
        w.entry = high;
        w.z_entry = load_read_only(&a.points.row[high].z);
        w.z_last = load_read_only(&a.points.row[low].z);
    }
    static WAVESIM_DEVICE void pass_entries(const StripArguments<Real>& a, Lane& w, int i) {
        while (w.z_entry < i - R) {
            w.z_last = w.z_entry;
            w.z_entry = load_read_only(&a.points.row[++w.entry].z);
        }
    }

    static WAVESIM_DEVICE Row load_row(const Real* from) {
        Row row;
        for (int k = 0; k < V; k += Pack<Real>::size) {
            const Pack<Real> pack = load_pack(from + k);
            for (int j = 0; j < Pack<Real>::size; ++j) row.v[k + j] = pack.v[j];
        }
        return row;
    }
    static WAVESIM_DEVICE void store_row(Real* to, const Row& row) {
        for (int k = 0; k < V; k += Pack<Real>::size) {
            Pack<Real> pack;
            for (int j = 0; j < Pack<Real>::size; ++j) pack.v[j] = row.v[k + j];
            store_pack(to + k, pack);
        }
    }
    static WAVESIM_DEVICE Int64 node(const Lane& w, int z) { return z * static_cast<Int64>(Spec::pitch) + w.x; }

    /// Loads the values for level 0 in iteration i; beyond the grid any row may be loaded.
    static WAVESIM_DEVICE void fetch(const StripArguments<Real>& a, Lane& w, int i) {
        if (!w.in_grid) return;
        w.now = load_row(a.now + node(w, smaller(i, a.nz - 1)));
        w.before = load_row(a.before + node(w, i < R ? 0 : smaller(i - R, a.nz - 1)));
    }

    /// `plain`: no level reads or finishes a row outside the grid, or one with sources or receivers. The row that a
    /// level read k rows after the oldest one is stored at (phase + k) % kept. `plain` is tested for every level, which
    /// keeps the compiler from starting the sums of all levels at once; there are too few registers for that.
    template <int phase>
    static WAVESIM_DEVICE void iterate(const StripArguments<Real>& a, Lane& w, int i, bool plain) {
        Row taken = w.now;
        Row before = w.before;
        if (!plain) pass_entries(a, w, i + 1);
        int entry = w.entry - 1;
        if (!plain) put_images<phase>(a, w.row[0], taken, i);
        static_for<0, levels>([&](auto level_constant) {
            constexpr int level = decltype(level_constant)::value;
            Row(&rows)[kept] = w.row[level];
            const Row& now = rows[(phase + R) % kept];
            const int z = i - (level + 1) * R;  // the row that the level finishes
            Row after = finish<phase>(a, w, rows, taken, before, z);
            if (!plain) {
                while (load_read_only(&a.points.row[entry].z) > z) --entry;
                if (load_read_only(&a.points.row[entry].z) == z) meet_points(a, w, entry, level, z, now, after);
                if constexpr (level + 1 < levels) put_images<phase>(a, w.row[level + 1], after, z);
            }
            if constexpr (level == levels - 1)
                if (w.owns && z >= w.z0 && z < w.z1) {
                    store_row(a.last + node(w, z), after);
                    store_row(a.last_but_one + node(w, z), now);
                }
            before = rows[phase];
            rows[phase] = taken;
            taken = after;
            if constexpr (level == 0) fetch(a, w, i + 1);  // loaded during this iteration
        });
    }

    template <int halo>
    static WAVESIM_DEVICE Real image(Real value) {
        return halo == halo_odd_half ? -value : value;
    }
    template <int halo>
    static WAVESIM_DEVICE Row image(const Row& row) {
        Row images;
        for (int c = 0; c < V; ++c) images.v[c] = image<halo>(row.v[c]);
        return images;
    }

    /// Sets rows before the first one, as soon as a level has read the rows that they mirror, and rows after the last
    /// one.
    template <int phase>
    static WAVESIM_DEVICE void put_images(const StripArguments<Real>& a, Row (&rows)[kept], Row& taken, int p) {
        static_for<1, R + 1>([&](auto distance) {
            constexpr int q = decltype(distance)::value;
            if (p == R - 1)
                rows[(phase + R + 1 - q) % kept] =
                    image<Spec::halo_z_low>(q == R ? taken : rows[(phase + R + q) % kept]);
        });
        static_for<0, R>([&](auto distance) {
            constexpr int q = decltype(distance)::value;
            if (p == a.nz + q) taken = image<Spec::halo_z_high>(rows[(phase + kept - 2 * q - 1) % kept]);
        });
    }

    /// True if a sum has values beside the node's column in rows at distance d.
    static constexpr WAVESIM_DEVICE bool beside(int d) {
        for (int x = 1; x <= R; ++x)
            if (Spec::weight(x, 0, d < 0 ? -d : d) != 0) return true;
        return false;
    }

    template <bool ends>
    static WAVESIM_DEVICE WideRow widen(const Lane& w, const Row& row) {
        WideRow wide;
        for (int c = 0; c < V; ++c) wide.v[R + c] = row.v[c];
        if constexpr (ends) {
            for (int q = 1; q <= R; ++q) {
                const Real low = lane_before<Tile::warp>(row.v[V - q]);
                wide.v[R - q] = w.column == 0 ? image<Spec::halo_x_low>(row.v[q - 1]) : low;
                wide.v[R + V - 1 + q] = lane_after<Tile::warp>(row.v[q - 1]);
            }
            constexpr int last = (Spec::nx - 1) % V;  // column of the grid's last node, in its lane
            mirror_end<last>(w, wide);
            if constexpr (last + 2 <= R) mirror_end<last + V>(w, wide);  // the lane before it also reads mirror images
        }
        return wide;
    }
    /// For the lane whose last column is `last` columns before that of the grid's last node.
    template <int last>
    static WAVESIM_DEVICE void mirror_end(const Lane& w, WideRow& wide) {
        const bool here = w.x + last == Spec::nx - 1;
        for (int q = 1; q <= R; ++q)
            if (last + q < V + R && here) wide.v[R + last + q] = image<Spec::halo_x_high>(wide.v[R + last + 1 - q]);
    }

    /// Computes row z of u^{n+level+1} without sources.
    template <int phase>
    static WAVESIM_DEVICE Row finish(const StripArguments<Real>& a, const Lane& w, const Row (&rows)[kept],
                                     const Row& taken, const Row& before, int z) {
        Row factor{};
        if constexpr (Spec::medium)
            if (w.in_grid) {
                const int near = z < 0 ? 0 : smaller(z, a.nz - 1);  // beyond the grid any factor may be used
                const auto codes = load_bundle<V>(Medium::of(a) + node(w, near));
                for (int c = 0; c < V; ++c) factor.v[c] = Medium::decode(a, codes.v[c]);
            }
        const Row& now = rows[(phase + R) % kept];
        Real sum[V] = {};
        static_for<-R, R + 1>([&](auto z_constant) {
            constexpr int dz = decltype(z_constant)::value;
            const WideRow wide = widen<beside(dz)>(w, dz == R ? taken : rows[(phase + R + dz) % kept]);
            static_for<-R, R + 1>([&](auto x_constant) {
                constexpr int dx = decltype(x_constant)::value;
                constexpr Real weight = Spec::weight(dx < 0 ? -dx : dx, 0, dz < 0 ? -dz : dz);
                if constexpr (weight != 0)
                    for (int c = 0; c < V; ++c) sum[c] = fused(weight, wide.v[R + c + dx] - now.v[c], sum[c]);
            });
        });
        Row after;
        for (int c = 0; c < V; ++c) after.v[c] = next_value<Spec>(now.v[c], before.v[c], sum[c], factor.v[c]);
        return after;
    }

    /// Receivers record u^{n+level} (`now`), and sources add to u^{n+level+1} (`after`) like single steps (nodes.cuh);
    /// a signal that has ended adds 0.
    static WAVESIM_DEVICE void meet_points(const StripArguments<Real>& a, const Lane& w, int entry, int level, int z,
                                           const Row& now, Row& after) {
        const StripRow* const row = a.points.row + entry;
        const int driven = load_read_only(&row->pushes);
        if (driven >= 0) {
            const int of_row = driven * Tile::launches * levels + level;
            const Real* const from = a.pushes + (of_row * static_cast<Int64>(Tile::width) + w.column);
            if (level + 1 < levels) prefetch_near(from + Tile::width);
            const bool sounds = a.step + level < a.signal_steps;
            for (int c = 0; c < V; ++c) {
                const Real push = load(from + c);
                if (push == push) after.v[c] += sounds ? push : Real(0);
            }
        }
        if (z < w.z0 || z >= w.z1) return;
        for (int k = load_read_only(&row[0].first_heard); k < load_read_only(&row[1].first_heard); ++k) {
            const StripNode node = load(a.points.heard + k);
            for (int c = 0; c < V; ++c)
                if (node.column == w.column + c)
                    store(a.samples + (level * static_cast<Int64>(a.receiver_nodes) + node.number), now.v[c]);
        }
    }
};

}  // namespace wavesim::kernels
