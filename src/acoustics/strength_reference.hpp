// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// What the source of a scene sends to a distance of 10 m in a free field, Pa: the reference of the strength G. Empty
/// where there are several sources at a time, or one with a direction.
std::vector<double> free_field_at_10_m(const Scene& scene, double step_s, std::int64_t steps);

}  // namespace wavesim
