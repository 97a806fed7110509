// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Whether a source is silent: an amplitude of 0, or samples that are all 0.
bool is_silent(const SignalRequest& signal);

/// Whether waves are reflected repeatedly between two sides, or between surfaces that face each other.
bool sound_stays(const Scene& scene);

/// Largest distance, m, that the fastest sound of a source travels within the given time steps, from the audible start
/// of the signal or from the start of the run. Needs the speeds and the time step of the plan.
double reach(const PlanOutline& plan, const SourceRequest& source, std::int64_t steps);

/// Warnings about receivers that the sound of no source reaches within the run in any shot, even at the largest speed
/// on the shortest path through air. Silent sources do not count; if all are silent there is no warning. Receivers
/// sealed off by solids are reported by sealed_air_warnings.
std::vector<std::string> reach_warnings(const PlanDraft& draft);

}  // namespace wavesim
