// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/mesh/mesh_file.hpp"
#include "io/scene/canonical.hpp"
#include "io/scene/enum_value.hpp"
#include "io/scene/mesh_units.hpp"
#include "io/scene/resolve.hpp"
#include "solvers/scene/mesh_cleaning.hpp"
#include "solvers/scene/words.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

constexpr std::uintmax_t mesh_bytes_max = std::uintmax_t{4} << 30U;

std::string size_words(const Point& size) {
    return fmt::format("{:.4g} m x {:.4g} m x {:.4g} m", size.x, size.y, size.z);
}

}  // namespace

void SceneResolver::resolve_geometry(const json& values, const InputFolders& folders) {
    if (!values.contains("geometry")) return;
    const json& value = values["geometry"];
    if (!has_size_) return;
    if (scene_.dims == 2) return fault(Rule::dimensions, "geometry", "a 2D scene has no place for triangles");
    if (scene_.boundaries.walls == WallForm::whole)
        fault(Rule::walls_whole, "boundaries.walls", "'whole' is for rooms without solids", "write auto or half");
    if (!value.contains("file") || !value.contains("unit")) return;
    const std::string file = value["file"];
    const auto format = mesh_format_of(file);
    if (!format)
        return fault(Rule::mesh_file, "geometry.file",
                     "the format of " + shown(file) + " cannot be told from its ending (read are .obj, .stl and .ply)",
                     "save the model as one of them");
    MeshPlacing placing{metres_of_mesh_unit(value["unit"].get_ref<const std::string&>()).value_or(1),
                        value.value("up", "z") == "y"};
    if (value.contains("origin") && !read_coordinates(value["origin"], "geometry.origin", placing.origin_m)) return;
    MeshWalls walls;
    walls.file = file;
    walls.air = enum_value(value, "air", MeshWalls::Air::enclosed);
    walls.form = enum_value(value, "walls", MeshWalls::Form::automatic);
    try {
        const std::string bytes = read_mesh_bytes(locate_input(folders, file, Rule::mesh_file, mesh_bytes_max), file);
        walls.content = hash_text(bytes);
        TriangleMesh mesh = parse_mesh(bytes, *format, file);
        for (Point& corner : mesh.corners) corner = scene_.frame.inner(placed(placing, corner));
        mesh = cleaned(std::move(mesh));
        if (mesh.triangles.empty())
            return fault(Rule::mesh_file, "geometry.file", "no triangle of " + shown(file) + " has an area");
        walls.mesh = std::make_shared<const TriangleMesh>(std::move(mesh));
    } catch (const InputFileError& error) {
        return fault(error.rule, "geometry.file", error.what());
    }
    if (value.contains("content") && value["content"] != walls.content)
        return fault(Rule::file_changed, "geometry.content",
                     "the file " + shown(file) + " has changed (its hash is " + walls.content + ')');
    if (walls.air == MeshWalls::Air::enclosed && !scene_.boundaries.all_walls())
        fault(Rule::mesh_outside, "geometry.air", "around a mesh that encloses the air all sides are walls",
              "write air: open, or leave absorbing and free_surface out");
    check_mesh_place(walls);
    if (resolve_mesh_surfaces(values, walls)) scene_.geometry = std::move(walls);
}

/// An enclosing mesh must lie within the domain, any other mesh must intersect it.
void SceneResolver::check_mesh_place(const MeshWalls& walls) {
    const auto box = corners_of_box(*walls.mesh);
    const Point size{box[1].x - box[0].x, box[1].y - box[0].y, box[1].z - box[0].z};
    for (int axis = 0; axis < 3; ++axis) {
        const double end = scene_.size_m.along(axis);
        const double slack = 1e-6 * end;
        const bool outside = walls.air == MeshWalls::Air::enclosed
                                 ? box[0].along(axis) < -slack || box[1].along(axis) > end + slack
                                 : box[1].along(axis) <= 0 || box[0].along(axis) >= end;
        if (!outside) continue;
        std::array<double, 2> reach{scene_.frame.users(axis, box[0].along(axis)),
                                    scene_.frame.users(axis, box[1].along(axis))};
        std::ranges::sort(reach);
        const double least = scene_.frame.origin_m().along(axis);
        std::string advice = "change domain.size or geometry.origin";
        if (size.along(axis) > 100 * end) advice = "write unit: mm, if its numbers are millimetres";
        return fault(
            Rule::mesh_outside, "geometry",
            fmt::format("the mesh of {} lies outside the domain ({} runs from {:.6g} to {:.6g} m, the mesh, "
                        "{} large, from {:.6g} to {:.6g} m)",
                        shown(walls.file), "xyz"[axis], least, least + end, size_words(size), reach[0], reach[1]),
            advice);
    }
}

bool SceneResolver::resolve_mesh_surfaces(const json& values, MeshWalls& walls) {
    const json given = values["geometry"].value("materials", json::object());
    const json materials = values.value("materials", json::object());
    const std::vector<std::string>& names = walls.mesh->materials;
    const std::size_t before = faults_.size();
    for (const auto& [name, surface] : given.items()) {
        const std::string key = key_path("geometry.materials", name);
        if (name != "*" && std::ranges::find(names, name) == names.end())
            fault(Rule::mesh_material, key,
                  shown(walls.file) + " has no material " + shown(name) + " (it has " +
                      enumerate_words(names, " and ") + ')',
                  did_you_mean(name, names));
        resolve_surface(surface, key, materials);
    }
    for (const std::string& name : names) {
        if (given.contains(name))
            walls.surfaces.push_back(resolve_surface(given[name], "", materials));
        else if (materials.contains(name) || find_material(listed_materials_, name) != nullptr)
            walls.surfaces.push_back(resolve_surface(json(name), "", materials));
        else if (given.contains("*"))
            walls.surfaces.push_back(resolve_surface(given["*"], "", materials));
        else
            fault(Rule::mesh_material, "geometry.materials",
                  "the material " + shown(name) + " of " + shown(walls.file) + " has no surface",
                  "write one for it, or '*': for all others");
    }
    return faults_.size() == before;
}

}  // namespace wavesim
