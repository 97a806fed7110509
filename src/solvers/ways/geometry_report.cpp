// SPDX-License-Identifier: MIT
#include "solvers/ways/geometry_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/scene/survey.hpp"
#include "solvers/scene/warning_groups.hpp"
#include "solvers/space/cut_domain.hpp"
#include "solvers/ways/mesh_report.hpp"

namespace wavesim {

namespace {

constexpr double warn_above = 0.005;
/// Largest number of cells between the faces of solids that can be measured within a second.
constexpr double most_cells_asked = 1 << 23;

/// Number of nodes of a mesh's grid that can be counted in the time for measuring a cell between boxes.
constexpr double nodes_per_cell = 32;

/// The requested boxes, in metres.
CutBoxes asked_boxes(const Scene& scene, const SurfaceTable& surfaces) {
    const bool flat = scene.dims == 2;
    CutBoxes boxes{{scene.size_m.x, flat ? 1 : scene.size_m.y, scene.size_m.z}, {}};
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const SolidBox& box = scene.solids[i];
        const std::array<double, 3> from{box.from.x, flat ? 0 : box.from.y, box.from.z},
            to{box.to.x, flat ? 1 : box.to.y, box.to.z};
        const auto surface = static_cast<std::uint8_t>(surfaces.of_solid[i]);
        if (box.is_sheet())
            boxes.sheets.push_back({from, to, box.across, {surface, static_cast<std::uint8_t>(surfaces.of_upper[i])}});
        else
            boxes.list.push_back({from, to, surface});
    }
    return boxes;
}

/// The boxes on the grid, in cells.
CutBoxes grid_boxes(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces) {
    const auto real = [](std::int64_t n) { return static_cast<double>(n); };
    const auto all = [&real](const Node& n) { return std::array<double, 3>{real(n.x), real(n.y), real(n.z)}; };
    CutBoxes boxes{{real(grid.extent.nx), real(grid.extent.ny), real(grid.extent.nz)}, {}};
    for (std::size_t i = 0; i < scene.solids.size(); ++i)
        if (const auto box = box_nodes(grid, scene.dims, scene.solids[i]))
            boxes.list.push_back(
                {all(box->nodes.from), all(box->nodes.to), static_cast<std::uint8_t>(surfaces.of_solid[i])});
    for (const NodeSheet& sheet : sheets_on_grid(scene, grid, surfaces)) {
        const NodeBox plane = plane_of(sheet);
        boxes.sheets.push_back({all(plane.from), all(plane.to), sheet.axis, sheet.surface});
    }
    return boxes;
}

/// The boxes or sheets of a grid in metres.
template <class Box>
std::vector<Box> in_metres(std::vector<Box> list, double spacing_m, int dims) {
    for (Box& box : list)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (dims == 2 && axis == 1) continue;
            box.from[axis] *= spacing_m;
            box.to[axis] *= spacing_m;
        }
    return list;
}

/// Volume of air, and area of every surface in contact with air. In 2D areas are lengths and volumes areas.
struct AirMeasure {
    double volume = 0;
    std::vector<double> area;  ///< per surface of the table
};

/// Measures the air; exact for overlapping and touching boxes.
AirMeasure measure_air(const CutDomain& domain, std::size_t surfaces) {
    AirMeasure air;
    air.area.assign(surfaces, 0.0);
    const Extent& e = domain.cells.extent;
    for (std::int64_t z = 0; z < e.nz; ++z)
        for (std::int64_t y = 0; y < e.ny; ++y)
            for (std::int64_t x = 0; x < e.nx; ++x) {
                if (!domain.cells.is_air(x, y, z)) continue;
                air.volume += domain.volume({x, y, z});
                domain.for_each_face({x, y, z},
                                     [&](int, std::size_t surface, double area) { air.area[surface] += area; });
            }
    return air;
}

/// The nodes of a box, or the place of a sheet: nodes without extent across it.
std::optional<NodeBox> nodes_of_solid(const Scene& scene, const GridChoice& grid, const SolidBox& solid) {
    if (const auto box = box_nodes(grid, scene.dims, solid)) return box->nodes;
    if (const auto sheet = sheet_faces(grid, scene.dims, solid)) return plane_of(*sheet);
    return std::nullopt;
}

/// Largest distance between a face of a solid, clipped at the sides, and its position on the grid, m.
double solid_shift(const Scene& scene, const GridChoice& grid) {
    double largest = 0;
    for (const SolidBox& solid : scene.solids) {
        const auto found = nodes_of_solid(scene, grid, solid);
        if (!found) continue;
        const auto look = [&](double from, double to, std::int64_t first, std::int64_t last, std::int64_t nodes) {
            const double end = static_cast<double>(nodes) * grid.spacing_m;
            const auto away = [&](double asked, std::int64_t node) {
                return std::abs(std::clamp(asked, 0.0, end) - static_cast<double>(node) * grid.spacing_m);
            };
            largest = std::max({largest, away(from, first), away(to, last)});
        };
        const Node& a = found->from;
        const Node& b = found->to;
        look(solid.from.x, solid.to.x, a.x, b.x, grid.extent.nx);
        if (scene.dims == 3) look(solid.from.y, solid.to.y, a.y, b.y, grid.extent.ny);
        look(solid.from.z, solid.to.z, a.z, b.z, grid.extent.nz);
    }
    return largest < 1e-9 * grid.spacing_m ? 0 : largest;
}

