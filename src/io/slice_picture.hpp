// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "io/canvas.hpp"
#include "solvers/plan.hpp"

namespace wavesim {

/// What the pictures of one run share: a plane of nodes seen along one axis, and which of them are solid.
struct SliceView {
    std::string title;                   ///< scene name
    std::string plane;                   ///< e.g. "z = 1.20 m"; empty in 2D
    std::array<char, 2> axes{'x', 'y'};  ///< to the right, upwards
    std::int64_t across = 1;             ///< nodes to the right
    std::int64_t up = 1;                 ///< nodes upwards
    std::array<double, 2> first_m{};     ///< position of node (0, 0) along the two axes
    double spacing_m = 1;
    std::vector<bool> solid;  ///< per node, `across` fastest; empty when there are none
};

/// The view of the plan's snapshots, which must be one node thick along an axis.
SliceView slice_view(const Plan& plan);

/// Pressure that gets the darkest colour: the 99.5th percentile of |p| over the air nodes.
double picture_peak(const SliceView& view, std::span<const float> values);

/// The plane as a picture: colours by the signed square root of p / scale_pa, axes in metres, colour bar in Pa,
/// time. `values` has `across` fastest.
Canvas draw_slice(const SliceView& view, std::span<const float> values, double scale_pa, double time_s);

}  // namespace wavesim
