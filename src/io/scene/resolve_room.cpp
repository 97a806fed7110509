// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "boundary/words.hpp"
#include "io/scene/enum_value.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/side_names.hpp"
#include "io/scene/surface_words.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

bool is_word(const json& value, std::string_view word) {
    return value.is_string() && value.get_ref<const std::string&>() == word;
}
bool is_side_word(const json& value) { return is_word(value, absorbing_word) || is_word(value, free_surface_word); }
bool is_layer(const json& value) {
    return is_word(value, absorbing_word) || (value.is_object() && value.contains("absorbing"));
}
/// Whether a value of `boundaries` defines sides that are not walls.
bool is_open(const json& value) { return is_side_word(value) || is_layer(value); }
constexpr std::int64_t default_layer_cells = 20;

constexpr std::size_t solids_max = 10'000;

std::string number_text(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof(buffer), "%.6g", value);
    return buffer;
}

std::string coordinates(const Point& point, int dims) {
    return '[' + number_text(point.x) + ", " + (dims == 3 ? number_text(point.y) + ", " : "") + number_text(point.z) +
           ']';
}

bool strictly_inside(const SolidBox& box, const Point& point, int dims) {
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == 1 && dims == 2) continue;
        if (!(point.along(axis) > box.from.along(axis) && point.along(axis) < box.to.along(axis))) return false;
    }
    return true;
}

}  // namespace

bool SceneResolver::check_inside(const Point& point, const std::string& key, const std::string& what) {
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == 1 && scene_.dims == 2) continue;
        if (point.along(axis) >= 0 && point.along(axis) <= scene_.size_m.along(axis)) continue;
        const double least = scene_.frame.origin_m().along(axis);
        fault(Rule::outside, key,
              what + " at " + coordinates(scene_.frame.users(point), scene_.dims) + " lies outside the domain (" +
                  "xyz"[axis] + " runs from " + number_text(least) + " to " +
                  number_text(least + scene_.size_m.along(axis)) + " m)");
        return false;
    }
    for (const SolidBox& box : scene_.solids) {
        if (!strictly_inside(box, point, scene_.dims)) continue;
        fault(Rule::inside_solid, key,
              what + " at " + coordinates(scene_.frame.users(point), scene_.dims) + " lies inside the solid '" +
                  box.name + "'");
        return false;
    }
    return true;
}

bool SceneResolver::check_box(const Point& from, const Point& to, const std::string& key) {
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == 1 && scene_.dims == 2) continue;
        if (!(from.along(axis) < to.along(axis))) {
            fault(Rule::box_order, key,
                  std::string("'from' must be smaller than 'to' along every axis (not along ") + "xyz"[axis] + ')');
            return false;
        }
        if (!(to.along(axis) > 0 && from.along(axis) < scene_.size_m.along(axis))) {
            fault(Rule::box_outside, key, std::string("the box lies outside the domain (along ") + "xyz"[axis] + ')');
            return false;
        }
    }
    return true;
}

void SceneResolver::resolve_boundaries(const json& values) {
    const json boundaries = values.value("boundaries", json::object());
    const json materials = values.value("materials", json::object());
    scene_.boundaries.walls = enum_value(boundaries, "walls", WallForm::automatic);
    for (const auto& [name, material] : materials.items()) {
        resolve_material(material, key_path("materials", name), materials);
    }
    std::vector<std::size_t> all;
    for (const Side side : all_sides)
        if (scene_.dims == 3 || axis_of(side) != 1) all.push_back(static_cast<std::size_t>(side));
    for (SurfaceLaw& law : scene_.boundaries.side) law.name = "default";
    if (boundaries.contains("default"))
        resolve_side(boundaries["default"], "boundaries.default", "default", all, materials);
    std::array<std::string, 6> named;
    std::vector<std::pair<std::string, Side>> names;
    names.reserve(2 * all_sides.size());
    for (const Side side : all_sides) names.emplace_back(word_of(side), scene_.frame.inner(side));
    for (const Side side : all_sides) names.emplace_back(other_side_names[static_cast<std::size_t>(side)], side);
    for (const auto& [name, side] : names) {
        if (!boundaries.contains(name)) continue;
        const std::string key = key_path("boundaries", name);
        const auto index = static_cast<std::size_t>(side);
        if (scene_.dims == 2 && has_size_ && axis_of(side) == 1) {
            fault(Rule::no_such_side, key, "a 2D scene has no such side (its axes are x and z)");
            continue;
        }
        if (!named[index].empty()) {
            fault(Rule::same_side, key, std::string("is the same side as '") + named[index] + "'");
            continue;
        }
        named[index] = name;
        resolve_side(boundaries[name], key, name, {index}, materials);
    }
}

