// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/input_file.hpp"
#include "io/model/model_file.hpp"
#include "io/scene/equations_file.hpp"
#include "io/scene/equations_words.hpp"
#include "io/scene/marks.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/text.hpp"
#include "io/text_file.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

constexpr const char* program_place = "medium.program";
constexpr double largest = 1e30;  // largest absolute value of a parameter

std::vector<std::string> names_of(const std::vector<equations::Parameter>& parameters) {
    std::vector<std::string> names;
    for (const equations::Parameter& parameter : parameters)
        if (parameter.from == equations::ParameterSource::value) names.push_back(parameter.name);
    return names;
}

std::string place_text(const Mark& mark) {
    return "line " + std::to_string(mark.line) + ", column " + std::to_string(mark.column);
}

}  // namespace

void SceneResolver::resolve_physics(const json& medium, const InputFolders& folders) {
    if (!medium.contains("program")) return;
    const json& value = medium["program"];
    Medium::Physics physics;
    std::string name = "the program";
    try {
        if (value.is_string()) {
            name = value.get<std::string>();
            physics.text = read_text_file(locate_input(folders, name, Rule::program_file, scene_bytes_max), "program",
                                          scene_bytes_max);
        } else if (value.is_object() && value.contains("text")) {
            physics.text = value["text"].get<std::string>();
        } else {
            return;
        }
        physics.program = std::make_shared<equations::Program>(parse_equations(physics.text, name));
    } catch (const InputFileError& error) {
        return fault(error.rule, program_place, error.what());
    } catch (const EnvironmentError& error) {
        return fault(Rule::program_file, program_place, error.what());
    } catch (const SceneFileError& error) {
        for (const MarkedFault& found : error.faults())
            fault(Rule::program_file, program_place,
                  "in " + name + ", " + place_text(found.mark) + ": " +
                      (found.fault.key.empty() ? "" : found.fault.key + ": ") + found.fault.message,
                  found.fault.suggestion);
        return;
    }
    resolve_parameters(medium, folders, physics);
    resolve_heard(medium, physics);
    scene_.medium.physics = std::move(physics);
}

void SceneResolver::resolve_heard(const json& medium, Medium::Physics& physics) {
    const auto& fields = physics.program->declared.fields;
    const auto heard = std::ranges::find_if(fields, &equations::Field::receiver);
    if (heard != fields.end()) physics.heard = static_cast<int>(heard - fields.begin());
    if (!medium.contains("field")) return;
    const auto asked = medium["field"].get<std::string>();
    std::vector<std::string> names;
    for (const equations::Field& field : fields)
        if (field.receiver) names.push_back(field.name);
    if (std::ranges::find(names, asked) == names.end())
        return fault(Rule::bad_medium, "medium.field",
                     "names " + shown(asked) + ", and receivers of the program show " + enumerate_words(names),
                     did_you_mean(asked, names));
    physics.heard = static_cast<int>(std::ranges::find(fields, asked, &equations::Field::name) - fields.begin());
}

void SceneResolver::resolve_parameters(const json& medium, const InputFolders& folders, Medium::Physics& physics) {
    const json given = medium.value("parameters", json::object());
    const std::vector<equations::Parameter>& declared = physics.program->declared.parameters;
    for (const equations::Parameter& parameter : declared) {
        Medium::Parameter& made = physics.parameters.emplace_back();
        made.name = parameter.name;
        made.everywhere = parameter.value;
        if (!given.contains(parameter.name)) continue;
        const std::string path = key_path("medium.parameters", parameter.name);
        if (parameter.from != equations::ParameterSource::value) {
            const bool speed = parameter.from == equations::ParameterSource::speed;
            fault(Rule::bad_medium, path, std::string("is the ") + (speed ? "speed" : "density") + " of the medium",
                  std::string("give medium.") + (speed ? "sound_speed" : "density") + " or what takes its place");
            continue;
        }
        resolve_parameter(given[parameter.name], path, folders, made);
    }
    const std::vector<std::string> names = names_of(declared);
    for (const auto& [name, value] : given.items())
        if (std::ranges::find(declared, name, &equations::Parameter::name) == declared.end())
            fault(Rule::bad_medium, key_path("medium.parameters", name), "is no parameter of the program",
                  did_you_mean(name, names));
}

void SceneResolver::resolve_parameter(const json& value, const std::string& path, const InputFolders& folders,
                                      Medium::Parameter& made) {
    if (value.is_number()) {
        made.everywhere = value;
        return;
    }
    if (!value.is_object()) return;
    made.everywhere = value.value("value", made.everywhere);
    const json layers = value.value("layers", json::array());
    for (const json& one : layers)
        if (one.is_number()) made.layers.push_back(one);
    const std::size_t expected = scene_.medium.layers ? scene_.medium.layers->sound_speeds_m_s.size() : 0;
    if (!layers.empty() && layers.size() != expected)
        fault(Rule::bad_medium, key_path(path, "layers"),
              "has " + std::to_string(layers.size()) + (layers.size() == 1 ? " value" : " values") +
                  ", medium.layers has " + std::to_string(expected) + " (one for each is needed)");
    if (scene_.frame.z_down() && scene_.medium.layers && scene_.medium.layers->axis == 2)
        std::ranges::reverse(made.layers);
    if (value.contains("model")) {
        if (!layers.empty())
            fault(Rule::bad_medium, key_path(path, "model"), "gives the value everywhere, as 'layers' does",
                  "keep one of them");
        ModelFileRequest request;
        request.bounds = {-largest, largest, "value of a parameter"};
        made.grid = resolve_model_grid(value["model"], key_path(path, "model"), folders, request);
    }
    const json boxes = value.value("boxes", json::array());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!boxes[i].is_object() || !boxes[i].contains("box") || !boxes[i].contains("value")) continue;
        const std::string box_key = key_path(item_path(key_path(path, "boxes"), i), "box");
        Medium::Parameter::Inside box;
        if (!read_box(boxes[i]["box"], box_key, box.from, box.to) || !check_box(box.from, box.to, box_key)) continue;
        box.value = boxes[i]["value"];
        made.boxes.push_back(box);
    }
}

}  // namespace wavesim
