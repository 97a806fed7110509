// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/published_stencilgen.hpp"
#include "app/bench/session.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim {

/// Prints what a GPU makes of equations as text (--graph): statements and what they read, groups and what a node of
/// them needs, values that their grouping does not move, and schedules with predicted times. Where there is a GPU, each
/// schedule is also measured. The schedules with their times are also written to --json-file. Throws SceneFileError,
/// EnvironmentError (io), UsageError.
void run_graph_bench(const BenchArguments& arguments, Precision precision, const std::optional<Extent>& size,
                     const Machine& machine);

/// Measures the four stencils of STENCILGEN that have several fields or statements, and prints a row each, in the
/// fastest of a few schedules. Throws EnvironmentError (memory).
std::vector<StencilgenResult> run_equations_of_stencilgen(const BenchArguments& arguments,
                                                          const std::vector<Precision>& precisions,
                                                          const std::optional<Extent>& size, const Machine& machine);

}  // namespace wavesim
