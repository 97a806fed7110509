// SPDX-License-Identifier: MIT
#include "io/scene/schema_words.hpp"

#include "solvers/words.hpp"

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

}  // namespace wavesim::schema
