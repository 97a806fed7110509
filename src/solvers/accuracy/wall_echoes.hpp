// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/accuracy/wall_loss.hpp"
#include "solvers/accuracy/wave_errors.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Of a pulse that meets a wall of specific admittance g at an angle: root of the energy of the difference between what
/// the scheme sends back of it (boundary/reflection.hpp) and what such a wall does, R = (cos - g) / (cos + g), over
/// that of the pulse (Parseval). `per_step` is the angle, rad, by which a wave of 1 Hz turns in a time step.
/// Frequencies of which the scheme has no wave, or two, are left out.
double error_of_wall(const WallScheme& scheme, double admittance, double cosine, const std::vector<PulseTone>& tones,
                     double per_step);

/// Of the sides of the domain that take part of the sound, over the loudest sound: the first reflection from a source
/// to a receiver, by its mirror image. Nothing where the speed or the density varies.
double wall_echo_error(const PlanOutline& plan, const DirectWays& ways);

}  // namespace wavesim
