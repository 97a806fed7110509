// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "io/scene/node.hpp"

namespace wavesim {

/// Applies `--set KEY=VALUE`: KEY is a path such as `sources[0].position[2]`, VALUE is YAML, an empty VALUE or `null`
/// removes the key. Missing blocks above the key are added; list entries must exist or follow the last one.
void apply_override(const std::string& text, int position, SceneNode& root, SceneFaults& faults);

}  // namespace wavesim
