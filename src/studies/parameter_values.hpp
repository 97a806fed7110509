// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/scene/check.hpp"
#include "io/scene/node.hpp"
#include "studies/csv_table.hpp"

namespace wavesim {

/// The values of a parameter, as YAML, and the parameters with which it varies.
struct ParameterValues {
    enum class Kind { alone, sampled, tabled };
    Kind kind = Kind::alone;
    std::vector<std::string> values;
};

/// Sources of values common to all parameters of a study.
struct StudySources {
    nlohmann::json samples;  ///< the block `samples`, null without one
    CsvTable table;
};

/// Reads values, range, sample or column of the parameter `name`. `node` is its entry as written, `checked` the entry
/// as read by the schema. Adds a fault if they are impossible.
ParameterValues read_parameter(const std::string& name, const SceneNode& node, const nlohmann::json& checked,
                               const StudySources& sources, const Places& places, SceneFaults& faults);

}  // namespace wavesim
