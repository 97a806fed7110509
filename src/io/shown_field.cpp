// SPDX-License-Identifier: MIT
#include "io/shown_field.hpp"

#include <yaml-cpp/yaml.h>

namespace wavesim {

ShownField shown_field(const Scene& scene) {
    if (!scene.medium.physics) return {};
    const Medium::Physics& physics = *scene.medium.physics;
    ShownField field{physics.program->declared.fields.at(static_cast<std::size_t>(physics.heard)).name, no_units, 0};
    // The text was checked when the scene was read. Programs that are made by code have no YAML.
    try {
        const YAML::Node declared = YAML::Load(physics.text)["fields"][field.name];
        if (!declared.IsMap()) return field;
        if (declared["units"]) field.units = declared["units"].as<std::string>();
        if (declared["time"]) field.steps_later = declared["time"].as<double>();
    } catch (const YAML::Exception&) {
        return field;
    }
    return field;
}

int segy_unit(const std::string& units) {
    if (units == "Pa") return 1;
    if (units == "m") return 5;
    if (units == "m/s") return 6;
    if (units == "m/s2") return 7;
    return 0;
}

}  // namespace wavesim
