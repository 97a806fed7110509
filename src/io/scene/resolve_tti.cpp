// SPDX-License-Identifier: MIT
#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/scene/enum_value.hpp"
#include "io/scene/resolve.hpp"
#include "solvers/scene/model_grid.hpp"
#include "solvers/scene/words.hpp"
#include "stencils/problem/words.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

/// Parameters of an object; missing ones are those of `otherwise`.
Thomsen read_thomsen(const json& value, const Thomsen& otherwise, const Frame& frame) {
    return {value.value("epsilon", otherwise.epsilon), value.value("delta", otherwise.delta),
            value.contains("theta") ? frame.tilt(value["theta"]) : otherwise.theta_degrees,
            value.value("phi", otherwise.phi_degrees)};
}

/// Converts tilts from user coordinates to those of solvers.
void turn_tilts(Medium::Grid& grid) {
    auto turned = std::make_shared<ModelGrid>(*grid.values);
    for (float& degrees : turned->values) degrees = -degrees;
    grid.values = std::move(turned);
}

bool says_nothing(const Anisotropy& tti) {
    const Thomsen& t = tti.everywhere;
    const bool no_grid = std::ranges::none_of(tti.grids, [](const auto& grid) { return grid.has_value(); });
    return tti.layers.empty() && no_grid && t.epsilon == 0 && t.delta == 0 && t.theta_degrees == 0 &&
           t.phi_degrees == 0;
}

/// Replaces the example by its layers and their anisotropy.
void take_tilted_layers(Scene& scene, Anisotropy& tti) {
    scene.medium.example.reset();
    scene.medium.layers = Medium::Layers{2, {scene.size_m.z / 3, 2 * scene.size_m.z / 3}, {}};
    for (const TiltedLayer& layer : tilted_layers()) {
        scene.medium.layers->sound_speeds_m_s.push_back(layer.sound_speed_m_s);
        const double phi = scene.dims == 2 ? 0 : layer.phi_degrees;
        tti.layers.push_back({layer.epsilon, layer.delta, scene.frame.tilt(layer.theta_degrees), phi});
    }
}

}  // namespace

void SceneResolver::resolve_tti(const json& values, const InputFolders& folders) {
    if (!values.contains("tti")) return;
    const json& value = values["tti"];
    Anisotropy tti;
    tti.form = enum_value(value, "form", TtiForm::self_adjoint);
    tti.clamp = value.value("clamp", false);
    tti.absorber = enum_value(value, "absorber", Anisotropy::Absorber::automatic);
    tti.growth = enum_value(value, "growth", Anisotropy::Growth::refused);
    tti.around_source = enum_value(value, "around_source", Anisotropy::AroundSource::automatic);
    tti.everywhere = read_thomsen(value, {}, scene_.frame);
    const auto read = [&](const json& part, const std::string& path) {
        if (has_size_ && scene_.dims == 2 && part.value("phi", 0.0) != 0)
            fault(Rule::dimensions, key_path(path, "phi"), "a 2D scene has no azimuth");
        return read_thomsen(part, tti.everywhere, scene_.frame);
    };
    tti.everywhere = read(value, "tti");
    const json layers = value.value("layers", json::array());
    for (std::size_t k = 0; k < layers.size(); ++k)
        if (layers[k].is_object()) tti.layers.push_back(read(layers[k], item_path("tti.layers", k)));
    const std::size_t expected = scene_.medium.layers ? scene_.medium.layers->sound_speeds_m_s.size() : 0;
    if (!tti.layers.empty() && tti.layers.size() == layers.size() && layers.size() != expected) {
        fault(Rule::bad_medium, "tti.layers",
              "has " + std::to_string(layers.size()) + (layers.size() == 1 ? " entry" : " entries") +
                  ", medium.layers has " + std::to_string(expected) + " (one for each is needed)");
        tti.layers.clear();
    }
    if (scene_.frame.z_down() && scene_.medium.layers && scene_.medium.layers->axis == 2)
        std::ranges::reverse(tti.layers);
    const json model = value.value("model", json::object());
    for (std::size_t i = 0; i < tti.grids.size(); ++i) {
        const char* name = Anisotropy::grid_names[i];
        if (!model.contains(name)) continue;
        const std::string key = key_path("tti.model", name);
        if (has_size_ && scene_.dims == 2 && i == 3) {
            fault(Rule::dimensions, key, "a 2D scene has no azimuth");
            continue;
        }
        ModelFileRequest request;
        if (i < 2)
            request.bounds = {-0.4, 4, "such parameter (a number from -0.4 to 4 is needed)"};
        else
            request.bounds = {-360, 360, "such angle (-360 to 360 degrees are needed)"};
        tti.grids[i] = resolve_model_grid(model[name], key, folders, request);
        if (i == 2 && tti.grids[i] && scene_.frame.z_down()) turn_tilts(*tti.grids[i]);
    }
    if (scene_.medium.example == ExampleModel::layers_tti && says_nothing(tti)) take_tilted_layers(scene_, tti);
    const json boxes = value.value("boxes", json::array());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!boxes[i].is_object() || !boxes[i].contains("box")) continue;
        const std::string path = item_path("tti.boxes", i);
        const std::string key = key_path(path, "box");
        Anisotropy::Box box;
        if (!read_box(boxes[i]["box"], key, box.from, box.to) || !check_box(box.from, box.to, key)) continue;
        box.inside = read(boxes[i], path);
        tti.boxes.push_back(box);
    }
    scene_.tti = std::move(tti);
}

}  // namespace wavesim
