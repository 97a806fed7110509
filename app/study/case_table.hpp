// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// Rows of text in columns as wide as their longest entry, two spaces between, the first row as head. At most `most`
/// rows are shown, and then how many more there are.
std::string table_text(const std::vector<std::vector<std::string>>& rows, std::size_t most);

}  // namespace wavesim
