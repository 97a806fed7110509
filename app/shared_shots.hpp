// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "app/run_console.hpp"
#include "app/scene_run.hpp"
#include "io/result/takeover.hpp"

namespace wavesim {

/// Computes shots of a survey in a folder that other processes may use at the same time. The process that finds all
/// shots complete makes the result. Shots count from 0. Throws EndProgram{128 + signal} when a signal stopped it,
/// UnstableError, and EnvironmentError.
void run_shared_shots(PreparedRun& prepared, const std::vector<std::int64_t>& shots, Takeover takeover,
                      RunConsole& console);

}  // namespace wavesim
