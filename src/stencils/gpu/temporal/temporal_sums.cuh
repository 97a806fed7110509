// SPDX-License-Identifier: MIT
// The sums along z of a thread's nodes at every level of a pass (temporal.cuh), in the order of the plane sweep
// (sweep_sums.cuh). Each input plane of a level is added to the sums of the planes around it, and completes one of
// them.
#pragma once
#include "stencils/gpu/temporal/temporal_tile.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TemporalSums {
    using Real = typename Spec::Real;
    using Tile = TemporalTile<Spec>;
    using Sums = SweepSums<Spec>;
    static constexpr int R = Tile::R;
    static constexpr int V = Tile::V;
    static constexpr int rows = Tile::rows;
    static constexpr bool corners = Tile::corners;
    /// Sums that a node keeps from plane to plane: number j belongs to the plane R - 1 - j before the newest one.
    static constexpr int running = Sums::off_axis(R) ? 2 * R : 2 * R - 1;
    using Running = Real[running][rows][V];

    /// Values that a thread reads from the input plane of a level.
    struct Taken {
        Pack<Real> window[rows + 2 * R];       ///< its rows, and the rows beside them
        Bundle<Real, R> beside[rows + 2 * R];  ///< columns beside the rows, at the thread's end of the tile
    };
    /// `nodes`: the thread's first node; `side`: offset from it to its first row beside the tile.
    static WAVESIM_DEVICE Taken fetch(const Real* nodes, int side) {
        Taken taken;
        for (int r = 0; r < rows + 2 * R; ++r) taken.window[r] = load_pack(nodes + (r - R) * Spec::tile_x);
        for (int r = corners ? 0 : R; r < (corners ? rows + 2 * R : rows + R); ++r)
            taken.beside[r] = load_bundle<R>(nodes + side + (r - R) * R);
        return taken;
    }
    /// Turns a plane into its mirror image beyond a side.
    static WAVESIM_DEVICE void turn(Taken& taken) {
        for (int r = 0; r < rows + 2 * R; ++r) {
            for (int k = 0; k < V; ++k) taken.window[r].v[k] = -taken.window[r].v[k];
            for (int k = 0; k < R; ++k) taken.beside[r].v[k] = -taken.beside[r].v[k];
        }
    }

    /// A row of a plane, and the sums of the rows at distance b from it, all with R columns at each end.
    struct Rows {
        Real pair[R + 1][V + 2 * R];
    };
    /// Row r of the thread and the sums around it; `first`, `end`: the thread is at that end of the rows of the tile.
    static WAVESIM_DEVICE Rows rows_around(const Taken& taken, int r, bool first, bool end) {
        Rows around;
        const auto& window = taken.window;
        const auto& beside = taken.beside;
        for (int k = 0; k < V; ++k) {
            around.pair[0][R + k] = window[r + R].v[k];
            for (int b = 1; b <= R; ++b) around.pair[b][R + k] = window[r + R - b].v[k] + window[r + R + b].v[k];
        }
        add_ends(first, end, beside[r + R], around.pair[0]);
        if constexpr (corners)
            for (int b = 1; b <= R; ++b) {
                Bundle<Real, R> both;
                for (int k = 0; k < R; ++k) both.v[k] = beside[r + R - b].v[k] + beside[r + R + b].v[k];
                add_ends(first, end, both, around.pair[b]);
            }
        return around;
    }

    /// Position of the input plane, for stencils of reach 1.
    struct Place {
        bool begins = false;  ///< it is the first plane: its mirror image lies before it
        bool ends = false;    ///< it lies beyond the last plane and is its mirror image
    };
    /// Adds a plane to the sums of node k of row r, and completes the sum of the plane R planes before it. `last`: u of
    /// the previous plane.
    static WAVESIM_DEVICE Real add(Running& sum, int r, int k, const Rows& around, Real last, Place place = {}) {
        Real weighted[R + 1] = {};
        static_for<1, R + 1>([&](auto outer) {
            static_for<0, decltype(outer)::value + 1>([&](auto inner) {
                add_class<decltype(outer)::value, decltype(inner)::value>(around.pair, k, weighted);
            });
        });
        Real now = around.pair[0][R + k];
        if constexpr (R == 1) {
            if (place.begins) {
                last = Tile::beyond(Spec::halo_z_low, now);
                if constexpr (running == 2) sum[running - 1][r][k] = Tile::beyond(Spec::halo_z_low, weighted[1]);
            }
            if (place.ends) {
                now = Tile::beyond(Spec::halo_z_high, last);
                if constexpr (running == 2) weighted[1] = Tile::beyond(Spec::halo_z_high, sum[running - 1][r][k]);
            }
        }
        return add_plane(sum, r, k, now - last, weighted);
    }

  private:
    /// Columns at both ends of a row: from neighbouring lanes, or from beyond the tile.
    static WAVESIM_DEVICE void add_ends(bool first, bool end, const Bundle<Real, R>& beside, Real (&row)[V + 2 * R]) {
        Real low[R], high[R];
        for (int k = 0; k < R; ++k) low[k] = lane_before<Tile::lanes>(row[V + k]);
        for (int k = 0; k < R; ++k) high[k] = lane_after<Tile::lanes>(row[R + k]);
        for (int k = 0; k < R; ++k) {
            row[k] = first ? beside.v[k] : low[k];
            row[V + R + k] = end ? beside.v[k] : high[k];
        }
    }

    /// The sum over the in-plane class (a, b) of a node, weighted for every |dz|.
    template <int a, int b>
    static WAVESIM_DEVICE void add_class(const Real (&pair)[R + 1][V + 2 * R], int k, Real (&weighted)[R + 1]) {
        if constexpr (Sums::in_plane(a, b)) {
            constexpr Real size = Sums::class_size(a, b);
            const Real difference = fused(-size, pair[0][R + k], Sums::template class_sum<a, b>(pair, R + k));
            static_for<0, R + 1>([&](auto distance) {
                constexpr int d = decltype(distance)::value;
                constexpr Real w = Spec::weight(a, b, d);
                if constexpr (w != 0) weighted[d] = fused(w, difference, weighted[d]);
            });
        }
    }

    /// Adds a plane to the sums. `slope`: u of the plane minus u of the previous one.
    static WAVESIM_DEVICE Real add_plane(Running& sum, int r, int k, Real slope, const Real (&weighted)[R + 1]) {
        Real complete = 0;
        static_for<0, running + 1>([&](auto position) {
            constexpr int j = decltype(position)::value;
            constexpr int d = j < R ? R - j : j - R;
            constexpr Real w = j == 2 * R ? 0.0 : j < R ? Sums::slope_weight(R - j) : -Sums::slope_weight(j - R + 1);
            Real next = j < running ? sum[j < running ? j : 0][r][k] : Real(0);
            if constexpr (j == 2 * R)
                next = weighted[d];
            else {
                next = fused(w, slope, next);
                if constexpr (Sums::off_axis(d)) next += weighted[d];
            }
            (j == 0 ? complete : sum[j == 0 ? 0 : j - 1][r][k]) = next;
        });
        return complete;
    }
};

}  // namespace wavesim::kernels
