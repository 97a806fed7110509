// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Largest count and interval of SEG-Y rev 1, whose fields are 16-bit two's complement.
inline constexpr std::int64_t segy_most = 32767;

/// Interval and number of samples of the plan's SEG-Y file, if the scene requests one. The interval is the requested
/// one, else the time step rounded down to integer microseconds. Throws SceneError if the format cannot hold the
/// traces.
std::optional<PlannedSegy> plan_segy(const PlanOutline& plan);

}  // namespace wavesim
