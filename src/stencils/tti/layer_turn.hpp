// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "stencils/grid/grid.hpp"
#include "stencils/problem/tilted_medium.hpp"

namespace wavesim {

// taper_in_layers and taper_to_isotropic for the parameters of a part of the grid, so that they need not all be there
// at once. `extent`: of the whole grid; `width`: nodes per Side; `part`: whose nodes the medium has.

/// Anisotropic nodes of the layers in the part by the axis of the grid that is nearest to them.
std::array<std::int64_t, 3> layer_nodes_by_axis(const TiltedMedium& medium, const Extent& extent, const NodeBox& part,
                                                const std::array<std::int64_t, 6>& width);

/// The axis of the grid to which the layers turn: the nearest one for most of the nodes of the whole grid.
std::size_t commonest_axis(const std::array<std::int64_t, 3>& nodes_by_axis);
/// Whether some nodes are nearer to another axis.
bool turns_far(const std::array<std::int64_t, 3>& nodes_by_axis);

/// Turns the axes of the part's nodes of layers to that axis of the grid, and sets their TiltedMedium::layer_speed.
void turn_in_layers(TiltedMedium& medium, const Extent& extent, const NodeBox& part,
                    const std::array<std::int64_t, 6>& width, std::size_t layer_axis);

/// Lets epsilon and delta fade in the part's nodes of layers.
void fade_in_layers(TiltedMedium& medium, const Extent& extent, const NodeBox& part,
                    const std::array<std::int64_t, 6>& width);

}  // namespace wavesim
