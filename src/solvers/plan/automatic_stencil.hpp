// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/plan/stencil_choice.hpp"

namespace wavesim {

/// Worst-direction dispersion at the highest frequency that `auto` accepts.
inline constexpr double accepted_dispersion = 0.01;

/// Error of traces over the loudest sound that `auto` accepts where it can: of what the verdict counts
/// (error_shares.hpp) the causes that depend on the stencil.
inline constexpr double accepted_error = 0.01;

/// The stencil that `auto` takes among those with a proven treatment of the scene's walls and layers. Both errors must
/// be accepted. Of the cheapest (time per simulated second) and those that cost at most a tenth more the most accurate
/// is taken. Sound that stays in a room loses its phase with nearly every stencil. So where no stencil's traces are so
/// accurate, it is the cheapest of those that keep the speed and err at most twice as much as the best of them. Where
/// none keeps the speed either, the most accurate is taken.
/// No other one is both cheaper and more accurate. Where time dispersion is removed from the traces (TimeDispersion),
/// only that of space counts.
StencilChoice choose_automatically(const Scene& scene, double points_per_wavelength);

}  // namespace wavesim
