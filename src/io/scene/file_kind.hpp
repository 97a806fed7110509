// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include "io/scene/node.hpp"

namespace wavesim {

/// Whether a YAML file may be of the kind whose version is at `key`: `wavesim` (a scene), `study`, `cluster` (a
/// profile), `program` or `gpu_profile`. Adds one fault if this key is missing and the key of another kind exists.
bool expect_kind(const SceneNode& root, std::string_view key, SceneFaults& faults);

}  // namespace wavesim
