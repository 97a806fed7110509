// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Pressure of the source of a scene at a distance of 10 m in a free field, Pa: the reference of the strength G. Empty
/// for several simultaneous sources and for a directional source.
std::vector<double> free_field_at_10_m(const Scene& scene, double step_s, std::int64_t steps);

}  // namespace wavesim
