// SPDX-License-Identifier: MIT
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/scene/directivity_words.hpp"
#include "io/scene/enum_value.hpp"
#include "io/scene/resolve.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/plan/directed_points.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/scene/words.hpp"

namespace wavesim {

using nlohmann::json;

/// A unit vector in solver coordinates; no value if the direction is missing or faulty.
std::optional<Point> SceneResolver::read_axis(const json& value, const std::string& key) {
    const json list = value.value("axis", json());
    if (!list.is_array() || list.size() != 3 || !list[0].is_number() || !list[1].is_number() || !list[2].is_number())
        return std::nullopt;  // fault reported elsewhere, or missing
    const Point users{list[0], list[1], list[2]};
    const double length = std::hypot(users.x, users.y, users.z);
    if (!(length > 0)) {
        fault(Rule::directivity, key_path(key, "axis"), "has no length, so it points nowhere");
        return std::nullopt;
    }
    const double up = scene_.frame.z_down() ? -1 : 1;
    return Point{users.x / length, users.y / length, up * users.z / length};
}

Directivity SceneResolver::resolve_directivity(const json& value, const std::string& key) {
    Directivity directivity;
    const std::optional<Point> axis = read_axis(value, key);
    if (!axis) return directivity;
    directivity.axis = *axis;
    directivity.even = value.value("even", 1.0);
    for (const SourcePattern& pattern : source_patterns)
        if (value.value("pattern", "") == pattern.word) directivity.even = pattern.even;
    return directivity;
}

std::vector<SceneResolver::Ear> SceneResolver::ears_of(const json& value, const std::string& key) {
    if (!value.contains("directivity") || !value["directivity"].is_object()) return {{"", std::nullopt}};
    const json& pattern = value["directivity"];
    const std::string at = key_path(key, "directivity");
    if (!pattern.contains("pattern") || !pattern["pattern"].is_string()) return {{"", std::nullopt}};
    if (enum_value(pattern, "pattern", ReceiverPattern::figure_of_eight) == ReceiverPattern::ambisonics) {
        if (pattern.contains("axis"))
            fault(Rule::directivity, key_path(at, "axis"),
                  "ambisonics has axes of its own: X along x, Y along y and Z upwards", "leave it out");
        return {{" W", std::nullopt}, {" Y", Point{0, 1, 0}}, {" Z", Point{0, 0, 1}}, {" X", Point{1, 0, 0}}};
    }
    if (!pattern.contains("axis"))
        fault(Rule::directivity, at, "a figure of eight needs an 'axis'", "write axis: [1, 0, 0], for example");
    return {{"", read_axis(pattern, at)}};
}

/// Directions require a medium with one speed and one density, and pulses whose integral ends with them.
void SceneResolver::check_directions(const json& values) {
    const auto check = [&](const std::string& key, Placement placement) {
        if (scene_.dims == 2) return fault(Rule::directivity, key, "is for rooms, and this scene is 2D");
        if (scene_.tti || scene_.medium.physics || density_varies(scene_.medium) ||
            speed_range(scene_.medium).slowest != speed_range(scene_.medium).fastest)
            return fault(Rule::directivity, key, "is for media of one speed and one density");
        if (placement == Placement::nearest_node)
            fault(Rule::directivity, key, "does not go with placement nearest",
                  "leave the placement out, which stands for interpolated");
    };
    bool any = false;
    for (std::size_t i = 0; i < scene_.sources.size(); ++i) {
        const SourceRequest& source = scene_.sources[i];
        if (!source.directivity.any()) continue;
        any = true;
        const std::string key = source_key(scene_, i);
        check(key + ".directivity", source.placement);
        if (!has_pulse_integral(source.signal))
            fault(Rule::directivity, key + ".signal",
                  "goes with no 'directivity', since its integral over time does not end with it",
                  "take kind ricker or dgauss");
    }
    const json receivers = values.value("receivers", json::array());
    for (std::size_t i = 0; receivers.is_array() && i < receivers.size(); ++i)
        if (receivers[i].is_object() && receivers[i].contains("directivity")) {
            any = true;
            check(item_path("receivers", i) + ".directivity",
                  enum_value(receivers[i], "placement", Placement::interpolated));
        }
    if (any && scene_.outputs.compare != ExactReference::none)
        fault(Rule::directivity, "outputs.compare", "is for sources and receivers without 'directivity'");
}

}  // namespace wavesim
