// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "io/scene/check.hpp"
#include "io/scene/node.hpp"
#include "studies/study.hpp"

namespace wavesim {

/// Fills columns and cases of a study whose structure is as its schema says: `root` as it is written, `values` as the
/// schema read it. Every parameter varies with every value of the others, the last one fastest; those of a zip group
/// vary together, and so do sampled ones and columns of the table. Adds a fault for each thing that is impossible.
/// Throws EnvironmentError (io) for a table that cannot be read.
void make_cases(Study& study, const SceneNode& root, const nlohmann::json& values, const Places& places,
                SceneFaults& faults);

}  // namespace wavesim
