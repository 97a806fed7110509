// SPDX-License-Identifier: MIT
#include "solvers/space/mesh_voxels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solvers/scene/fault.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/space/mesh_leak.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

std::string coordinates(const Point& p) { return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", p.x, p.y, p.z); }

/// The nodes of a source within the domain; several if it lies between nodes.
std::vector<std::int64_t> source_nodes(const GridChoice& grid, const Point& position) {
    std::array<HaloRule, 6> halo;
    halo.fill(HaloRule::mirror_half);
    std::vector<std::int64_t> nodes;
    for (const Node& n : nodes_at(grid.extent, halo, grid.spacing_m, position))
        if (grid.extent.contains(n.x, n.y, n.z)) nodes.push_back(grid.extent.index(n.x, n.y, n.z));
    return nodes;
}

/// Whether a triangle of the mesh lies between two of these neighbours.
bool is_between(const EdgeCuts& cuts, const std::vector<std::int64_t>& nodes) {
    const Extent& e = cuts.extent();
    const std::array<std::int64_t, 3> steps{1, e.nx, e.nx * e.ny};
    for (const std::int64_t node : nodes)
        for (const int axis : {0, 1, 2})
            if (std::ranges::count(nodes, node + steps[static_cast<std::size_t>(axis)]) > 0)
                for (const EdgeCut& cut : cuts.of(axis, node))
                    if (cut.triangle != EdgeCut::box) return true;
    return false;
}

/// The nodes of all sources. Throws SceneError for sources on a wall, whose side is ambiguous.
std::vector<std::int64_t> source_nodes(const Scene& scene, const GridChoice& grid, const EdgeCuts& cuts) {
    std::vector<std::int64_t> all;
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot)
        for (std::size_t s = 0; s < scene.sources.size(); ++s) {
            const std::vector<std::int64_t> nodes = source_nodes(grid, source_position(scene, s, shot));
            if (is_between(cuts, nodes))
                throw SceneError({{fmt::format("sources[{}].position", s),
                                   fmt::format("the source at {} lies on a wall of the mesh of '{}'",
                                               coordinates(scene.frame.users(source_position(scene, s, shot))),
                                               scene.geometry->file),
                                   "move it into the air, by more than half a cell"}});
            all.insert(all.end(), nodes.begin(), nodes.end());
        }
    return all;
}

/// Whether the mesh ends within a cell of this side of the domain, the side of the leak.
bool ends_at(const TriangleMesh& mesh, const Scene& scene, double spacing_m, Side side) {
    const auto box = corners_of_box(mesh);
    const int axis = axis_of(side);
    return is_max(side) ? box[1].along(axis) > scene.size_m.along(axis) - spacing_m : box[0].along(axis) < spacing_m;
}

Fault leak_fault(const Scene& scene, const GridChoice& grid, const MeshLeak& leak) {
    const double h = grid.spacing_m;
    const auto side = word_of(scene.frame.users(leak.side));
    const MeshWalls& walls = *scene.geometry;
    if (ends_at(*walls.mesh, scene, h, leak.side))
        return {"geometry",
                fmt::format("the mesh of '{}' ends within a cell of {}, where the side of the domain is the wall",
                            walls.file, side),
                fmt::format("make the domain larger by more than a cell ({:.3g} m) there, or write air: open", h)};
    const auto metres = [h](std::int64_t n) { return (static_cast<double>(n) + 0.5) * h; };
    const Point at = scene.frame.users(Point{metres(leak.at.x), metres(leak.at.y), metres(leak.at.z)});
    const auto width = [h](std::int64_t cells) { return static_cast<double>(cells) * h; };
    return {"geometry",
            fmt::format("sound leaves the mesh of '{}' and comes to {}: the narrowest place of its way is at {}, "
                        "about {:.2g} m by {:.2g} m wide",
                        walls.file, side, coordinates(at), width(leak.width[0]), width(leak.width[1])),
            "close the hole in the model; sources stand inside it, more than half a cell from its walls; or write air: "
            "open "
            "if the sides of the domain are walls of the room"};
}

}  // namespace

std::shared_ptr<const MeshRoom> make_mesh_room(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces,
                                               const MeshForm& form, int threads) {
    if (!scene.geometry) return nullptr;
    const MeshWalls& walls = *scene.geometry;
    const EdgeCuts cuts(*walls.mesh, grid.extent, grid.spacing_m, solid_nodes(scene, grid), threads);
    RowPieces pieces(cuts);
    const std::vector<std::int64_t> sources = source_nodes(scene, grid, cuts);
    pieces.reach(sources);
    if (walls.air == MeshWalls::Air::enclosed)
        if (const auto leak = find_leak(cuts, pieces, sources)) throw SceneError({leak_fault(scene, grid, *leak)});
    std::vector<std::uint8_t> surface_of;
    for (const std::size_t surface : surfaces.of_mesh) surface_of.push_back(static_cast<std::uint8_t>(surface));
    return std::make_shared<const MeshRoom>(walls, cuts, pieces, surface_of, grid.spacing_m, form, threads);
}

}  // namespace wavesim
