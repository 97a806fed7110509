// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

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

SceneResolver::ReadMesh SceneResolver::read_mesh_file(const MeshFileEntry& entry, const InputFolders& folders) {
    const std::string& file = entry.file;
    const auto format = mesh_format_of(file);
    if (!format)
        throw InputFileError(Rule::mesh_file, "the format of " + shown(file) +
                                                  " cannot be told from its ending (read are .obj, .stl and .ply)"
                                                  "; save the model as one of them");
    const std::string bytes = read_mesh_bytes(locate_input(folders, file, Rule::mesh_file, mesh_bytes_max), file);
    ReadMesh one{entry, {file, parse_mesh(bytes, *format, file)}, hash_text(bytes)};
    TriangleMesh& mesh = one.triangles.mesh;
    for (Point& corner : mesh.corners) corner = placed(entry.placing, corner);
    if (std::ranges::none_of(mesh.triangles, [&](const auto& t) { return mesh.normal(t) != Point{}; }))
        throw InputFileError(Rule::mesh_file, "no triangle of " + shown(file) + " has an area");
    return one;
}

std::vector<SceneResolver::MeshFileEntry> SceneResolver::mesh_files(const json& value) {
    std::vector<MeshFileEntry> entries;
    const auto add = [&](const json& keys, const std::string& key) {
        if (!keys.contains("file")) return false;
        const auto word = [&](const char* name) { return keys.value(name, value.value(name, "")); };
        MeshPlacing placing{metres_of_mesh_unit(word("unit")).value_or(1), word("up") == "y"};
        const bool own = keys.contains("origin");
        if ((own || value.contains("origin")) &&
            !read_coordinates(own ? keys["origin"] : value["origin"], (own ? key : "geometry") + ".origin",
                              placing.origin_m))
            return false;
        entries.push_back({keys["file"], key, placing});
        return true;
    };
    if (!add(value, "geometry")) return {};
    const json more = value.value("more", json::array());
    for (std::size_t i = 0; i < more.size(); ++i)
        if (!add(more[i], fmt::format("geometry.more[{}]", i))) return {};
    return entries;
}

bool SceneResolver::read_meshes(const json& value, const InputFolders& folders) {
    for (const MeshFileEntry& entry : mesh_files(value)) {
        try {
            meshes_.push_back(read_mesh_file(entry, folders));
        } catch (const InputFileError& error) {
            fault(error.rule, entry.key + ".file", error.what());
            meshes_.clear();
            return false;
        }
    }
    return !meshes_.empty();
}

/// Converts what was read to the coordinates of solvers.
void SceneResolver::place_mesh(MeshWalls& walls) {
    std::vector<FileMesh> meshes;
    std::vector<std::string> names, contents;
    for (ReadMesh& read : meshes_) {
        for (Point& corner : read.triangles.mesh.corners) corner = scene_.frame.inner(corner);
        check_mesh_place(read.triangles, read.entry.key, walls.air);
        names.push_back(read.entry.file);
        contents.push_back(std::move(read.content));
        meshes.push_back(std::move(read.triangles));
    }
    meshes_.clear();
    walls.file = names_of(names);
    walls.content = contents.size() == 1 ? contents.front() : hash_text(fmt::format("{}", fmt::join(contents, " ")));
    walls.mesh = std::make_shared<const TriangleMesh>(cleaned(united(std::move(meshes))));
}

void SceneResolver::resolve_geometry(const json& values, const InputFolders& folders) {
    if (!values.contains("geometry")) return;
    const json& value = values["geometry"];
    if (!has_size_) return;
    if (scene_.dims == 2) return fault(Rule::dimensions, "geometry", "a 2D scene has no place for triangles");
    if (scene_.boundaries.walls == WallForm::whole)
        fault(Rule::walls_whole, "boundaries.walls", "'whole' is for rooms without solids", "write auto or half");
    MeshWalls walls;
    walls.air = enum_value(value, "air", MeshWalls::Air::enclosed);
    walls.form = enum_value(value, "walls", MeshWalls::Form::automatic);
    if (meshes_.empty() && !read_meshes(value, folders)) return;
    place_mesh(walls);
    if (walls.air == MeshWalls::Air::enclosed) check_mesh_size(walls);
    if (value.contains("content") && value["content"] != walls.content)
        return fault(Rule::file_changed, "geometry.content",
                     value.contains("more")
                         ? fmt::format("the files {} have changed (their hash is {})", shown(walls.file), walls.content)
                         : fmt::format("the file {} has changed (its hash is {})", shown(walls.file), walls.content));
    if (walls.air == MeshWalls::Air::enclosed && !scene_.boundaries.all_walls())
        fault(Rule::mesh_outside, "geometry.air", "around a mesh that encloses the air all sides are walls",
              "write air: open, or leave absorbing and free_surface out");
    if (resolve_mesh_surfaces(values, walls)) scene_.geometry = std::move(walls);
}

/// An enclosing mesh must lie within the domain, any other mesh must intersect it.
void SceneResolver::check_mesh_place(const FileMesh& one, const std::string& key, MeshWalls::Air air) {
    const auto box = corners_of_box(one.mesh);
    const Point size{box[1].x - box[0].x, box[1].y - box[0].y, box[1].z - box[0].z};
    for (int axis = 0; axis < 3; ++axis) {
        const double end = scene_.size_m.along(axis);
        const double slack = 1e-6 * end;
        const bool outside = air == MeshWalls::Air::enclosed
                                 ? box[0].along(axis) < -slack || box[1].along(axis) > end + slack
                                 : box[1].along(axis) <= 0 || box[0].along(axis) >= end;
        if (!outside) continue;
        std::array<double, 2> reach{scene_.frame.users(axis, box[0].along(axis)),
                                    scene_.frame.users(axis, box[1].along(axis))};
        std::ranges::sort(reach);
        const double least = scene_.frame.origin_m().along(axis);
        std::string advice = "change domain.size or " + key + ".origin";
        if (size.along(axis) > 100 * end) advice = "write unit: mm, if its numbers are millimetres";
        return fault(
            Rule::mesh_outside, key,
            fmt::format("the mesh of {} lies outside the domain ({} runs from {:.6g} to {:.6g} m, the mesh, "
                        "{} large, from {:.6g} to {:.6g} m)",
                        shown(one.file), "xyz"[axis], least, least + end, size_words(size), reach[0], reach[1]),
            advice);
    }
}

void SceneResolver::check_mesh_size(const MeshWalls& walls) {
    const std::optional<double> cell_m = asked_spacing_m();
    const auto box = corners_of_box(*walls.mesh);
    const Point size{box[1].x - box[0].x, box[1].y - box[0].y, box[1].z - box[0].z};
    for (int axis = 0; axis < 3; ++axis)
        if (cell_m && size.along(axis) < *cell_m)
            return fault(Rule::thin_domain, "geometry",
                         fmt::format("the mesh of {}, {} large, is smaller than a cell of {:.4g} m along {}",
                                     shown(walls.file), size_words(size), *cell_m, "xyz"[axis]),
                         "take smaller cells, or another geometry.unit");
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
