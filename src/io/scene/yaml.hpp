// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "io/scene/node.hpp"

namespace wavesim {

/// Parses one YAML document into a tree. Aliases are expanded; duplicate keys, keys that are no text, tags, several
/// documents, too deep or too large trees become faults. `set` is 0 for a file, n for the value of the n-th --set
/// option. Returns whether the tree may be checked further.
bool parse_scene_yaml(const std::string& text, int set, SceneNode& root, SceneFaults& faults);

}  // namespace wavesim
