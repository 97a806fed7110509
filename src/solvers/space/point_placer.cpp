// SPDX-License-Identifier: MIT
#include "solvers/space/point_placer.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace wavesim {

namespace {

constexpr double on_node = 1e-9;  // cells

std::int64_t component(const Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }

Node moved(Node n, int axis, std::int64_t to) {
    (axis == 0 ? n.x : axis == 1 ? n.y : n.z) = to;
    return n;
}

std::size_t side_of(int axis, bool high) { return 2 * static_cast<std::size_t>(axis) + (high ? 1 : 0); }

/// Adds an entry to a cache by its key. The cache is cleared before it grows too large: receivers of a line may all
/// have different coordinates.
template <class Map>
auto place_in(Map& known, const typename Map::key_type& key) {
    constexpr std::size_t most_kept = 4096;
    if (known.size() >= most_kept) known.clear();
    return known.try_emplace(key);
}

/// The weights after folding by the mirrors, with each node once, in ascending order.
std::vector<AxisWeight> folded(const std::vector<AxisWeight>& raw, std::int64_t n, HaloRule low, HaloRule high) {
    std::map<std::int64_t, double> at_node;
    for (const AxisWeight& w : raw) {
        const HaloImage image = halo_image(w.node, n, low, high);
        if (image.sign != 0) at_node[image.node] += image.sign * w.weight;
    }
    std::vector<AxisWeight> weights;
    for (const auto& [node, weight] : at_node)
        if (weight != 0) weights.push_back({node, weight});
    return weights;
}

}  // namespace

PointPlacer::PointPlacer(PointGrid grid)
    : grid_(std::move(grid)), plain_error_(largest_spectral_error(grid_.points_per_wavelength)) {}

Node PointPlacer::home_of(const Point& position) const {
    const std::vector<Node> holders = nodes_at(grid_.extent, grid_.halo, grid_.spacing_m, position);
    const auto in_air = std::ranges::find_if(holders, grid_.is_air);
    if (in_air == holders.end()) throw std::domain_error("the point lies in a solid");
    return *in_air;
}

bool PointPlacer::sees_next(const Node& node, int axis, bool high) const {
    const std::int64_t next = component(node, axis) + (high ? 1 : -1);
    if (next < 0 || next >= grid_.extent.along(axis) || !grid_.is_air(moved(node, axis, next))) return false;
    return !grid_.is_closed || !grid_.is_closed(node, all_sides[side_of(axis, high)]);
}

/// Node coordinates of a position; in 2D those of node 0 along y.
PointPlacer::Coordinates PointPlacer::coordinates(const Point& position) const {
    const auto along = [&](double x) { return node_coordinate(grid_.halo, grid_.spacing_m, x); };
    return {along(position.x), grid_.dims == 2 ? 0 : along(position.y), along(position.z)};
}

/// Whether a line that ends at a side is continued only by the mirror of this side, which is not so at lossy walls.
bool PointPlacer::ends_plainly(int axis, const Node& last, bool high) const {
    const std::size_t side = side_of(axis, high);
    const bool at_side = component(last, axis) == (high ? grid_.extent.along(axis) - 1 : 0);
    const HaloRule rule = grid_.halo[side];
    if (!at_side || rule == HaloRule::odd_half) return false;
    return rule == HaloRule::zero || grid_.admittance[side] == 0;
}

/// The conditions beyond the last air node of a line; no value if there is no surface.
std::optional<LineEnd> PointPlacer::end_of(int axis, const Node& last, bool high) const {
    const std::size_t side = side_of(axis, high);
    const std::int64_t node = component(last, axis);
    const HaloRule rule = grid_.halo[side];
    const double half = high ? 0.5 : -0.5;
    const double face = static_cast<double>(node) + half;
    const auto wall = [this](double at, double admittance) {
        return LineEnd{at, 1, admittance, admittance > 0 ? grid_.wall_ripple : std::vector<double>{}};
    };
    if (node != (high ? grid_.extent.along(axis) - 1 : 0)) return wall(face, grid_.solid_admittance);
    switch (rule) {
        case HaloRule::odd_half: return LineEnd{face, 0, 1};
        case HaloRule::mirror_half: return wall(face, grid_.admittance[side]);
        case HaloRule::mirror_whole: return wall(face - half, grid_.admittance[side]);
        case HaloRule::zero: break;
    }
    return std::nullopt;
}

