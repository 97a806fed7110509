// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "programs/program_timing.hpp"

namespace wavesim {

/// Results of a measurement of stencil programs, with place and date.
struct ProgramReport {
    std::string device;
    std::string date;     ///< UTC, ISO 8601
    std::string version;  ///< of wavesim
    std::vector<ProgramTiming> rows;
};

std::string program_header(const ProgramReport& report);
std::string program_row(const ProgramTiming& row);
/// Explanation of the columns.
std::string program_footer();
/// Joules per node and per FLOP of each row; `why_not`: why the GPU does not count them, else empty.
std::string program_energy(const ProgramReport& report, const std::string& why_not);
nlohmann::ordered_json program_json(const ProgramReport& report);
std::string program_csv(const ProgramReport& report);
std::string program_markdown(const ProgramReport& report);

}  // namespace wavesim