void SceneResolver::resolve_side(const json& value, const std::string& key, const std::string& name,
                                 const std::vector<std::size_t>& sides, const json& materials) {
    SideKind kind = SideKind::wall;
    LayerProfile layer;
    SurfaceLaw law;
    if (is_word(value, free_surface_word)) {
        kind = SideKind::free_surface;
    } else if (is_layer(value)) {
        kind = SideKind::absorbing;
        layer.cells = default_layer_cells;
        if (value.is_object()) {
            layer.cells = value["absorbing"].value("cells", default_layer_cells);
            layer.reflection = value["absorbing"].value("reflection", 0.0);
        }
    } else {
        law = resolve_surface(value, key, materials);
    }
    if (law.name.empty()) law.name = name;
    for (const std::size_t side : sides) {
        scene_.boundaries.kind[side] = kind;
        scene_.boundaries.layer[side] = layer;
        scene_.boundaries.side[side] = law;
    }
    if (kind != SideKind::wall && scene_.boundaries.walls == WallForm::whole)
        fault(Rule::walls_whole, key, "needs walls half a cell beyond the nodes, not on them",
              "write walls: auto or half");
    if (kind != SideKind::wall && scene_.boundaries.walls == WallForm::vertex)
        fault(Rule::walls_vertex, key, "is no wall, and walls at the vertices ('vertex') need walls on all sides",
              "write walls: auto or half");
}

bool SceneResolver::read_sheet(const json& sheet, const std::string& key, const json& materials, SolidBox& solid) {
    if (!sheet.is_object() || !read_box(sheet, key, solid.from, solid.to)) return false;
    int flat_axes = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == 1 && scene_.dims == 2) continue;
        const double from = solid.from.along(axis), to = solid.to.along(axis), size = scene_.size_m.along(axis);
        const std::string letter(1, "xyz"[axis]);
        if (from == to) {
            ++flat_axes;
            solid.across = axis;
        } else if (!(from < to)) {
            fault(Rule::box_order, key, "'from' must not be larger than 'to' (it is along " + letter + ')');
            return false;
        }
        if (!(to > 0 && from < size) && (from != to || from < 0 || to > size)) {
            fault(Rule::box_outside, key, "the sheet lies outside the domain (along " + letter + ')');
            return false;
        }
    }
    if (flat_axes != 1) {
        fault(Rule::box_order, key,
              "'from' and 'to' of a sheet are equal along one axis (here along " +
                  (flat_axes == 0 ? std::string("none") : std::to_string(flat_axes)) + ')',
              flat_axes == 0 ? "write box instead of sheet" : "");
        return false;
    }
    const double at = solid.from.along(solid.across);
    if (at == 0 || at == scene_.size_m.along(solid.across)) {
        fault(Rule::box_outside, key, "the sheet lies in a side of the domain, which has a surface of its own",
              "name the surface of that side in boundaries");
        return false;
    }
    const bool turned = solid.across == 2 && scene_.frame.z_down();
    const auto own = [&](const char* word) {
        return sheet.contains(word) ? resolve_surface(sheet[word], key_path(key, word), materials) : solid.surface;
    };
    const SurfaceLaw low = own(turned ? "high" : "low"), high = own(turned ? "low" : "high");
    solid.surface = low;
    if (high != low) solid.upper = high;
    return true;
}

void SceneResolver::resolve_solids(const json& values) {
    const json solids = values.value("solids", json::array());
    const json materials = values.value("materials", json::object());
    if (solids.size() > solids_max) {
        fault(Rule::too_many_solids, "solids",
              "has " + std::to_string(solids.size()) + " solids (at most " + std::to_string(solids_max) + ')');
        return;
    }
    const auto is_sheet = [](const json& value) { return value.is_object() && value.contains("sheet"); };
    if (values.contains("geometry") && std::ranges::any_of(solids, is_sheet))
        fault(Rule::box_outside, "solids", "a sheet cannot stand beside the mesh of 'geometry'",
              "add its rectangle to the mesh, or write a box");
    if (!solids.empty() && scene_.boundaries.walls == WallForm::whole) {
        fault(Rule::walls_whole, "boundaries.walls", "'whole' is for rooms without solids", "write auto or half");
    }
    std::set<std::string> names;
    for (std::size_t i = 0; i < solids.size(); ++i) {
        const json& value = solids[i];
        const std::string key = item_path("solids", i);
        if (!value.is_object()) continue;
        SolidBox solid;
        solid.name = value.value("name", "solid " + std::to_string(i + 1));
        if (!names.insert(solid.name).second) {
            fault(Rule::same_name, key_path(key, "name"), "a solid before has the name " + shown(solid.name) + ", too");
        }
        if (value.contains("surface")) {
            solid.surface = resolve_surface(value["surface"], key_path(key, "surface"), materials);
        } else if (values.contains("boundaries") && values["boundaries"].contains("default") &&
                   !is_open(values["boundaries"]["default"])) {
            solid.surface = resolve_surface(values["boundaries"]["default"], "", materials);
        } else {
            solid.surface = SurfaceLaw{};
        }
        if (value.contains("sheet")) {
            if (read_sheet(value["sheet"], key_path(key, "sheet"), materials, solid)) scene_.solids.push_back(solid);
            continue;
        }
        if (!value.contains("box")) continue;
        const std::string box_key = key_path(key, "box");
        if (!read_box(value["box"], box_key, solid.from, solid.to)) continue;
        if (check_box(solid.from, solid.to, box_key)) scene_.solids.push_back(solid);
    }
}

}  // namespace wavesim
