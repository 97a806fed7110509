// SPDX-License-Identifier: MIT
#include "solvers/space/edge_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "stencils/grid/parallel_for.hpp"

namespace wavesim {

namespace {

/// A node nearer than this to a surface counts as on it: both of its edges are cut, so that rounding opens no path.
constexpr double on_node = 1e-7;  // cells

using Corner = std::array<double, 3>;

struct Interval {
    double low, high;
};

/// Part of the line b = const that lies within `tolerance` of a triangle projected along the third axis.
Interval inside_of(const std::array<Corner, 3>& t, std::size_t axis_b, std::size_t axis_c, double area, double b,
                   Interval within) {
    for (std::size_t i = 0; i < 3; ++i) {
        const Corner& p = t[i];
        const Corner& q = t[(i + 1) % 3];
        const double eb = q[axis_b] - p[axis_b], ec = q[axis_c] - p[axis_c];
        const double sign = area > 0 ? 1 : -1;
        // left of the edge: sign (eb (c - pc) - ec (b - pb)) >= -tolerance |e|
        const double slope = sign * eb;
        const double rest = -EdgeCuts::tolerance * std::hypot(eb, ec) + sign * ec * (b - p[axis_b]);
        if (slope > 0)
            within.low = std::max(within.low, p[axis_c] + rest / slope);
        else if (slope < 0)
            within.high = std::min(within.high, p[axis_c] + rest / slope);
        else if (rest > 0)
            return {1, 0};
    }
    return within;
}

}  // namespace

EdgeCuts::EdgeCuts(const TriangleMesh& mesh, const Extent& extent, double spacing_m, const std::vector<NodeBox>& boxes,
                   int threads)
    : extent_(extent), has_boxes_(!boxes.empty()) {
    constexpr std::int64_t of_block = 4096;
    const auto triangles = static_cast<std::int64_t>(mesh.triangles.size());
    std::vector<Lists> blocks(static_cast<std::size_t>((triangles + of_block - 1) / of_block));
    parallel_for(std::ssize(blocks), threads, [&](std::int64_t block) {
        for (std::int64_t i = block * of_block; i < std::min((block + 1) * of_block, triangles); ++i)
            add_triangle(mesh, static_cast<std::uint32_t>(i), spacing_m, blocks[static_cast<std::size_t>(block)]);
    });
    for (std::size_t axis = 0; axis < 3; ++axis) join(blocks, axis);
    for (const NodeBox& box : boxes) add_box(box);
    for (std::vector<EdgeCut>& cuts : cuts_)
        parallel_sort(cuts.begin(), cuts.end(), threads, [](const EdgeCut& a, const EdgeCut& b) {
            return std::tie(a.node, a.at, a.triangle) < std::tie(b.node, b.at, b.triangle);
        });
}

/// Moves the cuts along an axis from all blocks to the end of the list.
void EdgeCuts::join(std::vector<Lists>& blocks, std::size_t axis) {
    std::size_t count = 0;
    for (const Lists& block : blocks) count += block[axis].size();
    cuts_[axis].reserve(count);
    for (Lists& block : blocks) {
        const std::vector<EdgeCut> some = std::move(block[axis]);
        cuts_[axis].insert(cuts_[axis].end(), some.begin(), some.end());
    }
}

void EdgeCuts::add_triangle(const TriangleMesh& mesh, std::uint32_t triangle, double spacing_m, Lists& lists) const {
    std::array<Corner, 3> corners;
    for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t axis = 0; axis < 3; ++axis)
            corners[c][axis] =
                mesh.corners[mesh.triangles[triangle].corner[c]].along(static_cast<int>(axis)) / spacing_m - 0.5 -
                shift[axis];
    for (std::size_t axis = 0; axis < 3; ++axis) add_rays(corners, axis, triangle, lists[axis]);
}

