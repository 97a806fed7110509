// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "stencils/launch/node_table.hpp"
#include "stencils/problem_shape.hpp"

namespace wavesim {

/// Where the parts of a FluidMedium begin in one array of floats on the device: the moduli and the buoyancies of each
/// axis, laid out like a level, then the low sides.
struct FluidPlaces {
    std::array<std::int64_t, 3> buoyancy{};
    std::array<std::int64_t, 3> low_side{};
    std::int64_t floats = 0;  ///< of the array
};
FluidPlaces fluid_places(const ProblemShape& shape, const DeviceLayout& layout);

}  // namespace wavesim
