// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace wavesim {

/// The name that is nearest to a mistyped word (Damerau-Levenshtein distance); empty if none is near.
std::string nearest_name(std::string_view word, const std::vector<std::string>& names);

}  // namespace wavesim