/// Adds the intersections of the triangle with all grid lines along an axis.
void EdgeCuts::add_rays(const std::array<Corner, 3>& t, std::size_t axis, std::uint32_t triangle,
                        std::vector<EdgeCut>& cuts) const {
    const std::size_t axis_b = (axis + 1) % 3, axis_c = (axis + 2) % 3;
    const auto side = [&](std::size_t from, std::size_t to, std::size_t along) {
        return t[to][along] - t[from][along];
    };
    // the normal along each axis
    const auto normal = [&](std::size_t b, std::size_t c) {
        return side(0, 1, b) * side(0, 2, c) - side(0, 2, b) * side(0, 1, c);
    };
    const double area = normal(axis_b, axis_c);
    if (area == 0) return;  // the triangle is parallel to the axis
    const double normal_b = normal(axis_c, axis), normal_c = normal(axis, axis_b);
    const auto range = [&t](std::size_t along) {
        const auto [least, most] = std::minmax({t[0][along], t[1][along], t[2][along]});
        return Interval{least, most};
    };
    const Interval a = range(axis), b = range(axis_b), c = range(axis_c);
    const auto first = [](double low, std::int64_t n) {
        return static_cast<std::int64_t>(std::ceil(std::clamp(low, 0.0, static_cast<double>(n))));
    };
    const auto last = [](double high, std::int64_t n) {
        return static_cast<std::int64_t>(std::floor(std::clamp(high, -1.0, static_cast<double>(n - 1))));
    };
    const std::int64_t nodes_a = extent_.along(static_cast<int>(axis)),
                       nodes_b = extent_.along(static_cast<int>(axis_b)),
                       nodes_c = extent_.along(static_cast<int>(axis_c));
    std::array<std::int64_t, 3> at{};
    for (std::int64_t jb = first(b.low - tolerance, nodes_b); jb <= last(b.high + tolerance, nodes_b); ++jb) {
        const auto at_b = static_cast<double>(jb);
        const Interval inside = inside_of(t, axis_b, axis_c, area, at_b, {c.low - tolerance, c.high + tolerance});
        for (std::int64_t jc = first(inside.low, nodes_c); jc <= last(inside.high, nodes_c); ++jc) {
            const double depth = std::clamp(
                t[0][axis] -
                    (normal_b * (at_b - t[0][axis_b]) + normal_c * (static_cast<double>(jc) - t[0][axis_c])) / area,
                a.low, a.high);
            if (!(depth > -1 && depth < static_cast<double>(nodes_a))) continue;
            at[axis_b] = jb;
            at[axis_c] = jc;
            const auto add = [&](std::int64_t low) {
                if (low < 0 || low + 1 >= nodes_a) return;
                at[axis] = low;
                cuts.push_back({extent_.index(at[0], at[1], at[2]),
                                static_cast<float>(depth - static_cast<double>(low)), triangle});
            };
            const auto low = static_cast<std::int64_t>(std::ceil(depth)) - 1;
            add(low);
            if (depth - static_cast<double>(low) < on_node) add(low - 1);
            if (static_cast<double>(low + 1) - depth < on_node) add(low + 1);
        }
    }
}

void EdgeCuts::add_box(const NodeBox& box) {
    const std::array<std::int64_t, 3> from{box.from.x, box.from.y, box.from.z}, to{box.to.x, box.to.y, box.to.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t axis_b = (axis + 1) % 3, axis_c = (axis + 2) % 3;
        std::array<std::int64_t, 3> at{};
        for (const std::int64_t low : {from[axis] - 1, to[axis] - 1}) {
            if (low < 0 || low + 1 >= extent_.along(static_cast<int>(axis))) continue;
            at[axis] = low;
            for (at[axis_b] = from[axis_b]; at[axis_b] < to[axis_b]; ++at[axis_b])
                for (at[axis_c] = from[axis_c]; at[axis_c] < to[axis_c]; ++at[axis_c])
                    cuts_[axis].push_back({extent_.index(at[0], at[1], at[2]), 0.5F, EdgeCut::box});
        }
    }
}

std::span<const EdgeCut> EdgeCuts::of(int axis, std::int64_t node) const {
    const auto& cuts = along(axis);
    return {std::ranges::lower_bound(cuts, node, {}, &EdgeCut::node),
            std::ranges::upper_bound(cuts, node, {}, &EdgeCut::node)};
}

std::int64_t EdgeCuts::bytes() const {
    std::size_t count = 0;
    for (const auto& cuts : cuts_) count += cuts.capacity();
    return static_cast<std::int64_t>(count * sizeof(EdgeCut));
}

}  // namespace wavesim
