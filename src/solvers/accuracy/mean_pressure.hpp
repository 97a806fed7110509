// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wavesim {

struct PlanOutline;
struct SignalRequest;

/// Quantities that determine the mean pressure of a room.
struct ClosedRoom {
    double volume = 0;     ///< volume of air, m3 (m2 in 2D)
    double leak = 0;       ///< sum of area x admittance of its walls, m2 (m)
    double speed_m_s = 0;  ///< the fastest if it varies; pressures are then upper bounds
};

/// The room of a plan with known geometry, if it is closed by walls on every side.
std::optional<ClosedRoom> closed_room(const PlanOutline& plan);

/// Mean pressure of a room, Pa, at the sample times of a source signal, Pa m. It follows from the wave equation
/// integrated over the room: V p'' / c^2 + (sum of A g / c) p' = s. In a rigid room p is c^2 / V times the double
/// integral of s. With lossy walls it decays with the time constant V / (c sum of A g). Exact for rigid walls, accurate
/// for slightly absorbing walls.
std::vector<double> mean_pressure(const ClosedRoom& room, std::span<const double> signal, double interval_s);

/// Mean pressure, Pa, that a source has built up at the end of a plan's run, without oscillations.
double pressure_left(const PlanOutline& plan, const ClosedRoom& room, const SignalRequest& signal);

/// A warning for each source of a closed room that leaves a mean pressure of more than 1 % of its direct sound. The
/// direct sound is that at the nearest receiver, or at 1 m without receivers.
std::vector<std::string> mean_pressure_warnings(const PlanOutline& plan);

/// Removes low frequencies from samples, so that their sum and the sum of their cumulative sums become 0. It subtracts
/// a straight line with fade-in and fade-out. Fewer than three samples become 0.
void remove_mean(std::vector<double>& samples);

}  // namespace wavesim
