// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/accuracy/echo_ways.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Adds the echoes of images: a solid that runs into the layer of a side is a mirror in front of it and within. What a
/// source sends to its face meets the layer as the sound of an image, at a steeper angle. A face is as long as on the
/// grid; of what a plane would send on, strip_share() of its edges is left, and its surface takes its part. Images in
/// one face each, the loudest of them.
void add_solid_images(const PlanOutline& plan, const OpenSpace& space, std::vector<SoundWay>& ways);

}  // namespace wavesim
