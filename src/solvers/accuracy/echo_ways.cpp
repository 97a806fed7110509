// SPDX-License-Identifier: MIT
#include "solvers/accuracy/echo_ways.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numbers>
#include <utility>

#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/reach.hpp"
#include "solvers/ways/shot_points.hpp"

namespace wavesim {

namespace {

constexpr std::size_t most_of_all = 32;
constexpr double least_cells = 0.5;  // from a source to anything

class Ways {
  public:
    Ways(const PlanOutline& plan, const OpenSpace& space, std::size_t most)
        : plan_(plan), space_(space), most_ways_(most) {
        for (const Side side : all_sides)
            if (plan.scene.boundaries.kind[static_cast<std::size_t>(side)] == SideKind::absorbing)
                sides_.push_back(side);
    }

    std::vector<SoundWay> loudest() const {
        const ShotPoints all(plan_);
        std::vector<SoundWay> loudest;
        for (std::int64_t shot = 0; shot < all.shots(); ++shot)
            for (SoundWay& way : of(all.of(shot))) keep(loudest, std::move(way), most_of_all);
        return loudest;
    }

  private:
    std::vector<SoundWay> of(const ShotPoints::Points& points) const {
        std::vector<SoundWay> loudest;
        const double nearest = shortest(points);
        for (std::size_t source = 0; source < points.sources.size(); ++source) {
            if (is_silent(plan_.scene.sources[source].signal)) continue;
            const Point& from = points.sources[source].position;
            for (const PlannedPoint& receiver : points.receivers)
                keep(loudest, way(source, from, receiver.position, nearest), most_ways_);
            if (!points.receivers.empty()) continue;
            for (const Side side : sides_) keep(loudest, way(source, from, foot(from, side), nearest), most_ways_);
        }
        return loudest;
    }

    Point foot(Point from, Side side) const {
        const int axis = axis_of(side);
        (axis == 0 ? from.x : axis == 1 ? from.y : from.z) = end_of(side);
        return from;
    }
    double end_of(Side side) const { return is_max(side) ? plan_.scene.size_m.along(axis_of(side)) : 0; }

    /// Adds a path to the `most` loudest; of equally loud paths the first is kept.
    static void keep(std::vector<SoundWay>& loudest, SoundWay way, std::size_t most) {
        const auto at = std::ranges::upper_bound(loudest, way.rank, std::ranges::greater{}, &SoundWay::rank);
        if (at == loudest.end() && loudest.size() == most) return;
        loudest.insert(at, std::move(way));
        if (loudest.size() > most) loudest.pop_back();
    }

    /// Vector between two points in cells, without the axes along which sound does not spread.
    std::array<double, 3> separation(const Point& from, const Point& to) const {
        std::array<double, 3> separation{};
        for (int axis = 0; axis < 3; ++axis)
            if (space_.axes[static_cast<std::size_t>(axis)])
                separation[static_cast<std::size_t>(axis)] =
                    (to.along(axis) - from.along(axis)) / plan_.decision.spacing_m;
        return separation;
    }
    static double length(const std::array<double, 3>& separation) {
        return std::max(least_cells, std::hypot(separation[0], separation[1], separation[2]));
    }

    /// Shortest path from a source that is not silent to a receiver, or to a layer if there is no receiver.
    double shortest(const ShotPoints::Points& points) const {
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t source = 0; source < points.sources.size(); ++source) {
            if (is_silent(plan_.scene.sources[source].signal)) continue;
            const Point& from = points.sources[source].position;
            for (const PlannedPoint& receiver : points.receivers)
                nearest = std::min(nearest, length(separation(from, receiver.position)));
            if (!points.receivers.empty()) continue;
            for (const Side side : sides_) nearest = std::min(nearest, length(separation(from, foot(from, side))));
        }
        return nearest;
    }

    SoundWay way(std::size_t source, const Point& from, const Point& to, double nearest) const {
        const double cell = plan_.decision.spacing_m;
        SoundWay way{source, nearest, 0, {}, from, to};
        for (const Side side : sides_) {
            const int axis = axis_of(side);
            const double across =
                (std::abs(end_of(side) - from.along(axis)) + std::abs(end_of(side) - to.along(axis))) / cell;
            auto beside = separation(from, to);
            beside[static_cast<std::size_t>(axis)] = 0;
            way.echoes.push_back({side, std::max(least_cells, across), std::hypot(beside[0], beside[1], beside[2])});
            way.rank = std::max(way.rank, nearest / way.echoes.back().length());
        }
        return way;
    }

    const PlanOutline& plan_;
    const OpenSpace& space_;
    std::size_t most_ways_;    ///< per shot
    std::vector<Side> sides_;  ///< absorbing sides
};

}  // namespace

OpenSpace::OpenSpace(const PlanOutline& plan) {
    const double longest_m = plan.decision.fastest_m_s / layer_frequency(plan);
    const auto& kind = plan.scene.boundaries.kind;
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        if (axis == 1 && plan.scene.dims == 2) continue;
        const bool walls = kind[2 * a] != SideKind::absorbing && kind[2 * a + 1] != SideKind::absorbing;
        axes[a] = !(walls && plan.scene.size_m.along(axis) < longest_m / 2);
        dims += axes[a];
    }
}

OpenSpace::Complex OpenSpace::sound(Complex k, double away) const {
    return of_line(k, away) * std::exp(Complex(0, 1) * k * away) / std::sqrt(8 * std::numbers::pi * k * away);
}

std::vector<SoundWay> loudest_ways(const PlanOutline& plan, const OpenSpace& space, std::size_t most) {
    return Ways(plan, space, most).loudest();
}

}  // namespace wavesim
