// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/accuracy/echo_ways.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Adds reflections of image sources: a solid that extends into the layer of a side is a mirror in front of the layer
/// and within it. Sound that its face reflects reaches the layer like sound of an image source, at a steeper angle. The
/// face is as long as on the grid. The amplitude is reduced by strip_share() of its edges and by the absorption of its
/// surface. Only the loudest images in a single face are added.
void add_solid_images(const PlanOutline& plan, const OpenSpace& space, std::vector<SoundWay>& ways);

}  // namespace wavesim
