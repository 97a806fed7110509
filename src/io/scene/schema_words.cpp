// SPDX-License-Identifier: MIT
#include "io/scene/schema_words.hpp"

#include <fmt/format.h>

#include "io/scene/segy_reading.hpp"
#include "solvers/scene/words.hpp"

namespace wavesim::schema {

json with(json schema, const char* description, const json& fallback) {
    schema["description"] = description;
    if (!fallback.is_null()) schema["default"] = fallback;
    return schema;
}

json positive(double at_most) { return {{"exclusiveMinimum", 0}, {"maximum", at_most}}; }
json between(double low, double high) { return {{"minimum", low}, {"maximum", high}}; }
json above(double low, double high) { return {{"exclusiveMinimum", low}, {"maximum", high}}; }

json quantity(Dimension dimension, json range) {
    range["type"] = "number";
    json result = {{"anyOf", {range, {{"type", "string"}, {"pattern", "^\\s*[-+]?[0-9.]"}}}}};
    result["x-quantity"] = to_string(dimension);
    return result;
}

json integer(std::int64_t low, std::int64_t high) { return {{"type", "integer"}, {"minimum", low}, {"maximum", high}}; }
json boolean() { return {{"type", "boolean"}}; }
json text() { return {{"type", "string"}, {"minLength", 1}}; }
json name() { return {{"type", "string"}, {"minLength", 1}, {"maxLength", 64}, {"x-name", true}}; }
json choice(const std::vector<std::string>& words) { return {{"type", "string"}, {"enum", words}}; }

json list(json item, std::int64_t at_least, std::int64_t at_most) {
    json result = {{"type", "array"}, {"items", std::move(item)}, {"minItems", at_least}};
    if (at_most > 0) result["maxItems"] = at_most;
    return result;
}

json object(json properties, const std::vector<std::string>& required) {
    json result = {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) result["required"] = required;
    return result;
}

json& one_of(json& schema, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) schema["oneOf"].push_back({{"required", {key}}});
    return schema;
}

json length(json range) { return quantity(Dimension::length, std::move(range)); }
json number(json range) { return quantity(Dimension::none, std::move(range)); }
json point() { return list(length(), 2, 3); }
json placement() {
    return with(choice<Placement>(),
                "interpolated: exactly at the position (Kaiser-windowed sinc); nearest: on the nearest node",
                word_of(Placement::interpolated));
}

json segy_layout_keys() {
    return {{"samples", with(integer(1, std::int64_t{1} << 31), "samples per trace, whatever the headers say")},
            {"byte_order", with(choice({"big", "little"}), "of all numbers in the file; found when absent")}};
}

json segy_headers() {
    json bytes = json::object();
    for (const SegyFieldRow& field : segy_fields)
        bytes[std::string(field.word)] =
            with(integer(0, 239), fmt::format("first byte, {} in the standard; 0: not there", field.byte).c_str());
    std::vector<std::string> units;
    for (const SegyUnitRow& unit : segy_units) units.emplace_back(unit.word);
    json properties = segy_layout_keys();
    properties["depths"] = with(choice({"negative", "positive"}),
                                "whether elevations below 0 stand as such, or as depths above 0", "negative");
    properties["coordinate_unit"] = with(choice(units), "of all lengths, whatever the file says");
    properties["bytes"] = with(object(std::move(bytes)), "where the numbers stand in the trace headers");
    return with(object(std::move(properties)), "how the headers of a SEG-Y file are read");
}

}  // namespace wavesim::schema
