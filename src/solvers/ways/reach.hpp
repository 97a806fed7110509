// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Whether a source sends out nothing: an amplitude of 0, or samples that are all 0.
bool is_silent(const SignalRequest& signal);

/// Whether waves go to and fro between two sides, or between surfaces that face each other.
bool sound_stays(const Scene& scene);

/// Farthest that the fastest sound of a source comes within so many time steps, m: from when the signal can be heard,
/// or from the start of the run. Needs the speeds and the time step of the plan.
double reach(const PlanOutline& plan, const SourceRequest& source, std::int64_t steps);

/// A warning of receivers that the sound of no source reaches within the run, in no shot, not even at the largest speed
/// on the shortest way through air. Silent sources do not count; without others there is none. Receivers that solids
/// seal off are left to sealed_air_warnings.
std::vector<std::string> reach_warnings(const PlanDraft& draft);

}  // namespace wavesim
