// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include "io/scene/node.hpp"

namespace wavesim {

/// Whether a YAML file may be of the kind whose version stands at `key`: `wavesim` (a scene), `study`, `cluster` (a
/// profile) or `program`. One fault where it lacks this key and has that of another kind.
bool expect_kind(const SceneNode& root, std::string_view key, SceneFaults& faults);

}  // namespace wavesim
