// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "stencils/grid.hpp"
#include "stencils/tti/tilted_medium.hpp"

namespace wavesim {

/// Makes the medium elliptical (delta = epsilon) and its axis upright in absorbing layers, gradually over the half next
/// to the domain: layers amplify waves whose slowness surface leans. `width`: nodes per Side. For the self-adjoint
/// form, which is stable for any change of the axis.
void taper_in_layers(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width);

/// Layers of the form k73: where they damp the medium is isotropic (epsilon = delta = 0), so that the layers of an
/// isotropic medium serve; before that, nothing is damped. `least`: below that many nodes layers grew in tests.
struct K73Layer {
    static constexpr std::int64_t least = 16;
    static constexpr std::int64_t damped(std::int64_t width) {
        return width < least ? 0 : std::max<std::int64_t>(6, 3 * width / 10);
    }
};

/// Makes the medium isotropic over the nodes of layers that do not damp, as raised cosines of epsilon and delta. The
/// axis stays: the form k73 does not bear that it changes. `width`: of whole layers, K73Layer::least at least or 0.
void taper_to_isotropic(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width);

}  // namespace wavesim
