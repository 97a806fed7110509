// SPDX-License-Identifier: MIT
#include "solvers/space/cut_domain.hpp"

#include <algorithm>

namespace wavesim {

double CutDomain::area(const Node& n, int axis) const {
    const double x = width(0, n.x), y = width(1, n.y), z = width(2, n.z);
    return axis == 0 ? y * z : axis == 1 ? x * z : x * y;
}

int CutDomain::surface_behind(Node n, int axis, int direction) const {
    const Extent& e = cells.extent;
    const Side side = all_sides[static_cast<std::size_t>(2 * axis + (direction > 0))];
    const std::int64_t own = e.index(n.x, n.y, n.z);
    (axis == 0 ? n.x : axis == 1 ? n.y : n.z) += direction;
    if (!e.contains(n.x, n.y, n.z)) return cells.side_surface[static_cast<std::size_t>(side)];
    if (cells.is_closed(own, side)) return cells.sheet_surface(own, side);
    if (cells.is_air(n.x, n.y, n.z)) return -1;
    return cells.solid[static_cast<std::size_t>(e.index(n.x, n.y, n.z))] - 1;
}

CutDomain::Cuts cuts_of(const CutBoxes& boxes) {
    CutDomain::Cuts at;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double size = boxes.size[axis];
        at[axis] = {0, size};
        const auto add = [&](const auto& box) {
            for (const double face : {box.from[axis], box.to[axis]})
                if (face > 0 && face < size) at[axis].push_back(face);
        };
        for (const CutBox& box : boxes.list) add(box);
        for (const CutSheet& sheet : boxes.sheets) add(sheet);
        std::sort(at[axis].begin(), at[axis].end());
        at[axis].erase(std::unique(at[axis].begin(), at[axis].end()), at[axis].end());
    }
    return at;
}

double count_cells(const CutDomain::Cuts& cuts) {
    double cells = 1;
    for (const std::vector<double>& at : cuts) cells *= static_cast<double>(at.size() - 1);
    return cells;
}

CutDomain cut_domain(const CutBoxes& boxes, int dims) {
    CutDomain domain{cuts_of(boxes), {}};
    domain.cells.dims = dims;
    const auto count = [&](std::size_t axis) { return std::ssize(domain.at[axis]) - 1; };
    domain.cells.extent = {count(0), count(1), count(2)};
    for (std::size_t s = 0; s < 6; ++s) domain.cells.side_surface[s] = static_cast<std::uint16_t>(s);
    const auto cell = [&](std::size_t axis, double position) {
        const auto& at = domain.at[axis];
        return std::lower_bound(at.begin(), at.end(), std::clamp(position, at.front(), at.back())) - at.begin();
    };
    const auto node = [&](const std::array<double, 3>& p) { return Node{cell(0, p[0]), cell(1, p[1]), cell(2, p[2])}; };
    for (const CutBox& box : boxes.list) fill_box(domain.cells, {node(box.from), node(box.to)}, box.surface);
    if (boxes.sheets.empty()) return domain;
    std::vector<NodeSheet> sheets;
    for (const CutSheet& sheet : boxes.sheets) {
        NodeSheet cells{{node(sheet.from), node(sheet.to)}, sheet.across, sheet.surface};
        std::int64_t& before = sheet.across == 0   ? cells.before.from.x
                               : sheet.across == 1 ? cells.before.from.y
                                                   : cells.before.from.z;
        --before;
        sheets.push_back(cells);
    }
    close_faces(domain.cells, sheets);
    return domain;
}

}  // namespace wavesim
