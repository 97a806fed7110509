// SPDX-License-Identifier: MIT
#include "solvers/ways/mesh_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "boundary/surface.hpp"
#include "boundary/wall_faces.hpp"
#include "solvers/scene/words.hpp"
#include "solvers/space/mesh_room.hpp"
#include "stencils/grid/parallel_for.hpp"

namespace wavesim {

namespace {

/// Numbers of air nodes, and of faces of each surface per axis.
struct Counted {
    std::int64_t air = 0;
    std::vector<std::array<double, 3>> faces;  ///< weighted with their areas
};

/// Counts the planes [from, to) along z.
Counted count_planes(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces, std::int64_t from,
                     std::int64_t to) {
    const std::int64_t low = std::max<std::int64_t>(from - 1, 0), high = std::min(to + 1, grid.extent.nz);
    const VoxelRoom room = voxelise_planes(scene, grid, surfaces, low, high);
    const std::int64_t plane = grid.extent.nx * grid.extent.ny;
    Counted counted;
    counted.faces.resize(surfaces.laws.size());
    const auto first = room.solid.begin() + plane * (from - low);
    counted.air = std::count(first, first + plane * (to - from), std::uint8_t{0});
    for_each_wall_face(room, SolidRows(room), {from - low, to - low},
                       [&](std::int64_t node, Side side, std::uint16_t surface) {
                           counted.faces[surface][static_cast<std::size_t>(axis_of(side))] += room.area_of(node, side);
                       });
    return counted;
}

/// Counts some planes at a time. The cost is a byte per node; areas are multiples of 1/64, so their sums are exact.
Counted count_on_grid(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces, int threads,
                      std::int64_t planes_at_once) {
    const std::int64_t planes = grid.extent.nz;
    Counted counted;
    counted.faces.resize(surfaces.laws.size());
    parallel_in_order((planes + planes_at_once - 1) / planes_at_once, threads,
                      [&](std::int64_t block) {
                          const std::int64_t from = block * planes_at_once;
                          return count_planes(scene, grid, surfaces, from, std::min(from + planes_at_once, planes));
                      },
                      [&](const Counted& some) {
                          counted.air += some.air;
                          for (std::size_t s = 0; s < counted.faces.size(); ++s)
                              for (std::size_t axis = 0; axis < 3; ++axis)
                                  counted.faces[s][axis] += some.faces[s][axis];
                      });
    return counted;
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i > 0 ? ", '" : "'") + names[i] + "'";
    return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

}  // namespace

void measure_mesh(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces,
                  const std::vector<double>& admittance, GeometryReport& report, int threads,
                  std::int64_t planes_at_once) {
    const MeshWalls& walls = *scene.geometry;
    const double edge = grid.spacing_m, face = edge * edge;
    const Counted counted = count_on_grid(scene, grid, surfaces, threads, planes_at_once);
    const bool is_cut = grid.mesh->form() == MeshWalls::Form::cut;
    report.volume_m3 = static_cast<double>(counted.air) * face * edge + grid.mesh->cut_m3();
    report.volume_asked_m3 = report.volume_m3 + grid.mesh->missing_m3() - grid.mesh->cut_m3();
    if (!is_cut) report.solid_shift_m = std::max(report.solid_shift_m, grid.mesh->shift_m());
    std::vector<double> asked(counted.faces.size(), -1.0);
    for (const std::size_t surface : surfaces.of_mesh) asked[surface] = 0;
    std::vector<double> stairs(counted.faces.size());
    for (const MeshRoom::TrueArea& area : grid.mesh->true_areas()) {
        asked[area.surface] = area.m2;
        if (grid.mesh->form() == MeshWalls::Form::areas) stairs[area.surface] = area.sloped_m2;
    }
    AirPart part;
    part.volume = report.volume_asked_m3;
    part.by_surface.resize(counted.faces.size());
    for (std::size_t s = 0; s < counted.faces.size(); ++s) {
        if (s < 6 && scene.boundaries.kind[s] != SideKind::wall) continue;
        const auto& faces = counted.faces[s];
        double on_grid = face * (faces[0] + faces[1] + faces[2]);
        const double wanted = asked[s] < 0 ? on_grid : asked[s];
        if (is_cut) on_grid = wanted;  // ports have the areas of the triangles
        report.areas.push_back(
            {surfaces.labels[s], wanted, on_grid, admittance[s], surfaces.laws[s].by_band(), stairs[s]});
        const double all = face * (faces[0] + faces[1] + faces[2]);
        for (std::size_t axis = 0; wanted > 0 && axis < 3; ++axis) {
            const double area = all > 0 ? face * faces[axis] * wanted / all : wanted / 3;
            part.area[axis] += area;
            part.by_surface[s][axis] = area;
            part.absorption[axis] += area * random_absorption(admittance[s]);
        }
    }
    report.parts = {part};
    const TriangleMesh& mesh = *walls.mesh;
    report.mesh = {.file = walls.file,
                   .triangles = static_cast<std::int64_t>(mesh.triangles.size()),
                   .duplicate = mesh.duplicate,
                   .degenerate = mesh.degenerate,
                   .flipped = mesh.flipped,
                   .slopes = grid.mesh->has_slopes(),
                   .sheet_cells = grid.mesh->sheet_cells(),
                   .sheet_parts = grid.mesh->sheet_parts(),
                   .lost_parts = grid.mesh->lost_parts(),
                   .walls = std::string(word_of(grid.mesh->form()))};
}

std::vector<std::string> mesh_warnings(const GeometryReport& report, const MeshRoom* room) {
    if (!report.mesh || room == nullptr) return {};
    std::vector<std::string> warnings;
    if (room->airs() > 1)
        warnings.push_back(
            fmt::format("'{}' keeps {} airs with sources apart: sound of one does not come to the others, and volume, "
                        "areas and reverberation times are those of all together",
                        report.mesh->file, room->airs()));
    if (!report.mesh->lost_parts.empty())
        warnings.push_back(fmt::format("parts of '{}' are too small for this grid and vanish: {}", report.mesh->file,
                                       listed(report.mesh->lost_parts)));
    if (!report.mesh->sheet_parts.empty())
        warnings.push_back(
            fmt::format("surfaces without thickness, or thinner than a cell, are one cell thick on the grid: {}",
                        listed(report.mesh->sheet_parts)));
    if (report.mesh->slopes && room->form() == MeshWalls::Form::voxel)
        warnings.push_back(
            fmt::format("slopes of '{}' are stairs of whole cells, which no finer grid makes smooth: "
                        "their areas, and what they absorb, stay too large",
                        report.mesh->file));
    if (report.mesh->slopes && room->form() == MeshWalls::Form::areas)
        warnings.push_back(
            fmt::format("slopes of '{}' are stairs with the areas of the triangles: right for waves of many cells, but "
                        "the nearer to the highest frequency, the more they absorb too much",
                        report.mesh->file));
    return warnings;
}

}  // namespace wavesim
