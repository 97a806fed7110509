// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <string>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

// The sponge beside absorbing sides of a program: every step multiplies all levels of all fields by a factor
// (equations/damping.hpp).

/// Whether a scene has one.
bool has_program_sponge(const Scene& scene);

/// The factors of the nodes of the grid, sponge included, x fastest.
std::vector<double> sponge_factors(const PlanOutline& plan);
/// Values per node of the domain, extended into the sponge, which repeats those at the edge. A single value stays one.
std::vector<double> grow_into_sponge(const PlanOutline& plan, const std::vector<double>& values);

/// Order of the equations that a sponge damps. Velocity and stress, damped alike, keep their impedance, so only the end
/// of the sponge sends something back. A single field of second order is also reflected by the rise of the damping.
enum class SpongeWaves { first_order, second_order };

/// What a plane wave at normal incidence sends back: damping g per step of each cell from the domain outwards, cells
/// that the wave travels per step, and its phase in radians per step.
double sponge_echo(const std::vector<double>& damping, double cells_per_step, double turn_per_step, SpongeWaves waves);

/// The largest echo of the slowest and the fastest wave from a side at layer_frequency(), dB.
double sponge_echo_db(const PlanOutline& plan, Side side);

/// A warning for sponges that send back much.
std::vector<std::string> sponge_warnings(const PlanOutline& plan);

}  // namespace wavesim
