// SPDX-License-Identifier: MIT
#include "solvers/geometry_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace wavesim {

namespace {

constexpr double warn_above = 0.005;

/// Cut positions along an axis: the ends and every box face between them, ascending, each once.
std::vector<double> cuts(const Scene& scene, int axis) {
    const double size = scene.size_m.along(axis);
    std::vector<double> at{0, size};
    for (const SolidBox& box : scene.solids)
        for (const double face : {box.from.along(axis), box.to.along(axis)})
            if (face > 0 && face < size) at.push_back(face);
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    return at;
}

/// The domain cut along every box face: cells of unequal size, each air or one surface.
struct CutDomain {
    std::array<std::vector<double>, 3> at;
    VoxelRoom cells;

    double width(int axis, std::int64_t i) const {
        const auto& a = at[static_cast<std::size_t>(axis)];
        return a.empty() ? 1.0 : a[static_cast<std::size_t>(i) + 1] - a[static_cast<std::size_t>(i)];
    }
    std::int64_t cell(int axis, double position) const {
        const auto& a = at[static_cast<std::size_t>(axis)];
        return std::lower_bound(a.begin(), a.end(), std::clamp(position, a.front(), a.back())) - a.begin();
    }
};

CutDomain cut_domain(const Scene& scene, const SurfaceTable& surfaces) {
    CutDomain domain;
    domain.cells.dims = scene.dims;
    const auto count = [&](int axis) {
        domain.at[static_cast<std::size_t>(axis)] = cuts(scene, axis);
        return static_cast<std::int64_t>(domain.at[static_cast<std::size_t>(axis)].size()) - 1;
    };
    domain.cells.extent = {count(0), scene.dims == 2 ? 1 : count(1), count(2)};
    for (std::size_t s = 0; s < 6; ++s) domain.cells.side_surface[s] = static_cast<std::uint16_t>(s);
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const SolidBox& box = scene.solids[i];
        NodeBox nodes{{domain.cell(0, box.from.x), 0, domain.cell(2, box.from.z)},
                      {domain.cell(0, box.to.x), 1, domain.cell(2, box.to.z)}};
        if (scene.dims == 3) {
            nodes.from.y = domain.cell(1, box.from.y);
            nodes.to.y = domain.cell(1, box.to.y);
        }
        fill_box(domain.cells, nodes, static_cast<std::uint8_t>(surfaces.of_solid[i]));
    }
    return domain;
}

/// Surface behind face (axis, +-1) of an air cell, or -1 where there is more air.
int surface_behind(const VoxelRoom& room, Node n, int axis, int direction) {
    const Extent& e = room.extent;
    (axis == 0 ? n.x : axis == 1 ? n.y : n.z) += direction;
    if (!e.contains(n.x, n.y, n.z)) return room.side_surface[static_cast<std::size_t>(2 * axis + (direction > 0))];
    if (room.is_air(n.x, n.y, n.z)) return -1;
    return room.solid[static_cast<std::size_t>(e.index(n.x, n.y, n.z))] - 1;
}

/// Largest distance between a face of a solid, cut off at the sides, and its place on the grid, m.
double solid_shift(const Scene& scene, const GridChoice& grid) {
    double largest = 0;
    for (const SolidBox& solid : scene.solids) {
        const auto box = box_nodes(grid, scene.dims, solid);
        if (!box) continue;
        const auto look = [&](double from, double to, std::int64_t first, std::int64_t last, std::int64_t nodes) {
            const double end = static_cast<double>(nodes) * grid.spacing_m;
            const auto away = [&](double asked, std::int64_t node) {
                return std::abs(std::clamp(asked, 0.0, end) - static_cast<double>(node) * grid.spacing_m);
            };
            largest = std::max({largest, away(from, first), away(to, last)});
        };
        const Node& a = box->nodes.from;
        const Node& b = box->nodes.to;
        look(solid.from.x, solid.to.x, a.x, b.x, grid.extent.nx);
        if (scene.dims == 3) look(solid.from.y, solid.to.y, a.y, b.y, grid.extent.ny);
        look(solid.from.z, solid.to.z, a.z, b.z, grid.extent.nz);
    }
    return largest < 1e-9 * grid.spacing_m ? 0 : largest;
}

}  // namespace

