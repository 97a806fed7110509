// SPDX-License-Identifier: MIT
#include "solvers/geometry_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/warning_groups.hpp"

namespace wavesim {

namespace {

constexpr double warn_above = 0.005;

/// A domain cut along the faces of its boxes: cells of unequal size, each air or one surface.
struct CutDomain {
    using Cuts = std::array<std::vector<double>, 3>;
    Cuts at;  ///< ascending, each once; y in 2D: 0 and 1
    VoxelRoom cells;

    double width(std::size_t axis, std::int64_t i) const {
        return at[axis][static_cast<std::size_t>(i) + 1] - at[axis][static_cast<std::size_t>(i)];
    }
    std::int64_t cell(std::size_t axis, double position) const {
        const auto& a = at[axis];
        return std::lower_bound(a.begin(), a.end(), std::clamp(position, a.front(), a.back())) - a.begin();
    }
};

/// A box in the unit of the cuts, whole along y in 2D.
struct CutBox {
    std::array<double, 3> from;
    std::array<double, 3> to;
    std::uint8_t surface;
};

/// A domain of that size with its boxes, of which later ones win.
struct Boxes {
    std::array<double, 3> size;
    std::vector<CutBox> list;
};

/// As asked for, in metres.
Boxes asked_boxes(const Scene& scene, const SurfaceTable& surfaces) {
    const bool flat = scene.dims == 2;
    Boxes boxes{{scene.size_m.x, flat ? 1 : scene.size_m.y, scene.size_m.z}, {}};
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const SolidBox& box = scene.solids[i];
        boxes.list.push_back({{box.from.x, flat ? 0 : box.from.y, box.from.z},
                              {box.to.x, flat ? 1 : box.to.y, box.to.z},
                              static_cast<std::uint8_t>(surfaces.of_solid[i])});
    }
    return boxes;
}

/// As on the grid, in cells.
Boxes grid_boxes(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces) {
    const auto real = [](std::int64_t n) { return static_cast<double>(n); };
    const auto all = [&real](const Node& n) { return std::array<double, 3>{real(n.x), real(n.y), real(n.z)}; };
    Boxes boxes{{real(grid.extent.nx), real(grid.extent.ny), real(grid.extent.nz)}, {}};
    for (std::size_t i = 0; i < scene.solids.size(); ++i)
        if (const auto box = box_nodes(grid, scene.dims, scene.solids[i]))
            boxes.list.push_back(
                {all(box->nodes.from), all(box->nodes.to), static_cast<std::uint8_t>(surfaces.of_solid[i])});
    return boxes;
}

/// The ends of each axis and every box face between them.
CutDomain::Cuts cuts(const Boxes& boxes) {
    CutDomain::Cuts at;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double size = boxes.size[axis];
        at[axis] = {0, size};
        for (const CutBox& box : boxes.list)
            for (const double face : {box.from[axis], box.to[axis]})
                if (face > 0 && face < size) at[axis].push_back(face);
        std::sort(at[axis].begin(), at[axis].end());
        at[axis].erase(std::unique(at[axis].begin(), at[axis].end()), at[axis].end());
    }
    return at;
}

double count_cells(const Boxes& boxes) {
    double cells = 1;
    for (const std::vector<double>& at : cuts(boxes)) cells *= static_cast<double>(at.size() - 1);
    return cells;
}

CutDomain cut_domain(const Boxes& boxes, int dims) {
    CutDomain domain{cuts(boxes), {}};
    domain.cells.dims = dims;
    const auto count = [&](std::size_t axis) { return std::ssize(domain.at[axis]) - 1; };
    domain.cells.extent = {count(0), count(1), count(2)};
    for (std::size_t s = 0; s < 6; ++s) domain.cells.side_surface[s] = static_cast<std::uint16_t>(s);
    const auto node = [&](const std::array<double, 3>& p) {
        return Node{domain.cell(0, p[0]), domain.cell(1, p[1]), domain.cell(2, p[2])};
    };
    for (const CutBox& box : boxes.list) fill_box(domain.cells, {node(box.from), node(box.to)}, box.surface);
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

/// Volume of air and area of every surface that air touches; areas are lengths, volumes areas in 2D.
struct AirMeasure {
    double volume = 0;
    std::vector<double> area;  ///< per surface of the table
};

/// Exact for overlapping and touching boxes.
AirMeasure measure_air(const Boxes& boxes, int dims, std::size_t surfaces) {
    const CutDomain domain = cut_domain(boxes, dims);
    AirMeasure air;
    air.area.assign(surfaces, 0.0);
    const Extent& e = domain.cells.extent;
    for (std::int64_t z = 0; z < e.nz; ++z)
        for (std::int64_t y = 0; y < e.ny; ++y)
            for (std::int64_t x = 0; x < e.nx; ++x) {
                if (!domain.cells.is_air(x, y, z)) continue;
                const std::array<double, 3> width{domain.width(0, x), domain.width(1, y), domain.width(2, z)};
                const double volume = width[0] * width[1] * width[2];
                air.volume += volume;
                for (int axis = 0; axis < 3; ++axis)
                    for (const int direction : {-1, 1}) {
                        if (dims == 2 && axis == 1) continue;
                        const int s = surface_behind(domain.cells, {x, y, z}, axis, direction);
                        if (s >= 0)
                            air.area[static_cast<std::size_t>(s)] += volume / width[static_cast<std::size_t>(axis)];
                    }
            }
    return air;
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

double geometry_cells(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces) {
    return count_cells(asked_boxes(scene, surfaces)) + count_cells(grid_boxes(scene, grid, surfaces));
}

GeometryReport report_geometry(const Scene& scene, const GridChoice& grid, WallPosition walls,
                               const SurfaceTable& surfaces, const std::vector<double>& admittance) {
    GeometryReport report;
    const double spacing = grid.spacing_m;
    report.size_asked_m = scene.size_m;
    report.size_m = {length_of(grid.extent.nx, spacing, walls),
                     scene.dims == 2 ? 0 : length_of(grid.extent.ny, spacing, walls),
                     length_of(grid.extent.nz, spacing, walls)};
    const AirMeasure asked = measure_air(asked_boxes(scene, surfaces), scene.dims, surfaces.laws.size());
    report.volume_asked_m3 = asked.volume;
    report.solid_shift_m = solid_shift(scene, grid);

    AirMeasure gridded = measure_air(grid_boxes(scene, grid, surfaces), scene.dims, surfaces.laws.size());
    if (walls == WallPosition::whole) {  // an empty box whose walls stand on the nodes
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
        report.areas.push_back({surfaces.labels[s], asked.area[s], gridded.area[s], admittance[s]});
    }
    return report;
}

std::vector<std::string> geometry_warnings(const GeometryReport& report, int dims) {
    WarningGroups warnings;
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
