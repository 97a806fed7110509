// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/scene_faults.hpp"

namespace wavesim {

/// Scene text as a tree that is not interpreted yet; every part has its position in the text.
struct SceneNode {
    enum class Kind { null, scalar, sequence, map };
    struct Entry;

    Kind kind = Kind::null;
    bool quoted = false;  ///< scalars: "text", 'text' or a block, never a number
    bool flow = false;    ///< sequences and maps: written in brackets
    std::string text;     ///< scalars
    Place place;
    std::optional<Place> emptied;  ///< the --set option that removed a key or an entry
    std::vector<SceneNode> items;  ///< sequences
    std::vector<Entry> entries;    ///< maps, in order of the text, keys unique

    /// Value of a key of a map, or nullptr.
    const SceneNode* find(std::string_view key) const;
    SceneNode* find(std::string_view key);
};

struct SceneNode::Entry {
    std::string key;
    Place place;
    SceneNode value;
};

inline bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

inline const SceneNode* SceneNode::find(std::string_view key) const {
    for (const Entry& entry : entries) {
        if (entry.key == key) return &entry.value;
    }
    return nullptr;
}
inline SceneNode* SceneNode::find(std::string_view key) {
    return const_cast<SceneNode*>(static_cast<const SceneNode*>(this)->find(key));
}

}  // namespace wavesim
