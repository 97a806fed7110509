// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "io/scene/enum_value.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/units.hpp"
#include "solvers/medium/air.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/scene/words.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "stencils/problem/words.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

/// The numbers of a list; empty if one of them has a fault.
std::vector<double> numbers(const json& object, const char* key) {
    std::vector<double> result;
    for (const json& value : object.value(key, json::array())) {
        if (!value.is_number()) return {};
        result.push_back(value);
    }
    return result;
}

int axis_number(const json& object) {
    const std::string axis = object.value("axis", "z");
    return axis == "x" ? 0 : axis == "y" ? 1 : 2;
}

std::string count_text(std::size_t n, const char* what) { return std::to_string(n) + what + (n == 1 ? "" : "s"); }

}  // namespace

void SceneResolver::resolve_medium(const json& values, const InputFolders& folders) {
    if (!values.contains("medium")) return;
    const json& medium = values["medium"];
    scene_.medium.sound_speed_m_s = medium.value("sound_speed", scene_.medium.sound_speed_m_s);
    scene_.medium.density_kg_m3 = medium.value("density", scene_.medium.density_kg_m3);
    scene_.medium.averaging = enum_value(medium, "averaging", Averaging::cell);
    scene_.medium.storage = enum_value(medium, "storage", MediumStorage::float32);
    if (medium.contains("air")) resolve_air(medium);
    std::string given = places_.contains("medium.sound_speed") ? "sound_speed" : "";
    for (const char* key : {"layers", "gradient", "model"}) {
        if (!medium.contains(key)) continue;
        const std::string path = key_path("medium", key);
        if (!given.empty())
            fault(Rule::bad_medium, path, "gives the speed everywhere, as '" + given + "' does", "keep one of them");
        given = key;
        if (medium[key].is_object() && has_size_ && scene_.dims == 2 && axis_number(medium[key]) == 1)
            fault(Rule::dimensions, key_path(path, "axis"), "a 2D scene has no axis y");
    }
    if (medium.contains("layers")) resolve_layers(medium["layers"]);
    if (medium.contains("gradient")) resolve_gradient(medium["gradient"]);
    if (medium.contains("model")) resolve_model(medium["model"], folders);
    const json boxes = medium.value("boxes", json::array());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!boxes[i].is_object() || !boxes[i].contains("box")) continue;
        const std::string key = key_path(item_path("medium.boxes", i), "box");
        Medium::Box box;
        if (!read_box(boxes[i]["box"], key, box.from, box.to)) continue;
        if (!check_box(box.from, box.to, key) || !boxes[i].contains("sound_speed")) continue;
        box.sound_speed_m_s = boxes[i]["sound_speed"];
        if (boxes[i].contains("density")) box.density_kg_m3 = boxes[i]["density"].get<double>();
        scene_.medium.boxes.push_back(box);
    }
    const json lenses = medium.value("lenses", json::array());
    for (std::size_t i = 0; i < lenses.size(); ++i) {
        if (!lenses[i].is_object()) continue;
        Medium::Lens lens;
        lens.radius_m = lenses[i].value("radius", 0.0);
        lens.sound_speed_m_s = lenses[i].value("sound_speed", 0.0);
        if (!read_position(lenses[i], "centre", item_path("medium.lenses", i), lens.centre)) continue;
        if (lens.radius_m > 0 && lens.sound_speed_m_s > 0) scene_.medium.lenses.push_back(lens);
    }
    resolve_physics(medium, folders);
}

void SceneResolver::resolve_air(const json& medium) {
    const json& value = medium["air"];
    Air air;
    air.temperature_c = value.value("temperature", air.temperature_c);
    air.humidity = value.value("humidity", air.humidity);
    air.pressure_pa = value.value("pressure", air.pressure_pa);
    for (const auto& [key, other] : medium.items())
        if (key != "air" && places_.contains(key_path("medium", key)))
            fault(Rule::bad_medium, key_path("medium", key), "does not go with 'air', which is one medium everywhere",
                  "keep one of them");
    scene_.medium.air = air;
    scene_.medium.sound_speed_m_s = sound_speed_of(air);
    scene_.medium.density_kg_m3 = density_of(air);
}

