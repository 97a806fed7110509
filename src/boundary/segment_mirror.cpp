// SPDX-License-Identifier: MIT
#include "boundary/segment_mirror.hpp"

#include <array>

#include "boundary/correction_rows.hpp"

namespace wavesim {
namespace {

/// A grid line through a node: `n` nodes with distance `stride`; the node itself is number `at`, and `solid` points to
/// it.
struct Line {
    const std::uint8_t* solid;
    const std::uint8_t* closed;  ///< null without sheets
    int axis;
    std::int64_t stride;
    std::int64_t n;
    std::int64_t at;
    bool air(std::int64_t t) const { return solid[(t - at) * stride] == 0; }
    /// Whether no sheet lies between t and t + 1.
    bool open(std::int64_t t) const {
        return closed == nullptr || (closed[(t - at) * stride] >> static_cast<unsigned>(axis) & 1U) == 0;
    }
};

/// The run of air [low, high) around a node, searched at most `reach` nodes away.
struct Run {
    std::int64_t low;
    std::int64_t high;
    bool closed_within;  ///< by a solid or a sheet
};

Run run_around(const Line& line, std::int64_t reach) {
    const std::int64_t lowest = std::max<std::int64_t>(0, line.at - reach);
    const std::int64_t highest = std::min(line.n, line.at + reach + 1);
    std::int64_t low = line.at, high = line.at + 1;
    while (low > lowest && line.air(low - 1) && line.open(low - 1)) --low;
    while (high < highest && line.air(high) && line.open(high - 1)) ++high;
    return {low, high, low > lowest || high < highest};
}

/// Mirror image of t within [low, high), reflected as often as needed.
std::int64_t reflect(std::int64_t t, std::int64_t low, std::int64_t high) {
    while (t < low || t >= high) t = t < low ? 2 * low - 1 - t : 2 * high - 1 - t;
    return t;
}

}  // namespace

void add_segment_mirror(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                        const Planes& planes, Corrections& corrections) {
    std::vector<double> weight(static_cast<std::size_t>(radius(stencil)) + 1, 0.0);
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        weight[static_cast<std::size_t>(stencil.shells[p].q1)] += courant * courant * stencil.a[p];
    const int reach = static_cast<int>(weight.size()) - 1;

    std::vector<RowReach> near{{0, 0, reach}};
    for (int m = 1; m <= reach; ++m)
        for (const int s : {-m, m}) {
            near.push_back({0, s, 0});
            if (room.dims == 3) near.push_back({s, 0, 0});
        }

    const Extent& e = room.extent;
    CorrectionRow row;
    for_each_node_near_solids(room, rows, planes, near, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        const std::int64_t node = e.index(x, y, z);
        const std::uint8_t* solid = room.solid.data() + node;
        const std::uint8_t* closed = room.has_sheets() ? room.closed.data() + node : nullptr;
        const std::array<Line, 3> lines{Line{solid, closed, 0, 1, e.nx, x}, Line{solid, closed, 1, e.nx, e.ny, y},
                                        Line{solid, closed, 2, e.nx * e.ny, e.nz, z}};
        for (const Line& line : lines) {
            if (room.dims == 2 && &line == &lines[1]) continue;
            const Run run = run_around(line, reach);
            if (!run.closed_within) continue;  // mirrors of the bulk step already close this line
            for (std::int64_t m = 1; m <= reach; ++m)
                for (const std::int64_t t : {line.at - m, line.at + m}) {
                    const std::int64_t read = halo_image(t, line.n, HaloRule::mirror_half, HaloRule::mirror_half).node;
                    const std::int64_t wanted = reflect(t, run.low, run.high);
                    if (read == wanted) continue;
                    const double w = weight[static_cast<std::size_t>(m)];
                    row.add(planes.origin + node + (wanted - line.at) * line.stride, w);
                    if (line.air(read)) row.add(planes.origin + node + (read - line.at) * line.stride, -w);
                }
        }
        row.finish(planes.origin + node, corrections);
    });
}

}  // namespace wavesim
