// SPDX-License-Identifier: MIT
#include "studies/case_names.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>

namespace wavesim {

namespace {

/// A pattern split into texts and the columns between them; column -1 is the index.
struct NamePattern {
    std::vector<std::string> texts;
    std::vector<int> columns;  ///< one fewer than texts
};

NamePattern cut_pattern(const Study& study, const std::string& pattern, Place place, SceneFaults& faults) {
    std::vector<std::string> known{"index"};
    for (const StudyColumn& column : study.columns) known.push_back(column.name);
    NamePattern cut;
    std::size_t from = 0;
    while (true) {
        const std::size_t open = pattern.find('{', from);
        const std::size_t close = open == std::string::npos ? open : pattern.find('}', open);
        cut.texts.push_back(pattern.substr(from, close == std::string::npos ? close : open - from));
        if (close == std::string::npos) return cut;
        const std::string word = pattern.substr(open + 1, close - open - 1);
        const auto found = std::ranges::find(known, word);
        if (found == known.end()) {
            const std::string near = did_you_mean(word, known);
            faults.push_back({Rule::out_of_range, place, "case_name", "there is no parameter " + shown(word),
                              near.empty() ? "known are " + enumerate_words(known, " and ") : near});
            return cut;
        }
        cut.columns.push_back(static_cast<int>(found - known.begin()) - 1);
        from = close + 1;
    }
}

}  // namespace

std::string shown_value(const std::string& value) {
    double number = 0;
    const auto parsed = std::from_chars(value.data(), value.data() + value.size(), number);
    if (parsed.ec == std::errc{} && parsed.ptr == value.data() + value.size())
        return value.size() <= 8 ? value : fmt::format("{:.5g}", number);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') return value.substr(1, value.size() - 2);
    return value;
}

void name_cases(Study& study, const std::string& pattern, Place place, SceneFaults& faults) {
    const NamePattern cut = cut_pattern(study, pattern.empty() ? "case_{index}" : pattern, place, faults);
    if (!faults.empty()) return;
    const std::size_t width = std::to_string(study.cases.size()).size();
    std::map<std::string, std::size_t> names;
    for (std::size_t i = 0; i < study.cases.size(); ++i) {
        StudyCase& one = study.cases[i];
        one.name = cut.texts[0];
        for (std::size_t k = 0; k < cut.columns.size(); ++k) {
            const int column = cut.columns[k];
            one.name += column < 0 ? fmt::format("{:0{}}", i + 1, width)
                                   : shown_value(one.values[static_cast<std::size_t>(column)]);
            one.name += cut.texts[k + 1];
        }
        const auto [other, fresh] = names.emplace(one.name, i);
        if (fresh) continue;
        faults.push_back({Rule::same_name, place, "case_name",
                          fmt::format("cases {} and {} are both called '{}'", other->second + 1, i + 1, one.name),
                          "add {index} or another parameter"});
        return;
    }
}

}  // namespace wavesim
