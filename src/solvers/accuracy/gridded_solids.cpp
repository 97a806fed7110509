// SPDX-License-Identifier: MIT
#include "solvers/accuracy/gridded_solids.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "solvers/space/solid_boxes.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {

namespace {

constexpr std::size_t most_ends = 16;  // largest number of sources and of receivers that choose boxes

double apart_m(const Point& at, const SolidBox& box, bool flat) {
    const auto gap = [](double x, double from, double to) { return std::max({from - x, x - to, 0.0}); };
    return std::hypot(gap(at.x, box.from.x, box.to.x), flat ? 0 : gap(at.y, box.from.y, box.to.y),
                      gap(at.z, box.from.z, box.to.z));
}

double shortest_m(const std::vector<PlannedPoint>& points, const SolidBox& box, bool flat) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(most_ends, points.size()); ++i)
        least = std::min(least, apart_m(points[i].position, box, flat));
    return std::isfinite(least) ? least : 0;
}

std::vector<const SolidBox*> judged_solids(const PlanOutline& plan) {
    const std::vector<SolidBox>& solids = plan.scene.solids;
    std::vector<std::pair<double, std::size_t>> ways;  // length, index
    for (std::size_t i = 0; i < solids.size(); ++i) {
        const bool flat = plan.scene.dims == 2;
        ways.push_back(
            {shortest_m(plan.decision.sources, solids[i], flat) + shortest_m(plan.decision.receivers, solids[i], flat),
             i});
    }
    if (ways.size() > most_judged_solids) {
        std::ranges::sort(ways);
        ways.resize(most_judged_solids);
        std::ranges::sort(ways, {}, &std::pair<double, std::size_t>::second);
    }
    std::vector<const SolidBox*> judged;
    for (const auto& [way, index] : ways) judged.push_back(&solids[index]);
    return judged;
}

}  // namespace

std::vector<GriddedSolid> gridded_solids(const PlanOutline& plan) {
    std::vector<GriddedSolid> found;
    const GridChoice grid = domain_grid(plan);
    for (const SolidBox* solid : judged_solids(plan)) {
        NodeBox nodes;
        if (const auto box = box_nodes(grid, plan.scene.dims, *solid))
            nodes = box->nodes;
        else if (const auto sheet = sheet_faces(grid, plan.scene.dims, *solid))
            nodes = plane_of(*sheet);
        else
            continue;
        const auto metres = [&](const Node& n) {
            const double x = grid.spacing_m;
            return Point{static_cast<double>(n.x) * x, static_cast<double>(n.y) * x, static_cast<double>(n.z) * x};
        };
        found.push_back({solid, metres(nodes.from), metres(nodes.to)});
    }
    return found;
}

}  // namespace wavesim
