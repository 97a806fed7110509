// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "io/scene/node.hpp"

namespace wavesim {

/// Parses one YAML document into a tree and expands aliases. Faults are duplicate keys, keys that are not text, tags,
/// several documents, and trees that are too deep or too large. `set` is 0 for a file, n for the value of the n-th
/// --set option. Returns whether the tree may be checked further.
bool parse_scene_yaml(const std::string& text, int set, SceneNode& root, SceneFaults& faults);

}  // namespace wavesim
