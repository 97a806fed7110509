// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace wavesim {

/// Error message if an option for numbers has an empty text, e.g. from a variable that is not set; else empty.
std::string missing_numbers(const std::string& text);

/// `1-16,20` as ascending indices from 0, all below `count`; an empty text selects all. Throws UsageError.
std::vector<std::size_t> chosen_numbers(const std::string& text, std::size_t count, const std::string& option);

}  // namespace wavesim
