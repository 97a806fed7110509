// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "stencils/grid.hpp"
#include "stencils/tti/tilted_medium.hpp"

namespace wavesim {

/// Makes the medium elliptical (delta = epsilon) and its axis upright in absorbing layers, gradually over the half next
/// to the domain: layers amplify waves whose slowness surface leans. `width`: nodes per Side. For the self-adjoint
/// form, which is stable for any change of the axis.
void taper_in_layers(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width);

}  // namespace wavesim
