// SPDX-License-Identifier: MIT
#include "solvers/ways/p_wave_points.hpp"

#include <cmath>
#include <set>
#include <tuple>

#include "solvers/medium/anisotropy.hpp"
#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/shot_points.hpp"

namespace wavesim {

namespace {

/// The medium at a node of the grid.
PointRock rock_at(const PlanDraft& draft, const Node& n) {
    const Scene& scene = draft.plan.scene;
    const TiltedMedium medium = make_tilted_medium(scene, draft.grid, draft.walls, scene.boundaries.layer_cells(),
                                                   {n, {n.x + 1, n.y + 1, n.z + 1}});
    PointRock rock{static_cast<double>(medium.epsilon[0]), static_cast<double>(medium.delta[0]), {}};
    for (std::size_t d = 0; d < 3; ++d) rock.axis[d] = static_cast<double>(medium.axis[d][0]);
    return rock;
}

double beyond_elliptical(const PointRock& rock) { return (rock.epsilon - rock.delta) / (1 + 2 * rock.delta); }

/// Finds the rock at some nodes that is farthest from elliptical.
class FarthestRock {
  public:
    explicit FarthestRock(const PlanDraft& draft) : draft_(draft) {}
    void look_at(const Point& domain_position) {
        const PlanOutline& plan = draft_.plan;
        const double spacing_m = plan.decision.spacing_m;
        const Node n = nearest_node(plan.grid(), plan.decision.shape.halo, spacing_m,
                                    from_grid_corner(plan.scene, spacing_m, domain_position));
        if (!seen_.emplace(n.x, n.y, n.z).second) return;
        const PointRock rock = rock_at(draft_, n);
        if (beyond_elliptical(rock) > beyond_elliptical(farthest_)) farthest_ = rock;
    }
    /// Level errors of waves with `low` points per wavelength, and errors from the second wave with `high` points. None
    /// if no rock has a second wave.
    PWaveErrors errors(double low, double high) const {
        if (beyond_elliptical(farthest_) <= 0) return {};
        const PWavePoint point(farthest_, draft_.plan.scene.dims);
        return {point.errors(low).level, point.errors(high).second};
    }

  private:
    const PlanDraft& draft_;
    std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> seen_;
    PointRock farthest_;
};

}  // namespace

bool has_elliptical_sources(const Scene& scene) {
    using Around = Anisotropy::AroundSource;
    return scene.tti && (scene.tti->around_source == Around::elliptical ||
                         (scene.tti->around_source == Around::automatic && scene.tti->form == TtiForm::k73));
}

bool has_p_wave_points(const Scene& scene) {
    return scene.tti && scene.tti->around_source != Anisotropy::AroundSource::as_is && !has_elliptical_sources(scene);
}

void PWavePoints::make(const Point& in_grid, PlacedPoint& point) {
    constexpr double same = 1e-9;  // cells
    const PointRock rock = rock_at(draft_, point.home);
    if (beyond_elliptical(rock) <= 0) return;
    const PlanOutline& plan = draft_.plan;
    const ProblemShape& shape = plan.decision.shape;
    std::array<double, 3> offset{};
    Node home = point.home;
    if (point.half_width > 0) {
        const std::array<std::int64_t*, 3> nodes{&home.x, &home.y, &home.z};
        for (const std::size_t d : {0U, 1U, 2U}) {
            if (plan.scene.dims == 2 && d == 1) continue;
            const double at = node_coordinate(shape.halo, plan.decision.spacing_m, in_grid.along(static_cast<int>(d)));
            *nodes[d] = std::llround(at);
            offset[d] = at - static_cast<double>(*nodes[d]);
        }
    }
    const bool new_rock = !last_ || rock != rock_;
    if (new_rock) last_.emplace(rock_ = rock, plan.scene.dims);
    const auto moved = [&](std::size_t d) { return std::abs(offset[d] - offset_[d]) > same; };
    if (new_rock || moved(0) || moved(1) || moved(2)) block_ = last_->around(offset_ = offset);
    PWavePoint::add(block_, point.weights, shape.extent, home);
}

void note_p_wave_points(PlanDraft& draft) {
    PlanOutline& plan = draft.plan;
    if (!has_p_wave_points(plan.scene)) return;
    FarthestRock sources(draft), receivers(draft);
    const ShotPoints all(plan);
    for (std::int64_t shot = 0; shot < all.shots(); ++shot) {
        const ShotPoints::Points points = all.of(shot);
        for (const PlannedPoint& point : points.sources) sources.look_at(point.position);
        for (const PlannedPoint& point : points.receivers) receivers.look_at(point.position);
    }
    const double cells_per_s = layer_frequency(plan) * plan.decision.spacing_m;
    const double low = plan.decision.slowest_m_s / cells_per_s, high = plan.decision.fastest_m_s / cells_per_s;
    const PWaveErrors sent = sources.errors(low, high), heard = receivers.errors(low, high);
    plan.report.p_wave_points = {sent.level + heard.level, sent.second * heard.second};
}

}  // namespace wavesim
