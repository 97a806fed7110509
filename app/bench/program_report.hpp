// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "programs/program_timing.hpp"

namespace wavesim {

/// What a measurement of stencil programs found, and where and when.
struct ProgramReport {
    std::string device;
    std::string date;     ///< UTC, ISO 8601
    std::string version;  ///< of wavesim
    std::vector<ProgramTiming> rows;
};

std::string program_header(const ProgramReport& report);
std::string program_row(const ProgramTiming& row);
/// What the columns mean.
std::string program_footer();
nlohmann::ordered_json program_json(const ProgramReport& report);
std::string program_csv(const ProgramReport& report);
std::string program_markdown(const ProgramReport& report);

}  // namespace wavesim
