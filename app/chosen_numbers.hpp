// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace wavesim {

/// `1-16,20` as indices from 0, ascending, below `count`; all for an empty text. Throws UsageError.
std::vector<std::size_t> chosen_numbers(const std::string& text, std::size_t count, const std::string& option);

}  // namespace wavesim
