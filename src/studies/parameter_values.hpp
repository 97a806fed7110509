// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/scene/check.hpp"
#include "io/scene/node.hpp"
#include "studies/csv_table.hpp"

namespace wavesim {

/// The values of a parameter, as YAML, and which other parameters they go with.
struct ParameterValues {
    enum class Kind { alone, sampled, tabled };
    Kind kind = Kind::alone;
    std::vector<std::string> values;
};

/// What the parameters of a study share.
struct StudySources {
    nlohmann::json samples;  ///< the block `samples`, null without one
    CsvTable table;
};

/// Reads values, range, sample or column of the parameter `name`: `node` as it is written, `checked` as the schema read
/// it. Adds a fault where they are impossible.
ParameterValues read_parameter(const std::string& name, const SceneNode& node, const nlohmann::json& checked,
                               const StudySources& sources, const Places& places, SceneFaults& faults);

}  // namespace wavesim
