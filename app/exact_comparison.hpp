// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <optional>

#include "app/run_console.hpp"
#include "io/result/result_folder.hpp"
#include "solvers/accuracy/comparison.hpp"

namespace wavesim {

/// Whether the scene requests a comparison with an exact solution and there are recordings.
bool wants_comparison(const PlanOutline& plan, const ResultWriter& writer);

/// Compares with the exact solution and passes the result to the writer. No value if it was stopped.
std::optional<Comparison> compare_result(const PlanOutline& plan, ResultWriter& writer, RunConsole& console,
                                         const std::atomic<bool>& stop);

}  // namespace wavesim
