// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "app/plan_text.hpp"

namespace wavesim {

/// What a scene is about in the words of its field, before the words of grids: of rooms volume, areas, absorption and
/// reverberation; of others wavelengths, offsets and first arrivals.
std::vector<ReportRow> scene_summary_lines(const PlanOutline& plan);

}  // namespace wavesim
