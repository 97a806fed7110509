// SPDX-License-Identifier: MIT
#include "io/scene/overrides.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <variant>

#include "io/scene/text.hpp"
#include "io/scene/yaml.hpp"

namespace wavesim {

namespace {

using Step = std::variant<std::string, std::size_t>;  ///< key or index
using Kind = SceneNode::Kind;

/// `a.b[2].c` as steps, or no value if it is not a path.
std::optional<std::vector<Step>> split_path(const std::string& path) {
    std::vector<Step> steps;
    std::size_t i = 0;
    while (i < path.size()) {
        if (path[i] == '[') {
            const std::size_t end = path.find(']', i);
            std::size_t index = 0;
            if (end == std::string::npos || steps.empty()) return std::nullopt;
            const auto parsed = std::from_chars(path.data() + i + 1, path.data() + end, index);
            if (parsed.ec != std::errc{} || parsed.ptr != path.data() + end) return std::nullopt;
            steps.emplace_back(index);
            i = end + 1;
            if (i < path.size() && path[i] != '.' && path[i] != '[') return std::nullopt;
            continue;
        }
        if (path[i] == '.') {
            if (steps.empty()) return std::nullopt;
            ++i;
        }
        const std::size_t end = std::min(path.find_first_of(".[", i), path.size());
        if (end == i) return std::nullopt;
        steps.emplace_back(path.substr(i, end - i));
        i = end;
    }
    return steps.empty() ? std::nullopt : std::optional(steps);
}

/// Whether a list is a single value, such as the coordinates of a point, and not a list of blocks.
bool is_one_value(const SceneNode& list) {
    return std::none_of(list.items.begin(), list.items.end(),
                        [](const SceneNode& item) { return item.kind == Kind::map; });
}

/// Marks a list as changed by the option that changed one of its entries, so that faults of the complete list refer to
/// this option.
void take_over(SceneNode& list, const Place& place) {
    list.place = place;
    list.flow = true;
}

/// Removes `key` of a map.
void remove_key(SceneNode& map, const std::string& key) {
    std::erase_if(map.entries, [&](const SceneNode::Entry& entry) { return entry.key == key; });
}

}  // namespace

void apply_override(const std::string& text, int position, SceneNode& root, SceneFaults& faults) {
    const Place place{position, 1, 1};
    if (!vet_scene_text(text, position, faults)) return;
    const std::size_t equals = text.find('=');
    const auto fault = [&](std::string message, std::string suggestion) {
        faults.push_back({Rule::bad_override, place, "", std::move(message), std::move(suggestion)});
    };
    const auto misfit = [&](Rule rule, std::string message) {
        faults.push_back({rule, place, text.substr(0, equals), std::move(message), {}});
    };
    if (equals == std::string::npos) return fault(shown(text) + " has no '='", "write --set KEY=VALUE");
    const std::string path = text.substr(0, equals);
    const auto steps = split_path(path);
    if (!steps) return fault(shown(path) + " is not a key path", "write sources[0].position, for example");

    SceneNode value;
    const std::string yaml = text.substr(equals + 1);
    if (!parse_scene_yaml(yaml, position, value, faults)) return;
    value.place = place;
    const bool removes = value.kind == Kind::null;

    SceneNode* node = &root;
    std::string here;
    for (std::size_t i = 0; i < steps->size(); ++i) {
        const bool last = i + 1 == steps->size();
        if (const auto* key = std::get_if<std::string>(&(*steps)[i])) {
            if (node->kind == Kind::null) node->kind = Kind::map;
            if (node->kind != Kind::map) return misfit(Rule::wrong_type, "'" + here + "' is not a block of keys");
            if (last && removes) {
                node->emptied = place;
                return remove_key(*node, *key);
            }
            SceneNode* below = node->find(*key);
            if (below == nullptr) {
                SceneNode fresh;
                fresh.place = place;
                node->entries.push_back({*key, place, fresh});
                below = &node->entries.back().value;
            }
            here = key_path(here, *key);
            node = below;
        } else {
            const std::size_t index = std::get<std::size_t>((*steps)[i]);
            if (node->kind == Kind::null) node->kind = Kind::sequence;
            if (node->kind != Kind::sequence) return misfit(Rule::wrong_type, "'" + here + "' is not a list");
            if (index > node->items.size()) {
                return misfit(Rule::list_length, "'" + here + "' has " + std::to_string(node->items.size()) +
                                                     (node->items.size() == 1 ? " entry" : " entries") +
                                                     " (they count from 0; the next one can be added)");
            }
            if (last && removes) {
                node->emptied = place;
                if (is_one_value(*node)) take_over(*node, place);
                if (index < node->items.size())
                    node->items.erase(node->items.begin() + static_cast<std::ptrdiff_t>(index));
                return;
            }
            if (index == node->items.size()) {
                SceneNode fresh;
                fresh.place = place;
                node->items.push_back(fresh);
            }
            if (last && is_one_value(*node) && value.kind != Kind::map) take_over(*node, place);
            here = item_path(here, index);
            node = &node->items[index];
        }
    }
    *node = std::move(value);
}

}  // namespace wavesim
