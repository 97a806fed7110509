// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// Text in columns as wide as their longest entry, with two spaces between them and the first row as head. At most
/// `most` rows are shown, followed by the number of the other rows.
std::string table_text(const std::vector<std::vector<std::string>>& rows, std::size_t most);

}  // namespace wavesim
