// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "stencils/gpu/common/node_table.hpp"
#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

/// Start of each part of a FluidMedium in one array of bytes on the device. First come the moduli and the buoyancies of
/// each axis, floats or codes laid out like a level, then the low sides as floats.
struct FluidPlaces {
    std::array<std::int64_t, 3> buoyancy{};
    std::array<std::int64_t, 3> low_side{};
    std::int64_t bytes = 0;  ///< of the array
};
/// Bytes of a modulus, and of a buoyancy.
inline std::int64_t fluid_value_bytes(const ProblemShape& shape) { return shape.speed.coded() ? 2 : 4; }
FluidPlaces fluid_places(const ProblemShape& shape, const DeviceLayout& layout);

}  // namespace wavesim
