// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/scene/node.hpp"

namespace wavesim {

/// Key path -> place of the value (of the key where the value is a block).
using Places = std::map<std::string, Place>;

/// Checks scene text against the schema: keys, types, units, ranges. Returns the values in SI units with defaults
/// filled in; what is at fault is left out. Every value that is there is of the right type and within its range.
nlohmann::json check_structure(const SceneNode& root, const nlohmann::json& schema, Places& places,
                               SceneFaults& faults);

}  // namespace wavesim
