// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "io/scene/enum_value.hpp"
#include "io/scene/resolve.hpp"
#include "solvers/scene/words.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

/// Cells between the mesh and each side; more than the one that an enclosing mesh needs.
constexpr double cells_around = 2;

/// Keys of a medium that tell values by place, and so need a domain.
constexpr std::array<const char*, 6> by_place{"layers", "gradient", "model", "boxes", "lenses", "program"};

}  // namespace

void SceneResolver::take_domain_of_mesh(const json& values, const InputFolders& folders) {
    if (places_.contains("domain") || !values.contains("geometry")) return;
    const json& geometry = values["geometry"];
    const auto refuse = [&](const std::string& why) {
        fault(Rule::missing_key, "domain", "the key is missing: " + why, "write domain: {size: [x, y, z]}");
    };
    if (enum_value(geometry, "air", MeshWalls::Air::enclosed) == MeshWalls::Air::open)
        return refuse("it may be left out only around a mesh that encloses the air");
    for (const char* key : by_place)
        if (places_.contains(key_path("medium", key)))
            return refuse("it may be left out only where the medium is the same everywhere");
    const std::optional<double> cell_m = asked_spacing_m();
    if (!cell_m) return;
    scene_.dims = 3;
    has_size_ = true;  // origins of files have three coordinates
    has_size_ = read_meshes(geometry, folders);
    if (!has_size_) return;
    std::array<Point, 2> box = corners_of_box(meshes_.front().triangles.mesh);
    for (const ReadMesh& one : meshes_) {
        const auto own = corners_of_box(one.triangles.mesh);
        box[0] = {std::min(box[0].x, own[0].x), std::min(box[0].y, own[0].y), std::min(box[0].z, own[0].z)};
        box[1] = {std::max(box[1].x, own[1].x), std::max(box[1].y, own[1].y), std::max(box[1].z, own[1].z)};
    }
    const auto length = [&](double low, double high) {
        return (std::ceil((high - low) / *cell_m * (1 - 1e-12)) + 2 * cells_around) * *cell_m;
    };
    const double around = cells_around * *cell_m;
    scene_.size_m = {length(box[0].x, box[1].x), length(box[0].y, box[1].y), length(box[0].z, box[1].z)};
    scene_.frame = Frame({box[0].x - around, box[0].y - around, box[0].z - around}, false, scene_.size_m);
}

}  // namespace wavesim
