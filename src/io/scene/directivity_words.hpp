// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "stencils/grid/enum_words.hpp"

namespace wavesim {

/// Patterns of sources by name, and their Directivity::even.
struct SourcePattern {
    const char* word;
    double even;
};
inline constexpr std::array source_patterns{SourcePattern{"dipole", 0}, SourcePattern{"hypercardioid", 0.25},
                                            SourcePattern{"cardioid", 0.5}};
inline std::vector<std::string> source_pattern_words() {
    std::vector<std::string> words;
    for (const SourcePattern& pattern : source_patterns) words.emplace_back(pattern.word);
    return words;
}

enum class ReceiverPattern { figure_of_eight, ambisonics };
template <>
struct EnumWords<ReceiverPattern> {
    static constexpr auto words = std::to_array<std::string_view>({"figure_of_eight", "ambisonics"});
};

}  // namespace wavesim
