// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace wavesim {

/// The nearest of `names` to a mistyped word, or empty when none is near (Damerau-Levenshtein).
std::string nearest_name(std::string_view word, const std::vector<std::string>& names);

}  // namespace wavesim
