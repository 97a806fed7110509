// SPDX-License-Identifier: MIT
#include "solvers/space/solid_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/space/mesh_room.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

void add_name(std::string& label, const std::string& name) {
    if (label.size() < 60)
        label += ", " + name;
    else if (!label.ends_with("..."))
        label += ", ...";
}

/// Adds one surface per material, since areas are reported by material. If there are too many surfaces, materials with
/// equal absorption share one.
void add_materials(const MeshWalls& walls, SurfaceTable& table) {
    const bool too_many = table.laws.size() + walls.surfaces.size() > most_surfaces;
    std::vector<SurfaceLaw> nameless = walls.surfaces;
    for (SurfaceLaw& law : nameless) law.name.clear();
    for (std::size_t m = 0; m < nameless.size(); ++m) {
        const std::string& name = walls.mesh->materials[m];
        const auto own = nameless.begin() + static_cast<std::ptrdiff_t>(m);
        const auto same = too_many ? std::find(nameless.begin(), own, nameless[m]) : own;
        if (same != own) {
            table.of_mesh.push_back(table.of_mesh[static_cast<std::size_t>(same - nameless.begin())]);
            add_name(table.labels[table.of_mesh.back()], name);
            continue;
        }
        SurfaceLaw law = nameless[m];
        law.name = name;
        table.of_mesh.push_back(table.laws.size());
        table.laws.push_back(law);
        table.labels.push_back(name);
    }
}

}  // namespace

SurfaceTable make_surfaces(const Scene& scene) {
    SurfaceTable table;
    for (std::size_t s = 0; s < 6; ++s) {
        const SurfaceLaw& law = scene.boundaries.side[s];
        table.laws.push_back(law);
        const std::string side(word_of(scene.frame.users(all_sides[s])));
        table.labels.push_back(law.name.empty() ? side : side + " (" + law.name + ")");
    }
    const auto add = [&table](const SurfaceLaw& law, const std::string& solid) {
        const auto same = std::find(table.laws.begin() + 6, table.laws.end(), law);
        const auto index = static_cast<std::size_t>(same - table.laws.begin());
        if (same == table.laws.end()) {
            table.laws.push_back(law);
            table.labels.push_back(law.name.empty() ? solid : law.name);
        } else if (law.name.empty()) {
            add_name(table.labels[index], solid);
        }
        return index;
    };
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const SolidBox& box = scene.solids[i];
        const std::string solid = box.name.empty() ? "solids[" + std::to_string(i) + "]" : box.name;
        table.of_solid.push_back(add(box.surface, solid));
        table.of_upper.push_back(box.upper ? add(*box.upper, solid + " (upper face)") : table.of_solid.back());
    }
    if (scene.geometry) add_materials(*scene.geometry, table);
    return table;
}

namespace {

/// The nodes [first, last) of an axis whose centres lie in [from, to), at least one; rounding noise must not move a
/// face that lies on a centre. Returns false if the interval lies outside the grid.
bool nodes_along(double spacing_m, double from, double to, std::int64_t n, std::int64_t& first, std::int64_t& last,
                 bool& thickened) {
    const auto node_after = [&](double at) {
        return static_cast<std::int64_t>(std::ceil(at / spacing_m - 0.5 - 1e-9));
    };
    const double end = static_cast<double>(n) * spacing_m;
    if (!(to > 0 && from < end && from < to)) return false;
    first = std::max<std::int64_t>(0, node_after(std::max(from, 0.0)));
    last = std::min(n, node_after(std::min(to, end)));
    if (first >= last) {
        thickened = true;
        first = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor((from + to) / 2 / spacing_m)), 0, n - 1);
        last = first + 1;
    }
    return true;
}

std::int64_t& component(Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }

}  // namespace

std::optional<NodeSheet> sheet_faces(const GridChoice& grid, int dims, const SolidBox& sheet) {
    if (!sheet.is_sheet()) return std::nullopt;
    NodeSheet result;
    result.axis = sheet.across;
    for (int axis = 0; axis < 3; ++axis) {
        std::int64_t &first = component(result.before.from, axis), &last = component(result.before.to, axis);
        bool widened = false;
        if (axis == 1 && dims == 2) {
            last = 1;
        } else if (axis == sheet.across) {
            last = std::llround(sheet.from.along(axis) / grid.spacing_m);
            first = last - 1;
            if (last < 1 || last >= grid.extent.along(axis)) return std::nullopt;
        } else if (!nodes_along(grid.spacing_m, sheet.from.along(axis), sheet.to.along(axis), grid.extent.along(axis),
                                first, last, widened)) {
            return std::nullopt;
        }
    }
    return result;
}

