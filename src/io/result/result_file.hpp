// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "acoustics/room_quantities.hpp"
#include "io/atomic_file.hpp"
#include "io/result/trace_source.hpp"
#include "solvers/plan/plan_view.hpp"
#include "solvers/run/run_report.hpp"

namespace wavesim {

/// The exact solution for comparison with the recorded traces.
struct ResultComparison {
    std::string reference;               ///< "free_field" or "shoebox"
    std::vector<double> exact;           ///< (step, receiver), Pa; as many steps as were recorded, or fewer
    std::vector<double> relative_error;  ///< per receiver, max |error| / max |exact|
};

/// One sound file of the run.
struct WrittenWav {
    std::string file;  ///< relative to the result folder
    double gain = 1;   ///< sample = gain [1/Pa] * pressure
};

/// The content of result.h5.
struct ResultContent {
    PlanView plan;
    const TraceSource& traces;
    RunReport report;
    std::string end_summary;
    bool complete = false;
    std::optional<ResultComparison> comparison;
    std::vector<WrittenWav> wavs;               ///< one per receiver, or none
    std::vector<std::string> earlier = {};      ///< parts computed by other programs, one sentence each
    std::vector<ResponseNumbers> numbers = {};  ///< numbers of ISO 3382-1, if the scene requests them
};

/// Layout version of result.h5; see docs/results.md.
inline constexpr int result_format_version = 1;
/// The traces after absorption in air, if the scene has such air.
inline constexpr const char* heard_pressure = "/traces/pressure_in_air";

/// Writes result.h5 atomically. Throws EnvironmentError (io).
void write_result_file(const std::filesystem::path& file, const ResultContent& content);
/// Writes the content to the temporary file of `target`; its commit() gives the file its name.
void prepare_result_file(AtomicFile& target, const ResultContent& content);

/// The version of wavesim that writes the files, e.g. "0.1.0".
std::string wavesim_version();

}  // namespace wavesim
