// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "stencils/grid/grid.hpp"
#include "stencils/problem/tilted_medium.hpp"

namespace wavesim {

// taper_in_layers and taper_to_isotropic for the parameters of a part of the grid, so that not all parameters must be
// in memory at once. `extent`: whole grid; `width`: nodes per Side; `part`: the nodes of the medium.

/// Number of anisotropic nodes of the layers in the part, by the grid axis that is nearest to their symmetry axis.
std::array<std::int64_t, 3> layer_nodes_by_axis(const TiltedMedium& medium, const Extent& extent, const NodeBox& part,
                                                const std::array<std::int64_t, 6>& width);

/// The grid axis to which the layers rotate: the nearest one for most of the nodes of the whole grid.
std::size_t commonest_axis(const std::array<std::int64_t, 3>& nodes_by_axis);
/// True if some nodes are nearer to another axis.
bool turns_far(const std::array<std::int64_t, 3>& nodes_by_axis);

/// Rotates the axes of the part's nodes in layers to that grid axis, and sets their TiltedMedium::layer_speed.
void turn_in_layers(TiltedMedium& medium, const Extent& extent, const NodeBox& part,
                    const std::array<std::int64_t, 6>& width, std::size_t layer_axis);

/// Reduces epsilon and delta of the part's nodes in layers.
void fade_in_layers(TiltedMedium& medium, const Extent& extent, const NodeBox& part,
                    const std::array<std::int64_t, 6>& width);

}  // namespace wavesim
