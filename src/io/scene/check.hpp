// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/scene/node.hpp"

namespace wavesim {

/// Key path -> position of the value (of the key if the value is a block).
using Places = std::map<std::string, Place>;

/// Checks scene text against the schema: keys, types, units, ranges. Returns the values in SI units with defaults
/// filled in and without faulty ones. All returned values have the right type and range.
nlohmann::json check_structure(const SceneNode& root, const nlohmann::json& schema, Places& places,
                               SceneFaults& faults);

}  // namespace wavesim
