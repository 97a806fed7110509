// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <optional>

#include "app/run_talk.hpp"
#include "io/result/result_folder.hpp"
#include "solvers/accuracy/comparison.hpp"

namespace wavesim {

/// Whether the scene asks for a comparison with an exact solution and something is recorded to compare.
bool wants_comparison(const PlanOutline& plan, const ResultWriter& writer);

/// That comparison, handed to the writer, too; none when it was stopped.
std::optional<Comparison> compare_result(const PlanOutline& plan, ResultWriter& writer, RunTalk& talk,
                                         const std::atomic<bool>& stop);

}  // namespace wavesim
