// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "app/bench_report.hpp"

namespace wavesim {

/// The rows that an earlier, interrupted run left in its JSON file; none where there is no file. Throws
/// EnvironmentError (io) for a file of another machine or version than that of `report`, or that is no benchmark.
std::vector<StepTiming> kept_rows(const std::string& file, const BenchReport& report);

}  // namespace wavesim
