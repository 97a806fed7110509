// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/scene/units.hpp"
#include "stencils/grid/enum_words.hpp"

// Functions that build the schema of scenes; schema.cpp explains the keywords.

namespace wavesim::schema {

using nlohmann::json;

/// A schema with its description and, unless null, its default.
json with(json schema, const char* description, const json& fallback = nullptr);

// Ranges.
json positive(double at_most);
json between(double low, double high);
json above(double low, double high);

/// A number, or text with a unit.
json quantity(Dimension dimension, json range = json::object());
json length(json range = json::object());
json number(json range);
json integer(std::int64_t low, std::int64_t high);
json boolean();
json text();
json name();
json choice(const std::vector<std::string>& words);
/// One word of an enumeration.
template <WordedEnum E>
json choice() {
    return choice(words_of<E>());
}
/// The same, or an additional word.
template <WordedEnum E>
json choice_or(const char* word) {
    std::vector<std::string> words = words_of<E>();
    words.insert(words.begin(), word);
    return choice(words);
}
/// At most `at_most` entries; 0: no limit.
json list(json item, std::int64_t at_least, std::int64_t at_most);
json object(json properties, const std::vector<std::string>& required = {});
/// Exactly one of these keys must exist.
json& one_of(json& schema, const std::vector<std::string>& keys);
json point();
json placement();
/// Keys for the layout of a SEG-Y file.
json segy_layout_keys();
/// The same with keys for its trace headers.
json segy_headers();

}  // namespace wavesim::schema