/// Absorption depends on the travel time of sound, which is known only if all pulses start at the same time.
void SceneResolver::check_air() {
    if (!scene_.medium.air) return;
    if (scene_.tti) fault(Rule::bad_medium, "medium.air", "does not go with 'tti'");
    double first_s = 0;
    for (std::size_t i = 0; i < scene_.sources.size(); ++i) {
        const SignalRequest& signal = scene_.sources[i].signal;
        const double peak_s = when_heard(signal).centre;
        if (!std::isfinite(peak_s)) continue;  // a signal with a fault
        if (i == 0) first_s = peak_s;
        const std::string key = source_key(scene_, i) + ".signal";
        if (signal.kind == SignalKind::sine || signal.kind == SignalKind::samples) {
            fault(Rule::bad_medium, key,
                  "is no pulse, and 'medium.air' absorbs sound by its time on the way, which only pulses tell",
                  "take kind ricker, gaussian, dgauss or impulse");
        } else if (peak_s != first_s) {
            fault(Rule::bad_medium, key,
                  "has its pulse at another time than the first source, and 'medium.air' absorbs sound by its time on "
                  "the way",
                  "give both the same delay");
        }
    }
}

void SceneResolver::resolve_layers(const json& value) {
    Medium::Layers layers{axis_number(value), numbers(value, "interfaces"), numbers(value, "sound_speeds"),
                          numbers(value, "densities")};
    if (layers.interfaces_m.empty() || layers.sound_speeds_m_s.empty()) return;
    const std::size_t count = layers.interfaces_m.size();
    const auto one_per_layer = [&](std::size_t given, const char* key, const char* one, const char* several) {
        if (given == count + 1) return true;
        fault(Rule::bad_medium, key_path("medium.layers", key),
              "has " + std::to_string(given) + ' ' + (given == 1 ? one : several) + " for " +
                  count_text(count, " interface") + " (" + std::to_string(count + 1) + ' ' + several +
                  " are needed, one per layer)");
        return false;
    };
    if (!one_per_layer(layers.sound_speeds_m_s.size(), "sound_speeds", "speed", "speeds")) return;
    if (!layers.densities_kg_m3.empty() &&
        !one_per_layer(layers.densities_kg_m3.size(), "densities", "density", "densities"))
        return;
    const auto& at = layers.interfaces_m;
    if (std::adjacent_find(at.begin(), at.end(), std::greater_equal<>()) != at.end()) {
        fault(Rule::bad_medium, "medium.layers.interfaces", "must ascend");
        return;
    }
    for (double& interface : layers.interfaces_m) interface = scene_.frame.inner(layers.axis, interface);
    if (layers.axis == 2 && scene_.frame.z_down()) {  // from below, as in solver coordinates
        std::ranges::reverse(layers.interfaces_m);
        std::ranges::reverse(layers.sound_speeds_m_s);
        std::ranges::reverse(layers.densities_kg_m3);
    }
    scene_.medium.layers = std::move(layers);
}

void SceneResolver::resolve_gradient(const json& value) {
    const std::vector<double> speeds = numbers(value, "sound_speeds");
    if (speeds.size() != 2 || !value.contains("from") || !value.contains("to")) return;
    Medium::Gradient gradient{axis_number(value), value["from"], value["to"], {speeds[0], speeds[1]}};
    if (const std::vector<double> densities = numbers(value, "densities"); densities.size() == 2)
        gradient.densities_kg_m3 = {densities[0], densities[1]};
    if (!(gradient.from_m < gradient.to_m)) {
        fault(Rule::bad_medium, "medium.gradient", "'from' must be smaller than 'to'");
        return;
    }
    gradient.from_m = scene_.frame.inner(gradient.axis, gradient.from_m);
    gradient.to_m = scene_.frame.inner(gradient.axis, gradient.to_m);
    if (gradient.axis == 2 && scene_.frame.z_down()) {  // from below, as in solver coordinates
        std::swap(gradient.from_m, gradient.to_m);
        std::ranges::reverse(gradient.sound_speeds_m_s);
        if (gradient.densities_kg_m3) std::ranges::reverse(*gradient.densities_kg_m3);
    }
    scene_.medium.gradient = gradient;
}

}  // namespace wavesim
