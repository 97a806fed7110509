// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/plan/stencil_choice.hpp"

namespace wavesim {

/// Largest dispersion in the worst direction, at the highest frequency, that `auto` accepts.
inline constexpr double accepted_dispersion = 0.01;

/// Largest error of traces, relative to the loudest sound, that `auto` accepts if possible. It includes those causes of
/// the accuracy statement (error_shares.hpp) that depend on the stencil.
inline constexpr double accepted_error = 0.01;

/// The stencil that `auto` chooses among those with a proven treatment of the scene's walls and layers. Both errors
/// must
/// be accepted. Candidates are the cheapest (time per simulated second) and all that cost at most a tenth more; the
/// most accurate of them is taken. Sound that stays in a room loses its phase with nearly every stencil. If no stencil
/// has accurate traces, those with an accepted speed error and at most twice the smallest trace error remain, and the
/// cheapest is taken. If no speed error is accepted either, the most accurate stencil is taken. No other stencil is
/// both cheaper and more accurate. Where time dispersion is removed from the traces (TimeDispersion), only that of
/// space counts.
StencilChoice choose_automatically(const Scene& scene, double points_per_wavelength);

}  // namespace wavesim
