// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "io/picture/canvas.hpp"

namespace wavesim {

/// The axes of a plane, in metres, and where it lies on the canvas.
struct PlaneAxes {
    int left, top, width, height;    ///< pixels
    double metre;                    ///< pixels per metre
    std::array<char, 2> names;       ///< to the right, upwards
    std::array<double, 2> corner_m;  ///< coordinates of the lower left corner
    bool z_down = false;             ///< coordinates decrease upwards
};

/// Ticks, their coordinates and the names of the axes, left of the plane and below it.
void draw_axes(Canvas& canvas, const PlaneAxes& axes);

}  // namespace wavesim
