// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Canonical text of a resolved scene: itself a scene (JSON is YAML), with every default and unit resolved, keys
/// sorted, on one line. Receivers are taken from `values`, so that lines and grids stay short.
std::string canonical_scene_text(const Scene& scene, const nlohmann::json& values);
/// XXH3, 64 bits, as 16 hexadecimal digits.
std::string hash_text(std::string_view text);

}  // namespace wavesim
