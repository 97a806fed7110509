// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/measure/kernel_counters.hpp"

namespace wavesim {

/// One sentence why ncu (Nsight Compute) cannot be started; empty if it can.
std::string counters_why_not();

/// The mean counters of each kernel of wavesim among some launches of a command, which ncu runs. Throws
/// EnvironmentError (device) with one sentence if ncu fails, for example because the driver forbids counters.
std::vector<KernelCounters> count_kernels(const std::vector<std::string>& command);

/// The counters in the CSV that ncu writes: a line per launch and metric. Empty if there are none.
std::vector<KernelCounters> counters_in(const std::string& csv);

/// A line per kernel, in bytes per node and launch.
std::string counters_text(const std::vector<KernelCounters>& counters, double nodes);

}  // namespace wavesim
