// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "app/plan_text.hpp"

namespace wavesim {

/// Describes a scene in the terms of its field, without grids. For rooms: volume, areas, absorption and reverberation;
/// for other scenes: wavelengths, offsets and first arrivals.
std::vector<ReportRow> scene_summary_lines(const PlanOutline& plan);

}  // namespace wavesim
