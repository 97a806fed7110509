// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/accuracy/wall_loss.hpp"
#include "solvers/accuracy/wave_errors.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Error of the reflection of a pulse at a wall of specific admittance g, for a given angle of incidence. It is the
/// root of the energy of the error, relative to that of the pulse (Parseval). The scheme (boundary/reflection.hpp) is
/// compared with R = (cos - g) / (cos + g). `per_step` is the angle, rad, by which a wave of 1 Hz turns in a time step.
/// Frequencies of which the scheme has no wave, or two, are left out.
double error_of_wall(const WallScheme& scheme, double admittance, double cosine, const std::vector<PulseTone>& tones,
                     double per_step);

/// Error of the first reflections at absorbing walls of the domain, relative to the loudest sound. Each reflection is
/// computed from the mirror image of the source. 0 if speed or density varies.
double wall_echo_error(const PlanOutline& plan, const DirectWays& ways);

}  // namespace wavesim
