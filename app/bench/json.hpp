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

/// The rows that an earlier, interrupted run left in its JSON file; none where there is no file. Throws
/// EnvironmentError (io) for a file of another machine or version than that of `report`, or that is no benchmark.
std::vector<StepTiming> kept_rows(const std::string& file, const BenchReport& report);

}  // namespace wavesim
