// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/bench/report.hpp"
#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// SI units; keys end in their unit.
nlohmann::ordered_json bench_json(const BenchReport& report);

/// The rows of an earlier, interrupted run in its JSON file; none if there is no file. Throws EnvironmentError (io) if
/// the file is not a benchmark, or comes from another machine or version than `report`.
std::vector<StepTiming> kept_rows(const std::string& file, const BenchReport& report);

}  // namespace wavesim
