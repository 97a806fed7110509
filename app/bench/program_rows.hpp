// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/bench/program_report.hpp"

namespace wavesim {

/// A row as it is kept, SI units.
nlohmann::ordered_json program_row_json(const ProgramTiming& row);

/// The rows that an earlier, interrupted measurement kept in its JSON file; none where there is no file. Throws
/// EnvironmentError (io) for a file of another GPU or version than that of `report`, or that has no rows of programs.
std::vector<ProgramTiming> kept_program_rows(const std::string& file, const ProgramReport& report);

}  // namespace wavesim