AskedGeometry asked_geometry(const Scene& scene, const SurfaceTable& surfaces) {
    const CutDomain domain = cut_domain(scene, surfaces);
    AskedGeometry asked;
    asked.area.assign(surfaces.laws.size(), 0.0);
    const Extent& e = domain.cells.extent;
    for (std::int64_t z = 0; z < e.nz; ++z)
        for (std::int64_t y = 0; y < e.ny; ++y)
            for (std::int64_t x = 0; x < e.nx; ++x) {
                if (!domain.cells.is_air(x, y, z)) continue;
                const std::array<double, 3> width{domain.width(0, x), domain.width(1, y), domain.width(2, z)};
                const double volume = width[0] * width[1] * width[2];
                asked.volume += volume;
                for (int axis = 0; axis < 3; ++axis)
                    for (const int direction : {-1, 1}) {
                        if (scene.dims == 2 && axis == 1) continue;
                        const int s = surface_behind(domain.cells, {x, y, z}, axis, direction);
                        if (s >= 0)
                            asked.area[static_cast<std::size_t>(s)] += volume / width[static_cast<std::size_t>(axis)];
                    }
            }
    return asked;
}

GeometryReport report_geometry(const Scene& scene, const GridChoice& grid, WallPosition walls,
                               const SurfaceTable& surfaces, const std::vector<double>& admittance,
                               const VoxelRoom& room) {
    GeometryReport report;
    const double spacing = grid.spacing_m;
    report.size_asked_m = scene.size_m;
    report.size_m = {length_of(grid.extent.nx, spacing, walls),
                     scene.dims == 2 ? 0 : length_of(grid.extent.ny, spacing, walls),
                     length_of(grid.extent.nz, spacing, walls)};
    const AskedGeometry asked = asked_geometry(scene, surfaces);
    report.volume_asked_m3 = asked.volume;
    report.solid_shift_m = solid_shift(scene, grid);

    std::vector<double> area(surfaces.laws.size(), 0.0);
    const double size_y = scene.dims == 2 ? 1 : report.size_m.y;
    if (walls == WallPosition::whole) {
        const std::array<double, 3> size{report.size_m.x, size_y, report.size_m.z};
        report.volume_m3 = size[0] * size[1] * size[2];
        for (std::size_t s = 0; s < 6; ++s) area[s] = report.volume_m3 / size[s / 2];
    } else {
        const double cell = scene.dims == 2 ? spacing * spacing : spacing * spacing * spacing;
        report.volume_m3 = static_cast<double>(count_air_nodes(room)) * cell;
        const std::vector<std::int64_t> faces = count_faces(room, surfaces.laws.size());
        for (std::size_t s = 0; s < area.size(); ++s) area[s] = static_cast<double>(faces[s]) * cell / spacing;
    }
    for (std::size_t s = 0; s < area.size(); ++s) {
        if (scene.dims == 2 && (s == 2 || s == 3)) continue;
        if (s < 6 && scene.boundaries.kind[s] != SideKind::wall) continue;
        report.areas.push_back({surfaces.labels[s], asked.area[s], area[s], admittance[s]});
    }
    return report;
}

std::vector<std::string> geometry_warnings(const GeometryReport& report, int dims) {
    std::vector<std::string> warnings;
    const auto compare = [&](const std::string& what, double asked, double voxelised, const char* unit) {
        const double difference = asked > 0 ? voxelised / asked - 1 : voxelised > 0 ? 1.0 : 0.0;
        if (std::abs(difference) > warn_above)
            warnings.push_back(fmt::format("{} is {:.4g} {} on the grid, {:.4g} {} were asked for ({:+.1f} %)", what,
                                           voxelised, unit, asked, unit, 100 * difference));
    };
    compare("the size along x", report.size_asked_m.x, report.size_m.x, "m");
    if (dims == 3) compare("the size along y", report.size_asked_m.y, report.size_m.y, "m");
    compare("the size along z", report.size_asked_m.z, report.size_m.z, "m");
    compare(dims == 2 ? "the area of air" : "the volume of air", report.volume_asked_m3, report.volume_m3,
            dims == 2 ? "m2" : "m3");
    for (const GeometryReport::Area& area : report.areas)
        compare((dims == 2 ? "the length of " : "the area of ") + area.surface, area.asked_m2, area.m2,
                dims == 2 ? "m" : "m2");
    return warnings;
}

}  // namespace wavesim
