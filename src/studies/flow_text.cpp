// SPDX-License-Identifier: MIT
#include "studies/flow_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/scene/units.hpp"

namespace wavesim {

namespace {

/// Whether plain text keeps its meaning inside brackets.
bool stands_plain(const std::string& text) {
    if (text.empty() || text.find_first_of(",[]{}#\"'\n") != std::string::npos) return false;
    if (text.find(": ") != std::string::npos || text.back() == ':') return false;
    return std::string_view("&*!|>%@`?:").find(text.front()) == std::string_view::npos;
}

}  // namespace

std::string flow_text(const SceneNode& node) {
    switch (node.kind) {
        case SceneNode::Kind::null: return "null";
        case SceneNode::Kind::scalar:
            return node.quoted || !stands_plain(node.text) ? nlohmann::json(node.text).dump() : node.text;
        case SceneNode::Kind::sequence: {
            std::string text;
            for (const SceneNode& item : node.items) text += (text.empty() ? "" : ", ") + flow_text(item);
            return '[' + text + ']';
        }
        case SceneNode::Kind::map: break;
    }
    std::string text;
    for (const SceneNode::Entry& entry : node.entries)
        text += (text.empty() ? "" : ", ") + entry.key + ": " + flow_text(entry.value);
    return '{' + text + '}';
}

std::optional<double> plain_number(const std::string& text) {
    for (const Dimension dimension : {Dimension::none, Dimension::length, Dimension::time, Dimension::frequency,
                                      Dimension::speed, Dimension::density, Dimension::source_strength,
                                      Dimension::angle, Dimension::temperature, Dimension::pressure}) {
        const ParsedQuantity parsed = parse_quantity(text, dimension);
        if (parsed.ok) return parsed.value;
    }
    return {};
}

std::string number_text(double value) { return fmt::format("{}", value); }

}  // namespace wavesim
