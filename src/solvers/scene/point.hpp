// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// A point in metres from the corner of the domain; y is 0 in 2D scenes.
struct Point {
    double x = 0;
    double y = 0;
    double z = 0;
    double along(int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    bool operator==(const Point&) const = default;
};

}  // namespace wavesim
