// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/picture/canvas.hpp"

namespace wavesim {

/// Data common to the pictures of one run: a plane of nodes seen along one axis, and its solid nodes.
struct SliceView {
    std::string title;                        ///< scene name
    std::string plane;                        ///< e.g. "z = 1.20 m"; empty in 2D
    std::array<char, 2> axes{'x', 'y'};       ///< to the right, upwards
    std::int64_t across = 1;                  ///< nodes to the right
    std::int64_t up = 1;                      ///< nodes upwards
    std::array<std::int64_t, 2> cells{1, 1};  ///< size of the room in grid cells, to the right and upwards
    std::int64_t stride = 1;                  ///< cells from node to node
    std::array<double, 2> margin{0.5, 0.5};   ///< cells from the room's sides to the first node
    double spacing_m = 1;                     ///< of the grid
    std::array<double, 2> corner_m{0, 0};     ///< coordinates of the lower left corner
    bool z_down = false;                      ///< coordinates decrease upwards
    std::vector<bool> solid;                  ///< per node, `across` fastest; empty when there are none
};

/// Pressure of the darkest colour: the 99.5th percentile of |p| over the air nodes.
double picture_peak(const SliceView& view, std::span<const float> values);

/// Picture of the plane: colours by the signed square root of p / scale_pa, axes in metres, colour bar in Pa, and time.
/// In `values` the index along `across` is the fastest.
Canvas draw_slice(const SliceView& view, std::span<const float> values, double scale_pa, double time_s);

}  // namespace wavesim
