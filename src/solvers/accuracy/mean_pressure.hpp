// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wavesim {

struct PlanOutline;
struct SignalRequest;

/// What the mean pressure of a room depends on.
struct ClosedRoom {
    double volume = 0;     ///< of air, m3 (m2 in 2D)
    double leak = 0;       ///< sum of area x admittance of its walls, m2 (m)
    double speed_m_s = 0;  ///< the fastest where it varies: then pressures are upper bounds
};

/// The room of a plan whose geometry is known, where walls close it on every side.
std::optional<ClosedRoom> closed_room(const PlanOutline& plan);

/// Mean pressure of a room, Pa, at the times of the samples of a source's signal, Pa m: V p'' / c^2 + (sum of A g / c)
/// p' = s, the integral of the wave equation over the room. In a rigid one p = c^2 / V times the integral of the
/// integral of s; walls with losses bring it down with the time constant V / (c sum of A g). Exact for rigid walls,
/// good for walls that take little.
std::vector<double> mean_pressure(const ClosedRoom& room, std::span<const double> signal, double interval_s);

/// The mean pressure that a source has built up by the end of a plan's run, without what oscillates, Pa.
double pressure_left(const PlanOutline& plan, const ClosedRoom& room, const SignalRequest& signal);

/// A sentence for each source of a closed room that leaves more than 1 % of its direct sound at the nearest receiver
/// (at 1 m without receivers).
std::vector<std::string> mean_pressure_warnings(const PlanOutline& plan);

/// Takes as much of low frequency away from samples that neither their sum nor the sum of their sums is left: a
/// straight line, faded in and out over them. Fewer than three samples become 0.
void remove_mean(std::vector<double>& samples);

}  // namespace wavesim
