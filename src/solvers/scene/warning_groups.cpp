// SPDX-License-Identifier: MIT
#include "solvers/scene/warning_groups.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wavesim {

void WarningGroups::add(const std::string& kind, const std::string& subject, const std::string& predicate) {
    const auto found = std::ranges::find(groups_, kind, &Group::kind);
    if (found == groups_.end())
        groups_.push_back({kind, subject + " " + predicate, {}});
    else
        found->others.push_back(subject);
}

std::vector<std::string> WarningGroups::sentences() const {
    constexpr std::size_t most_named = 3;
    std::vector<std::string> sentences;
    for (const auto& [kind, sentence, others] : groups_) {
        std::string text = sentence;
        const std::size_t named = others.size() <= most_named ? others.size() : most_named - 1;
        for (std::size_t i = 0; i < named; ++i)
            text += (i == 0 ? "; likewise " : i + 1 == others.size() ? " and " : ", ") + others[i];
        if (named < others.size()) text += fmt::format(" and {} more", others.size() - named);
        sentences.push_back(std::move(text));
    }
    return sentences;
}

}  // namespace wavesim
