// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/program_report.hpp"
#include "app/bench/session.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim {

/// Suites whose stencils are programs: an5d, stencilgen.
const std::vector<std::string>& program_suite_names();
/// Whether the arguments request stencil programs.
bool wants_programs(const BenchArguments& arguments);

/// The requested programs, read and checked. Throws SceneFileError, EnvironmentError (io).
std::vector<StencilProgram> wanted_programs(const BenchArguments& arguments);

/// Measures the programs in their tuned configuration, in that of --blocking, or with --sweep bT for every number of
/// iterations per pass. Suites also measure the configuration of STENCILGEN. Prints every row at once and writes the
/// requested files. Throws UsageError, EnvironmentError (device) without a GPU, (memory).
ProgramReport run_program_bench(const BenchArguments& arguments, const std::vector<StencilProgram>& programs,
                                const std::vector<Precision>& precisions, const std::optional<Extent>& size,
                                const Machine& machine);

/// Writes the kernel of the single requested program (--kernel); this needs no GPU.
void write_program_kernel(const BenchArguments& arguments, const std::vector<StencilProgram>& programs,
                          Precision precision, const std::optional<Extent>& size, const Gpu& gpu);

}  // namespace wavesim
