// SPDX-License-Identifier: MIT
#include "io/scene/resolve.hpp"

#include <nlohmann/json.hpp>

#include "io/scene/units.hpp"

namespace wavesim {

using nlohmann::json;

void SceneResolver::fault(Rule rule, const std::string& key, std::string message, std::string suggestion) {
    Place place;
    for (std::string near = key;;
         near.resize(near.find_last_of(".[") == std::string::npos ? 0 : near.find_last_of(".["))) {
        if (const auto found = places_.find(near); found != places_.end()) {
            place = found->second;
            break;
        }
        if (near.empty()) break;
    }
    faults_.push_back({rule, place, key, std::move(message), std::move(suggestion)});
}

bool SceneResolver::read_point(const json& object, const char* key, const std::string& path, Point& point) {
    return object.contains(key) && read_coordinates(object[key], key_path(path, key), point);
}

void SceneResolver::resolve_frame(const json& domain) {
    Point origin;
    if (domain.contains("origin")) read_coordinates(domain["origin"], "domain.origin", origin);
    scene_.frame = Frame(origin, domain.value("vertical", "up") == "down", scene_.size_m);
}

bool SceneResolver::read_position(const json& object, const char* key, const std::string& path, Point& point) {
    if (!read_point(object, key, path, point)) return false;
    point = scene_.frame.inner(point);
    return true;
}

bool SceneResolver::read_box(const json& box, const std::string& key, Point& from, Point& to) {
    const bool has_from = read_position(box, "from", key, from);
    const bool has_to = read_position(box, "to", key, to);
    if (scene_.frame.z_down()) std::swap(from.z, to.z);  // the top has the smaller user coordinate
    return has_from && has_to;
}

bool SceneResolver::read_coordinates(const json& list, const std::string& path, Point& point) {
    for (const json& coordinate : list) {
        if (!coordinate.is_number()) return false;
    }
    if (!has_size_) return false;
    if (static_cast<int>(list.size()) != scene_.dims) {
        fault(Rule::dimensions, path,
              "has " + std::to_string(list.size()) + " coordinates (domain.size makes this a " +
                  std::to_string(scene_.dims) + "D scene, which needs " +
                  (scene_.dims == 2 ? "[x, z])" : "[x, y, z])"));
        return false;
    }
    point = scene_.dims == 2 ? Point{list[0], 0, list[1]} : Point{list[0], list[1], list[2]};
    return true;
}

Scene SceneResolver::resolve(const json& values, const InputFolders& folders, const std::string& stem) {
    folders_ = &folders;
    scene_.name = values.value("name", stem);
    if (values.contains("domain") && values["domain"].contains("size")) {
        const json& size = values["domain"]["size"];
        has_size_ = std::all_of(size.begin(), size.end(), [](const json& value) { return value.is_number(); });
        if (has_size_) {
            scene_.dims = static_cast<int>(size.size());
            scene_.size_m = scene_.dims == 2 ? Point{size[0], 0, size[1]} : Point{size[0], size[1], size[2]};
            resolve_frame(values["domain"]);
        }
    }
    resolve_medium(values, folders);
    if (values.contains("time")) scene_.duration_s = values["time"].value("duration", 0.0);
    resolve_grid(values);
    take_domain_of_mesh(values, folders);
    check_grid_size();
    resolve_tti(values, folders);
    read_listed_materials(values, folders);
    resolve_boundaries(values);
    resolve_solids(values);
    resolve_geometry(values, folders);
    place_walls_by_frequency();
    resolve_sources(values, folders);
    resolve_receivers(values, folders);
    resolve_survey(values, folders);
    resolve_outputs(values);
    check_time_zero();
    check_air();
    check_directions(values);
    resolve_responses(values);
    resolve_metrics(values);
    resolve_run(values);
    return std::move(scene_);
}

}  // namespace wavesim
