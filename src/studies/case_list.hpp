// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "io/scene/check.hpp"
#include "io/scene/node.hpp"
#include "studies/study.hpp"

namespace wavesim {

/// Fills columns and cases of a study that has passed its schema. `root` is the study as written, `values` the values
/// read by the schema. All parameters are combined with each other, the last one varying fastest. Parameters of a zip
/// group vary together, and so do sampled ones and columns of the table. Adds a fault for each impossible entry. Throws
/// EnvironmentError (io) for a table that cannot be read.
void make_cases(Study& study, const SceneNode& root, const nlohmann::json& values, const Places& places,
                SceneFaults& faults);

}  // namespace wavesim
