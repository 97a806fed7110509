// SPDX-License-Identifier: MIT
#include "solvers/medium/cell_places.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wavesim {

namespace {

std::int64_t& along(Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }
std::int64_t along(const Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }

}  // namespace

CellMove cell_move(double mean, const AxisShape& shape) {
    const double step = shape.last - shape.first;
    const double amount = shape.moment - step / 24;
    const bool smooths = amount * step < 0 && std::abs(amount) <= std::abs(step) / 24;
    return {amount, !smooths || mean >= (shape.first + shape.last) / 2};
}

CellPlaces::CellPlaces(const Scene& scene, const GridChoice& grid, WallPosition walls, std::optional<int> half_axis,
                       const NodeBox& part)
    : around_(part) {
    for (const int axis : {0, 1, 2}) {
        if (axis == 1 && scene.dims == 2) continue;
        const auto low = static_cast<std::size_t>(2 * axis);
        const bool half = axis == half_axis;
        Range& range = ranges_[static_cast<std::size_t>(axis)];
        range.on_sides = half != (walls == WallPosition::whole);
        if (scene.boundaries.kind[low] != SideKind::absorbing) range.first = half && range.on_sides ? -1 : 0;
        if (scene.boundaries.kind[low + 1] != SideKind::absorbing)
            range.last = grid.extent.along(axis) - (half && !range.on_sides ? 2 : 1);
        if (along(around_.from, axis) > range.first) --along(around_.from, axis);
        if (along(around_.to, axis) <= range.last) ++along(around_.to, axis);
    }
}

void CellPlaces::add(const Node& node, const PieceValues& values, bool inverse, double share) {
    if (share == 0) return;
    const double mean = values.mean_of(inverse);
    std::array<double, 3> moved{};
    double sum = 0;
    for (std::size_t d = 0; d < 3; ++d) {
        const auto axis = static_cast<int>(d);
        // On a side the mirror image of the content cancels the exchange.
        if (values.pieces[d].size() == 1 || ranges_[d].on_side(along(node, axis))) continue;
        const CellMove move = cell_move(mean, values.along(d, inverse));
        if (move.gives)
            sum += std::abs(moved[d] = move.amount);
        else
            taken_.push_back({node, axis, -share * move.amount});
    }
    if (sum == 0) return;
    const double spare = mean - values.least(inverse);
    for (std::size_t d = 0; d < 3; ++d) move(node, static_cast<int>(d), share * std::min(1.0, spare / sum) * moved[d]);
}

void CellPlaces::move(const Node& node, int axis, double amount) {
    const Range& range = ranges_[static_cast<std::size_t>(axis)];
    Node other = node;
    const std::int64_t to = along(other, axis) += amount > 0 ? 1 : -1;
    // The exchange with the mirror image of the node cancels.
    if (amount == 0 || to < range.first || to > range.last) return;
    if (given_.empty()) given_.assign(static_cast<std::size_t>(around_.extent().nodes()), 0.0F);
    const auto add_to = [this](const Node& n, double value) {
        if (contains(n)) given_[static_cast<std::size_t>(index(n))] += static_cast<float>(value);
    };
    add_to(node, -std::abs(amount));
    // A node on a side receives the same amount from the other side.
    add_to(other, (range.on_side(to) ? 2 : 1) * std::abs(amount));
}

std::vector<float> CellPlaces::given(const std::vector<float>& means) {
    for (const Taken& one : taken_) {
        Node from = one.by;
        along(from, one.axis) += one.amount > 0 ? 1 : -1;
        if (!contains(from)) continue;
        const auto mean = [&](const Node& n) { return double{means[static_cast<std::size_t>(index(n))]}; };
        const double amount = std::min(std::abs(one.amount), most_taken(mean(from), mean(one.by)));
        move(from, one.axis, one.amount > 0 ? -amount : amount);
    }
    taken_.clear();
    return std::move(given_);
}

}  // namespace wavesim
