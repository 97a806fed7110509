// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// Results of a benchmark, with machine and date.
struct BenchReport {
    std::string processor;
    std::string isa;
    int threads = 0;
    std::string device;   ///< name of the GPU; empty: none was used
    std::string date;     ///< UTC, ISO 8601
    std::string version;  ///< of wavesim
    std::vector<StepTiming> rows;
    std::optional<WholeStepTiming> scene;
};

/// Energy per node and step, and per floating-point operation of the plain formula u+ = sum of K products - u- (2 K
/// operations per node, independent of the kernel). No value if it was not measured.
std::optional<double> joule_per_node(const StepTiming& row);
/// 2 K operations per node; empty for programs, whose statements have other operations.
std::optional<double> joule_per_flop(const StepTiming& row);
/// Fraction of the threads that a multiprocessor can hold; 0 on a CPU.
double occupancy(const StepTiming& row);
/// A rate in per cent of the peak that the memory allows; `cache` if it is above, so that the memory did not count.
std::string share_of_peak(double rate, double peak);
/// The row's grid as nodes along x, (y,) z.
std::string grid_text(const StepTiming& row);
/// One line that names the machine, and the head of the table, with columns for the GPU if there is one.
std::string bench_header(const BenchReport& report);
/// A row of that table.
std::string bench_row(const BenchReport& report, const StepTiming& row);
/// Sentences under the table of a scene: complete step against bulk step, time per phase.
std::string bench_scene_text(const WholeStepTiming& timing);

/// A header line, then one line per row; every line repeats the data of the machine.
std::string bench_csv(const BenchReport& report);
/// A table with the same columns as on the terminal.
std::string bench_markdown(const BenchReport& report);

}  // namespace wavesim
