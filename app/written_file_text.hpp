// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/plan_text.hpp"

namespace wavesim {

/// The summary of summarise_written_file as lines.
std::vector<ReportRow> written_file_lines(const nlohmann::ordered_json& summary);

}  // namespace wavesim
