// SPDX-License-Identifier: MIT
#include "solvers/accuracy/small_solids.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

struct Body {
    double volume = 1;  ///< m3, in 2D m2
    std::array<double, 3> middle{};
};

Body body_of(const Point& from, const Point& to, double grow_m, int dims) {
    Body body;
    std::array<double, 3> sides{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto d = static_cast<std::size_t>(axis);
        if (dims == 2 && axis == 1) continue;
        sides[d] = to.along(axis) - from.along(axis) + 2 * grow_m;
        body.middle[d] = (to.along(axis) + from.along(axis)) / 2;
    }
    const double largest = *std::ranges::max_element(sides);
    for (int axis = 0; axis < 3; ++axis)
        if (!(dims == 2 && axis == 1)) body.volume *= std::max(sides[static_cast<std::size_t>(axis)], largest / 2);
    return body;
}

double apart(const std::array<double, 3>& at, const Point& point, int dims) {
    return std::hypot(at[0] - point.x, dims == 2 ? 0 : at[1] - point.y, at[2] - point.z);
}

}  // namespace

double change_of_scattered(const EdgedBox& box, double grow_m, int dims, double k, const PointPair& pair) {
    const Body asked = body_of(box.from, box.to, 0, dims), gridded = body_of(box.grid_from, box.grid_to, 0, dims);
    const double grown = body_of(box.grid_from, box.grid_to, grow_m, dims).volume;
    const std::array<double, 3> from{pair.from.x, pair.from.y, pair.from.z};
    const double straight = apart(from, pair.to, dims), before = apart(asked.middle, pair.from, dims),
                 behind = apart(asked.middle, pair.to, dims);
    const double moved = std::hypot(gridded.middle[0] - asked.middle[0], gridded.middle[1] - asked.middle[1],
                                    gridded.middle[2] - asked.middle[2]);
    // The path via the body changes by twice the move at most.
    const double change = std::abs(grown - asked.volume) + std::max(grown, asked.volume) * std::min(2.0, 2 * k * moved);
    const auto near = [&](double r) { return std::hypot(1, 1 / (k * r)); };
    const double of_moving = dims == 2 ? 2 : 1.5;
    const double theta = 1 + of_moving * near(before) * near(behind);
    using std::numbers::pi;
    const double spread = dims == 2 ? k * k / 4 * std::sqrt(2 * straight / (pi * k * before * behind))
                                    : k * k / (4 * pi) * straight / (before * behind);
    return change * spread * theta;
}

}  // namespace wavesim
