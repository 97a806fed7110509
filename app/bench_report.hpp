// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "stencils/measure/measure.hpp"

namespace wavesim {

/// What a benchmark measured, and where and when.
struct BenchReport {
    std::string processor;
    std::string isa;
    int threads = 0;
    std::string date;     ///< UTC, ISO 8601
    std::string version;  ///< of wavesim
    std::vector<StepTiming> rows;
    std::optional<WholeStepTiming> scene;
};

std::string bench_header(const BenchReport& report);
std::string bench_row(const StepTiming& row);
/// Sentences under the table of a scene.
std::string bench_scene_text(const WholeStepTiming& timing);
/// SI units; keys end in their unit.
nlohmann::ordered_json bench_json(const BenchReport& report);
/// One line per row after a header line; machine facts stand in every line.
std::string bench_csv(const BenchReport& report);

}  // namespace wavesim
