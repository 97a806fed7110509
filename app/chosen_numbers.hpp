// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace wavesim {

/// What is wrong with an option for numbers that was given an empty text, such as a variable that is not set; else
/// empty.
std::string missing_numbers(const std::string& text);

/// `1-16,20` as indices from 0, ascending, below `count`; all for an empty text. Throws UsageError.
std::vector<std::size_t> chosen_numbers(const std::string& text, std::size_t count, const std::string& option);

}  // namespace wavesim