/// The pieces of the grid line through a point, with their ends as node coordinates.
std::vector<LinePiece> PointPlacer::pieces_of(int axis, const Coordinates& at) const {
    if (!grid_.pieces) return {{}};
    const double offset = node_offset(grid_.halo);
    const auto metres = [&](std::size_t d) { return (at[d] + offset) * grid_.spacing_m; };
    std::vector<LinePiece> pieces = grid_.pieces({metres(0), grid_.dims == 2 ? 0 : metres(1), metres(2)}, axis);
    for (LinePiece& piece : pieces) piece.to = node_coordinate(grid_.halo, grid_.spacing_m, piece.to);
    return pieces;
}

PointPlacer::AxisPoint PointPlacer::plain(int axis, double x) {
    const auto side = 2 * static_cast<std::size_t>(axis);
    const auto [found, added] = place_in(plain_, {axis, x});
    if (added)
        found->second = folded(sinc_weights(x), grid_.extent.along(axis), grid_.halo[side], grid_.halo[side + 1]);
    return {found->second, plain_error_, true};
}

/// Whether a wall with losses near a node bends the pressure there along an axis.
bool PointPlacer::bends_at(int axis, const Node& home) const {
    constexpr double least = 1e-3;  // of a derivative of 1 per cell, cells
    const std::int64_t here = component(home, axis);
    if (grid_.dims == 2 && axis == 1) return false;
    for (const bool high : {false, true})
        for (std::size_t n = 0; n < grid_.wall_ripple.size(); ++n) {
            const std::int64_t away = high ? static_cast<std::int64_t>(n) : -static_cast<std::int64_t>(n);
            if (sees_next(moved(home, axis, here + away), axis, high)) continue;
            const std::optional<LineEnd> end = end_of(axis, moved(home, axis, here + away), high);
            if (end && n < end->ripple.size() && std::abs(end->odd * end->ripple[n]) > least) return true;
            break;
        }
    return false;
}

/// Weights along an axis through a point. The point lies in the cell of `home`, which is air.
PointPlacer::AxisPoint PointPlacer::along(int axis, const Coordinates& at, const Node& home, PointRole role,
                                          Placement placement) {
    const double x = at[static_cast<std::size_t>(axis)];
    const std::int64_t here = component(home, axis);
    AxisPoint point;
    const bool on = std::abs(x - std::round(x)) < on_node;
    if (on && (placement == Placement::nearest_node || !bends_at(axis, home))) {
        point.weights = {{here, 1.0}};
    } else {
        const auto base = static_cast<std::int64_t>(std::floor(x));
        const std::int64_t far = 2 * sinc_half_width;  // from this distance on there are enough nodes
        std::int64_t low = here, high = here;
        while (low > base - far && sees_next(moved(home, axis, low), axis, false)) --low;
        while (high < base + far && sees_next(moved(home, axis, high), axis, true)) ++high;
        std::int64_t first = base - sinc_half_width + 1, last = base + sinc_half_width;
        PointLine line{.at = x, .pieces = pieces_of(axis, at)};
        const bool cut_low = low > first, cut_high = high < last;
        const bool is_plain = line.pieces.size() == 1 &&
                              (!cut_low || ends_plainly(axis, moved(home, axis, low), false)) &&
                              (!cut_high || ends_plainly(axis, moved(home, axis, high), true));
        if (is_plain) {
            point = plain(axis, x);
        } else {
            std::optional<LineEnd> end, other;
            if (cut_low) end = end_of(axis, moved(home, axis, low), false);
            if (cut_high) other = end_of(axis, moved(home, axis, high), true);
            if (other && (!end || other->at - x < x - end->at)) end = other;
            line.end = end;
            // Fewer nodes suffice only if one kind of wave is missing at the end.
            const bool all_kinds = !end || (end->even != 0 && end->odd != 0);
            if (cut_low && all_kinds) last = std::max(last, low + 2 * sinc_half_width - 1);
            if (cut_high && all_kinds) first = std::min(first, high - 2 * sinc_half_width + 1);
            line.first = std::max(first, low);
            line.count = std::min(last, high) - line.first + 1;
            line.wave_number = 2 * std::numbers::pi / grid_.points_per_wavelength;
            line.half_order = line.pieces.size() > 1 ? grid_.half_order : 0;
            // Coordinates relative to the point's node, so that equal lines share one set of weights.
            const auto shift = static_cast<double>(base);
            line.at -= shift;
            line.first -= base;
            if (line.end) line.end->at -= shift;
            for (LinePiece& piece : line.pieces) piece.to -= shift;
            const auto [found, added] = place_in(known_, line);
            if (added) found->second = read_between(line);
            for (std::size_t i = 0; i < found->second.of_nodes.size(); ++i)
                point.weights.push_back({base + line.first + static_cast<std::int64_t>(i), found->second.of_nodes[i]});
            point.error = found->second.error;
        }
    }
    if (role == PointRole::source && grid_.extent.along(axis) > 1)
        for (AxisWeight& w : point.weights)
            for (const bool high : {false, true})
                if (grid_.halo[side_of(axis, high)] == HaloRule::mirror_whole &&
                    w.node == (high ? grid_.extent.along(axis) - 1 : 0))
                    w.weight *= 2;
    return point;
}

