// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "io/result/writing_team.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/run/run_report.hpp"

namespace wavesim {

/// What a run cost, beyond what the solver reports.
struct RunCost {
    double read_s = 0;     ///< reading the scene
    double measure_s = 0;  ///< measuring the memory rate
    double plan_s = 0;
    double triad_bytes_per_s = 0;  ///< of this run; 0: not measured
    std::int64_t cache_bytes = 0;  ///< last-level cache of a core; 0: not known
    std::optional<Gpu> gpu;        ///< where the run used one
    std::vector<Gpu> other_gpus;   ///< that shared the grid with it
    std::optional<double> joules;  ///< of the GPUs while time went on
    std::string no_joules;         ///< why they are not known
};

/// Largest resident memory of this process since forget_peak_memory(), bytes.
std::int64_t peak_memory();
/// Starts peak_memory() anew, so that arrays of measurements, freed by now, do not count. Where the system does not
/// allow it, the peak stays an upper bound.
void forget_peak_memory();

/// The cost table: time per phase, time per node and step against the memory floor.
std::string cost_text(const PlanOutline& plan, const RunReport& report, const RunCost& cost);
/// What a faster run would need first.
enum class Bound { steps, disk, encoding };
/// `writing_s` is the time in which nothing but writing went on. Where it is longer than the steps, what its threads
/// did most counts.
Bound bound_of(const RunReport& report, double writing_s, const WritingEffort& effort);
/// The word for programs.
const char* word_of(Bound bound);

/// The last line: time in all and for writing, memory against its forecast, what bound the run.
std::string effort_text(const PlanOutline& plan, std::int64_t peak_bytes, double total_s, double write_s, Bound bound);

}  // namespace wavesim
