// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "io/result/trace_source.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Writes the complete shots of `traces` as SEG-Y rev 1: EBCDIC text header, big-endian IEEE floats (format 5), Pa, one
/// trace per shot and receiver. Shots shorter than the longest are left out. Positions are those of the plan's scene; z
/// is converted to elevation; depths are below the top of the domain. Equal runs give equal bytes (no dates). A
/// block of about `block_values` samples is in memory at a time. Returns the number of shots written. Throws
/// EnvironmentError (io). Source: SEG Technical Standards Committee, "SEG Y rev 1 Data Exchange format", May 2002.
std::int64_t write_segy_file(const std::filesystem::path& file, const PlanOutline& plan, const TraceSource& traces,
                             std::int64_t block_values = usual_block_values);

}  // namespace wavesim