PlacedPoint PointPlacer::place(const Point& position, Placement placement, PointRole role) {
    PlacedPoint placed;
    placed.home = home_of(position);
    const Node& home = placed.home;
    Coordinates at = coordinates(position);
    if (placement == Placement::nearest_node) {
        placed.half_width = 0;
        at = {static_cast<double>(home.x), static_cast<double>(home.y), static_cast<double>(home.z)};
    }
    PointWeights& weights = placed.weights;
    const auto note = [&](const AxisPoint& point) {
        placed.error = std::max(placed.error, point.error);
        return point.weights;
    };
    for (const AxisWeight& z : note(along(2, at, home, role, placement))) {
        const double z_of_plane = static_cast<double>(z.node);
        for (const AxisWeight& y :
             note(along(1, {at[0], at[1], z_of_plane}, {home.x, home.y, z.node}, role, placement))) {
            const double y_of_row = static_cast<double>(y.node);
            for (const AxisWeight& x :
                 note(along(0, {at[0], y_of_row, z_of_plane}, {home.x, y.node, z.node}, role, placement))) {
                weights.nodes.push_back(grid_.extent.index(x.node, y.node, z.node));
                weights.weights.push_back(x.weight * y.weight * z.weight);
            }
        }
    }
    weights.nodes.shrink_to_fit();  // a run may have many points
    weights.weights.shrink_to_fit();
    return placed;
}

AxisWeights PointPlacer::lines(const Point& position, Placement placement) {
    const Node home = home_of(position);
    Coordinates at = coordinates(position);
    if (placement == Placement::nearest_node)
        at = {static_cast<double>(home.x), static_cast<double>(home.y), static_cast<double>(home.z)};
    AxisWeights lines;
    for (const int axis : {0, 1, 2}) {
        const AxisPoint point = along(axis, at, home, PointRole::receiver, placement);
        const auto d = static_cast<std::size_t>(axis);
        lines[d] = point.plain ? sinc_weights(at[d]) : point.weights;
    }
    return lines;
}

double PointPlacer::error(const Point& position) {
    const Node home = home_of(position);
    const Coordinates at = coordinates(position);
    double worst = 0;
    for (const int axis : {0, 1, 2})
        worst = std::max(worst, along(axis, at, home, PointRole::receiver, Placement::interpolated).error);
    return worst;
}

PlacedPoint place_point(const VoxelRoom& room, const std::array<HaloRule, 6>& halo, double spacing_m,
                        const Point& position, Placement placement, PointRole role) {
    PointGrid grid{.extent = room.extent, .dims = room.dims, .halo = halo, .spacing_m = spacing_m};
    grid.is_air = [&room](const Node& n) { return room.is_air(n.x, n.y, n.z); };
    return PointPlacer(std::move(grid)).place(position, placement, role);
}

}  // namespace wavesim