NodeBox plane_of(const NodeSheet& sheet) {
    NodeBox plane = sheet.before;
    component(plane.from, sheet.axis) = component(plane.to, sheet.axis);
    return plane;
}

std::vector<NodeSheet> sheets_on_grid(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces) {
    std::vector<NodeSheet> sheets;
    for (std::size_t i = 0; i < scene.solids.size(); ++i)
        if (auto faces = sheet_faces(grid, scene.dims, scene.solids[i])) {
            faces->surface = {static_cast<std::uint8_t>(surfaces.of_solid[i]),
                              static_cast<std::uint8_t>(surfaces.of_upper[i])};
            sheets.push_back(*faces);
        }
    return sheets;
}

std::int64_t mask_bytes(const Scene& scene, const GridChoice& grid) {
    if (!scene.any_sheet()) return grid.mesh || !solid_nodes(scene, grid).empty() ? grid.extent.nodes() : 0;
    std::int64_t faces = 0;
    for (const SolidBox& solid : scene.solids)
        if (const auto sheet = sheet_faces(grid, scene.dims, solid)) faces += sheet->before.extent().nodes();
    return 2 * grid.extent.nodes() + faces * static_cast<std::int64_t>(sizeof(VoxelRoom::SheetFace));
}

std::optional<BoxNodes> box_nodes(const GridChoice& grid, int dims, const SolidBox& box) {
    if (box.is_sheet()) return std::nullopt;
    BoxNodes result;
    const auto along = [&](double from, double to, std::int64_t n, std::int64_t& first, std::int64_t& last) {
        return nodes_along(grid.spacing_m, from, to, n, first, last, result.thickened);
    };
    NodeBox& nodes = result.nodes;
    if (!along(box.from.x, box.to.x, grid.extent.nx, nodes.from.x, nodes.to.x)) return std::nullopt;
    if (!along(box.from.z, box.to.z, grid.extent.nz, nodes.from.z, nodes.to.z)) return std::nullopt;
    if (dims == 2) {
        nodes.from.y = 0;
        nodes.to.y = 1;
    } else if (!along(box.from.y, box.to.y, grid.extent.ny, nodes.from.y, nodes.to.y)) {
        return std::nullopt;
    }
    return result;
}

std::vector<NodeBox> solid_nodes(const Scene& scene, const GridChoice& grid) {
    std::vector<NodeBox> boxes;
    for (const SolidBox& solid : scene.solids)
        if (const auto box = box_nodes(grid, scene.dims, solid)) boxes.push_back(box->nodes);
    return boxes;
}

VoxelRoom voxelise(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces) {
    return voxelise_planes(scene, grid, surfaces, 0, grid.extent.nz);
}

VoxelRoom voxelise_planes(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces, std::int64_t from,
                          std::int64_t to, std::vector<std::uint8_t> memory) {
    VoxelRoom room;
    room.solid = std::move(memory);
    room.solid.clear();
    room.extent = {grid.extent.nx, grid.extent.ny, to - from};
    room.dims = scene.dims;
    room.side_kind = scene.boundaries.kind;
    for (std::size_t s = 0; s < 6; ++s) room.side_surface[s] = static_cast<std::uint16_t>(s);
    if (grid.mesh) grid.mesh->fill(room, from);
    for (std::size_t i = 0; i < scene.solids.size(); ++i)
        if (auto box = box_nodes(grid, scene.dims, scene.solids[i])) {
            NodeBox& nodes = box->nodes;
            nodes.from.z = std::max<std::int64_t>(nodes.from.z - from, 0);
            nodes.to.z = std::min(nodes.to.z - from, to - from);
            if (nodes.from.z < nodes.to.z) fill_box(room, nodes, static_cast<std::uint8_t>(surfaces.of_solid[i]));
        }
    if (!scene.any_sheet()) return room;
    std::vector<NodeSheet> sheets = sheets_on_grid(scene, grid, surfaces);
    for (NodeSheet& sheet : sheets) {
        sheet.before.from.z -= from;
        sheet.before.to.z -= from;
    }
    close_faces(room, sheets);
    return room;
}

}  // namespace wavesim
