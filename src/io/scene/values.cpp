// SPDX-License-Identifier: MIT
#include "io/scene/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/scene/units.hpp"

namespace wavesim {

using nlohmann::json;
using Kind = SceneNode::Kind;

namespace {

std::string describe(const SceneNode& node) {
    switch (node.kind) {
        case Kind::null: return "nothing";
        case Kind::sequence: return "a list";
        case Kind::map: return "a block of keys";
        case Kind::scalar: break;
    }
    return (node.quoted ? "the text " : "") + shown(node.text);
}

/// The shortest text that reads back as the same double.
std::string format_number(double value) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
    return {buffer, end};
}

}  // namespace

std::string type_of(const json& schema) {
    return schema.contains("x-quantity") ? "quantity" : schema.value("type", std::string());
}

std::string needed_in_words(const json& schema) {
    if (schema.contains("anyOf") && !schema.contains("x-quantity")) {
        std::vector<std::string> words;
        for (const json& alternative : schema["anyOf"]) words.push_back(needed_in_words(alternative));
        return enumerate_words(words);
    }
    const std::string type = type_of(schema);
    if (type == "object") return "a block of keys";
    if (type == "array") return "a list in [ ]";
    if (type == "integer") return "a whole number";
    if (type == "boolean") return "true or false";
    if (type == "quantity") {
        const Dimension dimension = dimension_named(schema["x-quantity"].get<std::string>());
        const std::string unit = si_unit(dimension);
        return unit.empty() ? "a number" : with_article(dimension) + " in " + unit;
    }
    return schema.contains("enum") ? "one of " + enumerate_words(schema["enum"].get<std::vector<std::string>>())
                                   : "text";
}

json ValueChecker::fault(Rule rule, Place place, const std::string& path, std::string message, std::string suggestion) {
    faults_.push_back({rule, place, path, std::move(message), std::move(suggestion)});
    return json(json::value_t::discarded);
}

json ValueChecker::wrong_type(const SceneNode& node, const json& schema, const std::string& path) {
    const bool one_impedance = path.ends_with("impedance") && node.kind == Kind::scalar;
    return fault(Rule::wrong_type, node.place, path, "must be " + needed_in_words(schema) + ", not " + describe(node),
                 one_impedance ? "for one number write its inverse, admittance: rho c / Z, or 1 / z of a specific "
                                 "impedance z = Z / (rho c)"
                               : "");
}

namespace {

/// The map that a scene has for two kernels whose names are joined by a plus, as on the command line; empty for others.
std::string as_map_of_regions(const std::string& text, const std::vector<std::string>& names) {
    const std::size_t plus = text.find('+');
    if (plus == std::string::npos) return {};
    const std::string inner = text.substr(0, plus), layers = text.substr(plus + 1);
    const auto known = [&names](const std::string& name) { return std::ranges::find(names, name) != names.end(); };
    return known(inner) && known(layers) ? "write {inner: " + inner + ", layers: " + layers + "}" : "";
}

}  // namespace

json ValueChecker::unknown_choice(const SceneNode& node, const std::vector<std::string>& words,
                                  const std::string& path) {
    const std::string regions = path == "run.backend" ? as_map_of_regions(node.text, words) : "";
    return fault(Rule::unknown_choice, node.place, path,
                 "unknown choice " + shown(node.text) + " (one of " + enumerate_words(words) + ")",
                 regions.empty() ? did_you_mean(node.text, words) : regions);
}

json ValueChecker::check(const SceneNode& node, const json& schema, const std::string& path) {
    if (node.kind != Kind::scalar) return wrong_type(node, schema, path);
    const std::string type = type_of(schema);
    if (type == "quantity") return check_quantity(node, schema, path);
    if (type == "integer") return check_integer(node, schema, path);
    if (type == "boolean") return check_boolean(node, schema, path);
    return check_text(node, schema, path);
}

json ValueChecker::check_quantity(const SceneNode& node, const json& schema, const std::string& path) {
    const Dimension dimension = dimension_named(schema["x-quantity"].get<std::string>());
    ParsedQuantity parsed = parse_quantity(node.text, dimension);
    if (!parsed.ok) return fault(parsed.rule, node.place, path, parsed.message, parsed.suggestion);
    if (!in_range(parsed.value, schema["anyOf"][0], si_unit(dimension), node, path)) {
        return json(json::value_t::discarded);
    }
    return parsed.value;
}

