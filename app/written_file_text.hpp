// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/plan_text.hpp"

namespace wavesim {

/// What summarise_written_file found, as lines.
std::vector<ReportRow> written_file_lines(const nlohmann::ordered_json& summary);

}  // namespace wavesim