/// Positions of the sources in all shots.
std::vector<Point> source_points(const Scene& scene) {
    std::vector<Point> points;
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot)
        for (std::size_t s = 0; s < scene.sources.size(); ++s) points.push_back(source_position(scene, s, shot));
    return points;
}

}  // namespace

double geometry_cells(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces) {
    if (grid.mesh) return static_cast<double>(grid.extent.nodes()) / nodes_per_cell;
    return count_cells(cuts_of(asked_boxes(scene, surfaces))) + count_cells(cuts_of(grid_boxes(scene, grid, surfaces)));
}

GeometryReport report_geometry(const Scene& scene, const GridChoice& grid, WallPosition walls,
                               const SurfaceTable& surfaces, const std::vector<double>& admittance, int threads) {
    GeometryReport report;
    const double spacing = grid.spacing_m;
    report.size_asked_m = scene.size_m;
    report.size_m = {length_of(grid.extent.nx, spacing, walls),
                     scene.dims == 2 ? 0 : length_of(grid.extent.ny, spacing, walls),
                     length_of(grid.extent.nz, spacing, walls)};
    if (grid.mesh) {
        report.solid_shift_m = solid_shift(scene, grid);
        measure_mesh(scene, grid, surfaces, admittance, report, threads);
        return report;
    }
    CutBoxes boxes = asked_boxes(scene, surfaces);
    report.asked_on_grid = count_cells(cuts_of(boxes)) > most_cells_asked;
    if (report.asked_on_grid) {
        const CutBoxes gridded = grid_boxes(scene, grid, surfaces);
        boxes.list = in_metres(gridded.list, spacing, scene.dims);
        boxes.sheets = in_metres(gridded.sheets, spacing, scene.dims);
    }
    const CutDomain wanted = cut_domain(boxes, scene.dims);
    const AirMeasure asked = measure_air(wanted, surfaces.laws.size());
    report.parts = air_parts(wanted, source_points(scene), admittance);
    report.volume_asked_m3 = asked.volume;
    report.solid_shift_m = solid_shift(scene, grid);

    AirMeasure gridded = measure_air(cut_domain(grid_boxes(scene, grid, surfaces), scene.dims), surfaces.laws.size());
    if (walls == WallPosition::whole) {  // an empty box with its walls on the nodes
        const std::array<double, 3> size{report.size_m.x, scene.dims == 2 ? 1 : report.size_m.y, report.size_m.z};
        report.volume_m3 = size[0] * size[1] * size[2];
        for (std::size_t s = 0; s < 6; ++s) gridded.area[s] = report.volume_m3 / size[s / 2];
    } else {
        const double face = scene.dims == 2 ? spacing : spacing * spacing;
        report.volume_m3 = gridded.volume * face * spacing;
        for (double& area : gridded.area) area *= face;
    }
    for (std::size_t s = 0; s < gridded.area.size(); ++s) {
        if (scene.dims == 2 && (s == 2 || s == 3)) continue;
        if (s < 6 && scene.boundaries.kind[s] != SideKind::wall) continue;
        report.areas.push_back(
            {surfaces.labels[s], asked.area[s], gridded.area[s], admittance[s], surfaces.laws[s].by_band()});
    }
    return report;
}

std::vector<std::string> geometry_warnings(const GeometryReport& report, int dims) {
    WarningGroups warnings;
    if (report.asked_on_grid)
        warnings.add("the solids", "are too many to be measured as asked for: volume and areas are those on the grid");
    const auto compare = [&](const std::string& what, double asked, double voxelised, const char* unit) {
        const double difference = asked > 0 ? voxelised / asked - 1 : voxelised > 0 ? 1.0 : 0.0;
        if (std::abs(difference) > warn_above)
            warnings.add(what, fmt::format("is {:.4g} {} on the grid, {:.4g} {} were asked for ({:+.1f} %)", voxelised,
                                           unit, asked, unit, 100 * difference));
    };
    compare("the size along x", report.size_asked_m.x, report.size_m.x, "m");
    if (dims == 3) compare("the size along y", report.size_asked_m.y, report.size_m.y, "m");
    compare("the size along z", report.size_asked_m.z, report.size_m.z, "m");
    compare(dims == 2 ? "the area of air" : "the volume of air", report.volume_asked_m3, report.volume_m3,
            dims == 2 ? "m2" : "m3");
    for (const GeometryReport::Area& area : report.areas)
        compare((dims == 2 ? "the length of " : "the area of ") + area.surface, area.asked_m2, area.m2,
                dims == 2 ? "m" : "m2");
    return warnings.sentences();
}

}  // namespace wavesim
