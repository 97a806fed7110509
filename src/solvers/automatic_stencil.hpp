// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/stencil_choice.hpp"

namespace wavesim {

/// Worst-direction dispersion at the highest frequency that `auto` accepts.
inline constexpr double accepted_dispersion = 0.01;

/// Error at the end of a run that `auto` accepts where it can: of the phase, in radians, of the highest frequency on
/// its longest way, and what absorbing layers send back over the loudest sound.
inline constexpr double accepted_end_error = 0.05;

/// The stencil that `auto` takes among those with a proven treatment of the scene's walls and layers. Both errors must
/// be accepted, and then the cheapest is taken (time per simulated second). Sound that stays in a room loses its phase
/// with nearly every stencil: then the error of the speed decides, and layers send back at most twice as much as those
/// of the best. Where no stencil keeps the speed either, the most accurate is taken. No other one is both cheaper and
/// more accurate at the end of the run. Where time dispersion is removed from the traces (TimeDispersion), only that of
/// space counts.
StencilChoice choose_automatically(const Scene& scene, double points_per_wavelength);

}  // namespace wavesim
