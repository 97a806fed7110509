// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/bench/program_report.hpp"

namespace wavesim {

/// A row in the form in which files keep it, in SI units.
nlohmann::ordered_json program_row_json(const ProgramTiming& row);

/// The rows of an earlier, interrupted measurement in its JSON file; none if there is no file. Throws EnvironmentError
/// (io) if the file has no rows of programs, or comes from another GPU or version than `report`.
std::vector<ProgramTiming> kept_program_rows(const std::string& file, const ProgramReport& report);

}  // namespace wavesim
