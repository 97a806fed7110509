// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "app/bench/jobs.hpp"
#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// The valid names for `--suite`.
const std::vector<std::string>& suite_names();

/// The requests of a suite. `large-stencils`: three families of 20 stencils each, on the two grids of "Large stencil
/// operations for finite-difference room acoustics", section 3.2, and the rooms of its table 1. `placement`: 7 points
/// on 128^3, 256^3 and 512^3 nodes, for all placements of a 2.5D kernel and all block sizes.
std::vector<BenchRequest> suite_requests(const std::string& suite, const std::vector<const BackendEntry*>& backends,
                                         const std::vector<Precision>& precisions);

/// The tables of the paper. For large-stencils: CTPN with the naive prediction of figure 7, KernelA against KernelB and
/// against the factored form, and table 1. For placement: CTPN of the best block, gain, occupancy and load throughput
/// (figures 2 and 6), and the best blocks (table I).
std::string suite_text(const std::string& suite, const std::vector<StepTiming>& rows);

/// The rows for the plot. For large-stencils it is figure 7, without the rooms.
std::vector<StepTiming> plotted_rows(const std::string& suite, const std::vector<StepTiming>& rows);

}  // namespace wavesim
