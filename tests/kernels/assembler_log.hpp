// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <regex>
#include <string>

namespace wavesim::test {

/// Largest number before `unit` in what the assembler says.
inline int most_of(const std::string& log, const std::string& unit) {
    const std::regex pattern("([0-9]+) " + unit);
    int most = -1;
    for (std::sregex_iterator it(log.begin(), log.end(), pattern), end; it != end; ++it)
        most = std::max(most, std::stoi((*it)[1]));
    return most;
}

}  // namespace wavesim::test