bool ValueChecker::in_range(double value, const json& range, const std::string& unit, const SceneNode& node,
                            const std::string& path) {
    const std::string suffix = unit.empty() ? unit : ' ' + unit;
    std::string wanted;
    if (range.contains("exclusiveMinimum") && !(value > range["exclusiveMinimum"].get<double>())) {
        wanted = "greater than " + format_number(range["exclusiveMinimum"]);
    } else if (range.contains("minimum") && !(value >= range["minimum"].get<double>())) {
        wanted = "at least " + format_number(range["minimum"]);
    } else if (range.contains("maximum") && !(value <= range["maximum"].get<double>())) {
        wanted = "at most " + format_number(range["maximum"]);
    }
    if (wanted.empty()) return true;
    // Tables often give absorption in per cent.
    const bool by_frequency = path.find("absorption.") != path.npos;
    const bool per_cent = (by_frequency || path.ends_with("absorption")) && value >= 2 && value <= 100 &&
                          node.text.find('%') == node.text.npos;
    const bool above_one = path.ends_with("absorption") && value > 1 && value < 2;
    fault(Rule::out_of_range, node.place, path,
          "is " + format_number(value) + suffix + " (must be " + wanted + suffix + ")",
          per_cent    ? "write " + format_number(value / 100) + " or " + format_number(value) + " %"
          : above_one ? "tables have values above 1, since edges add to what was measured; a wall takes 0.95 at most "
                        "(1 with incidence: normal)"
                      : "");
    return false;
}

json ValueChecker::check_integer(const SceneNode& node, const json& schema, const std::string& path) {
    const ParsedQuantity parsed = node.quoted ? ParsedQuantity{} : parse_quantity(node.text, Dimension::none);
    const bool whole =
        parsed.ok && parsed.value == std::floor(parsed.value) && node.text.find('%') == std::string::npos;
    if (!whole) {
        return fault(Rule::wrong_type, node.place, path, "must be a whole number, not " + describe(node));
    }
    if (!in_range(parsed.value, schema, "", node, path)) return json(json::value_t::discarded);
    if (schema.contains("const") && schema["const"].get<double>() != parsed.value) {
        return fault(Rule::version, node.place, path,
                     "version " + format_number(parsed.value) +
                         " of the format is unknown (this program reads version " + schema["const"].dump() + ')');
    }
    return static_cast<std::int64_t>(parsed.value);
}

json ValueChecker::check_boolean(const SceneNode& node, const json& schema, const std::string& path) {
    if (!node.quoted && node.text == "true") return true;
    if (!node.quoted && node.text == "false") return false;
    return wrong_type(node, schema, path);
}

json ValueChecker::check_text(const SceneNode& node, const json& schema, const std::string& path) {
    if (schema.contains("enum")) {
        const auto words = schema["enum"].get<std::vector<std::string>>();
        for (const std::string& word : words) {
            if (word == node.text) return word;
        }
        return unknown_choice(node, words, path);
    }
    if (node.text.empty()) return fault(Rule::bad_name, node.place, path, "the text is empty");
    const bool lines = schema.contains("x-lines");
    if (std::ranges::any_of(node.text, [lines](char c) { return is_control(c) && !(lines && c == '\n'); })) {
        if (lines) return fault(Rule::bad_name, node.place, path, "the text contains a control character");
        return fault(Rule::bad_name, node.place, path, "the text contains a control character or a line feed");
    }
    if (schema.contains("x-name") && !good_name(node, path)) return json(json::value_t::discarded);
    return node.text;
}

bool ValueChecker::good_name(const SceneNode& node, const std::string& path) {
    constexpr std::size_t longest = 64;
    std::string why;
    if (node.text.size() > longest) why = "is longer than 64 bytes";
    if (node.text.front() == '.' || node.text.front() == ' ' || node.text.back() == ' ') {
        why = "starts with a dot or a space, or ends with a space";
    }
    if (node.text.find_first_of("/\\") != std::string::npos) why = "contains a slash";
    if (why.empty()) return true;
    fault(Rule::bad_name, node.place, path, "the name " + shown(node.text) + ' ' + why + " (names become file names)");
    return false;
}

}  // namespace wavesim
