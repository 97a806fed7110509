// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "io/result/writing_team.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/run/run_report.hpp"

namespace wavesim {

/// Cost of a run, beyond what the solver reports.
struct RunCost {
    double read_s = 0;     ///< reading the scene
    double measure_s = 0;  ///< measuring the memory rate
    double plan_s = 0;
    double triad_bytes_per_s = 0;       ///< memory rate of this run; 0: not measured
    std::int64_t cache_bytes = 0;       ///< last-level cache of a core; 0: not known
    std::int64_t draft_peak_bytes = 0;  ///< peak of memory until walls and media are laid out, before what is measured
    std::optional<Gpu> gpu;             ///< if the run used one
    std::vector<Gpu> other_gpus;        ///< that shared the grid with it
    std::optional<double> joules;       ///< energy of the GPUs during the time steps
    std::string no_joules;              ///< reason if the energy is not known
};

/// Largest resident memory of this process since forget_peak_memory(), bytes. That of laying out a scene comes before
/// it (RunCost).
std::int64_t peak_memory();
/// Restarts peak_memory(), so that arrays of measurements, which are freed by now, do not count. If the system does not
/// allow it, the peak stays an upper bound.
void forget_peak_memory();

/// The cost table: time per phase, time per node and step against the memory floor.
std::string cost_text(const PlanOutline& plan, const RunReport& report, const RunCost& cost);
/// The bottleneck of a run.
enum class Bound { steps, disk, encoding };
/// `writing_s` is the time in which only writing took place. If it exceeds the time of the steps, the main work of the
/// writing threads is the bottleneck.
Bound bound_of(const RunReport& report, double writing_s, const WritingEffort& effort);
/// The keyword of a bottleneck for JSON.
const char* word_of(Bound bound);

/// The last line: total time, time for writing, memory and its forecast, bottleneck.
std::string effort_text(const PlanOutline& plan, std::int64_t peak_bytes, double total_s, double write_s, Bound bound);

}  // namespace wavesim
