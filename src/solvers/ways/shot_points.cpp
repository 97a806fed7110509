// SPDX-License-Identifier: MIT
#include "solvers/ways/shot_points.hpp"

#include <cmath>

#include "solvers/scene/survey.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/point_grid.hpp"

namespace wavesim {

ShotPoints::ShotPoints(const PlanOutline& plan)
    : plan_(plan),
      air_(plan.scene, domain_grid(plan)),
      placer_(point_grid(plan, [this](const Node& n) { return air_.is_air(n); })) {}

std::int64_t ShotPoints::shots() const { return shot_count(plan_.scene); }

ShotPoints::Points ShotPoints::of(std::int64_t shot) const {
    const Scene& scene = plan_.scene;
    const auto receivers = static_cast<std::size_t>(receivers_of_shot(scene, shot));
    Points points{shot, plan_.decision.sources, plan_.decision.receivers};
    points.receivers.resize(receivers);
    if (shot == plan_.decision.shot) return points;
    points.sources.resize(scene.sources.size());
    for (std::size_t i = 0; i < scene.sources.size(); ++i)
        points.sources[i] = placed(source_position(scene, i, shot), scene.sources[i].placement);
    for (std::size_t i = 0; i < receivers; ++i)
        points.receivers[i] = placed(receiver_position(scene, i, shot), scene.receivers[i].placement);
    return points;
}

PlannedPoint ShotPoints::placed(const Point& at, Placement placement) const {
    const auto& halo = plan_.decision.shape.halo;
    const double spacing_m = plan_.decision.spacing_m;
    const Point in_grid = from_grid_corner(plan_.scene, spacing_m, at);
    if (placement == Placement::interpolated) return {at, sinc_half_width, static_cast<float>(placer_.error(in_grid))};
    const Node node = nearest_node(plan_.grid(), halo, spacing_m, in_grid);
    return {from_domain_corner(plan_.scene, spacing_m, node_position(halo, spacing_m, node, plan_.scene.dims)), 0};
}

WayBounds ShotPoints::way(const Points& points, std::size_t source, std::size_t receiver) const {
    const std::vector<WayBounds>& of_shots = plan_.report.ways_of_shots;
    const std::vector<WayBounds>& known = of_shots.empty() ? plan_.report.ways : of_shots;
    if (!known.empty()) {
        const std::size_t shot = of_shots.empty() ? 0 : static_cast<std::size_t>(points.shot);
        return known[(shot * points.sources.size() + source) * plan_.scene.receivers.size() + receiver];
    }
    const Point &a = points.sources[source].position, &b = points.receivers[receiver].position;
    const double straight = std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
    return {straight, straight};
}

}  // namespace wavesim
