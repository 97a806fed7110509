// SPDX-License-Identifier: MIT
#include "solvers/ways/first_arrivals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "solvers/medium/cell_average.hpp"
#include "solvers/medium/medium.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

namespace {

constexpr double wanted_nodes = 1 << 17;
constexpr double most_nodes = 1 << 21;
constexpr double near_cells = 5;  // distance from the source within which times are those along straight lines
constexpr double never = std::numeric_limits<double>::infinity();

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

/// A grid of slownesses, s/m, just fine enough for arrival times.
class TravelTimes {
  public:
    TravelTimes(const Scene& scene, GridChoice grid) : dims_(scene.dims), grid_(grid), size_m_(scene.size_m) {
        const double fastest = speed_range(scene.medium).fastest;
        const std::vector<float> factors = make_factors(scene, grid_, WallPosition::half, all_nodes(grid_.extent));
        slowness_.assign(static_cast<std::size_t>(grid_.extent.nodes()), 1 / fastest);
        for (std::size_t i = 0; i < factors.size(); ++i)
            slowness_[i] = 1 / (fastest * std::sqrt(static_cast<double>(factors[i])));
        for (const SolidBox& solid : scene.solids) {
            const NodeBox box = nodes_between(solid.from, solid.to, dims_, grid_, WallPosition::half);
            for (std::int64_t z = box.from.z; z < box.to.z; ++z)
                for (std::int64_t y = box.from.y; y < box.to.y; ++y)
                    for (std::int64_t x = box.from.x; x < box.to.x; ++x) slowness_[index(x, y, z)] = never;
        }
    }

    void start(const Point& source) {
        source_ = source;
        times_.assign(slowness_.size(), never);
        fixed_.assign(slowness_.size(), false);
        const Extent& e = grid_.extent;
        for (std::int64_t z = 0; z < e.nz; ++z)
            for (std::int64_t y = 0; y < e.ny; ++y)
                for (std::int64_t x = 0; x < e.nx; ++x) {
                    const Point node = position(x, y, z);
                    if (distance(node, source) > near_cells * grid_.spacing_m) continue;
                    times_[index(x, y, z)] = along_straight_line(node);
                    fixed_[index(x, y, z)] = std::isfinite(times_[index(x, y, z)]);
                }
        constexpr int most_rounds = 20;
        for (int round = 0; round < most_rounds; ++round)
            if (!sweep_all_ways()) return;
    }

    double to(const Point& point) const {
        if (distance(point, source_) <= near_cells * grid_.spacing_m) return along_straight_line(point);
        // Interpolated between the nodes around it.
        std::array<std::array<std::int64_t, 2>, 3> node{};
        std::array<double, 3> share{};
        const std::array<std::int64_t, 3> count{grid_.extent.nx, grid_.extent.ny, grid_.extent.nz};
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            const double at = dims_ == 2 && axis == 1 ? 0 : point.along(axis) / grid_.spacing_m - 0.5;
            const auto first = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(at)), 0, count[a] - 1);
            node[a] = {first, std::min(first + 1, count[a] - 1)};
            share[a] = std::clamp(at - static_cast<double>(first), 0.0, 1.0);
        }
        double sum = 0, weights = 0;
        for (std::size_t corner = 0; corner < 8; ++corner) {
            const std::array<std::size_t, 3> side{corner & 1U, corner >> 1U & 1U, corner >> 2U};
            double weight = 1;
            for (std::size_t a = 0; a < 3; ++a) weight *= side[a] == 1 ? share[a] : 1 - share[a];
            const double time = times_[index(node[0][side[0]], node[1][side[1]], node[2][side[2]])];
            if (weight > 0 && std::isfinite(time)) sum += weight * time, weights += weight;
        }
        // No path, including the straight line, is faster than the fastest one.
        return std::min(weights > 0 ? sum / weights : never, along_straight_line(point));
    }

  private:
    std::size_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return static_cast<std::size_t>(grid_.extent.index(x, y, z));
    }
    Point position(std::int64_t x, std::int64_t y, std::int64_t z) const {
        const auto at = [this](std::int64_t n) { return (static_cast<double>(n) + 0.5) * grid_.spacing_m; };
        return {at(x), dims_ == 2 ? 0 : at(y), at(z)};
    }
    double slowness_at(const Point& point) const {
        const auto node = [this](double x, std::int64_t count) {
            return std::clamp<std::int64_t>(static_cast<std::int64_t>(x / grid_.spacing_m), 0, count - 1);
        };
        return slowness_[index(node(point.x, grid_.extent.nx), node(point.y, grid_.extent.ny),
                               node(point.z, grid_.extent.nz))];
    }
    double along_straight_line(const Point& to) const {
        const double parts = std::max(16.0, std::ceil(2 * distance(source_, to) / grid_.spacing_m));
        double sum = 0;
        for (double i = 0; i < parts; ++i) {
            const double share = (i + 0.5) / parts;
            sum += slowness_at({source_.x + share * (to.x - source_.x), source_.y + share * (to.y - source_.y),
                                source_.z + share * (to.z - source_.z)});
        }
        return distance(source_, to) == 0 ? 0 : sum / parts * distance(source_, to);
    }

    /// Smallest time of the two neighbours along an axis.
    double upwind(std::int64_t x, std::int64_t y, std::int64_t z, int axis) const {
        const auto at = [&](std::int64_t step) {
            const std::int64_t i = x + (axis == 0 ? step : 0), j = y + (axis == 1 ? step : 0),
                               k = z + (axis == 2 ? step : 0);
            return grid_.extent.contains(i, j, k) ? times_[index(i, j, k)] : never;
        };
        return std::min(at(-1), at(1));
    }

    /// Updates the time of a node. Returns whether it decreased.
    bool update(std::int64_t x, std::int64_t y, std::int64_t z) {
        const std::size_t here = index(x, y, z);
        if (fixed_[here] || std::isinf(slowness_[here])) return false;
        std::array<double, 3> before{upwind(x, y, z, 0), dims_ == 2 ? never : upwind(x, y, z, 1), upwind(x, y, z, 2)};
        std::ranges::sort(before);
        const double step = grid_.spacing_m * slowness_[here];
        double time = before[0] + step;
        double sum = before[0], squares = before[0] * before[0];
        for (std::size_t n = 1; n < 3 && time > before[n]; ++n) {  // sum over n + 1 axes of (t - before)^2 = step^2
            sum += before[n];
            squares += before[n] * before[n];
            const auto axes = static_cast<double>(n + 1);
            time = (sum + std::sqrt(std::max(0.0, sum * sum - axes * (squares - step * step)))) / axes;
        }
        if (!(time < times_[here] * (1 - 1e-9))) return false;
        times_[here] = time;
        return true;
    }

    bool sweep_all_ways() {
        bool changed = false;
        const Extent& e = grid_.extent;
        for (unsigned way = 0; way < 8; ++way) {
            if (dims_ == 2 && (way & 2U) != 0) continue;
            const auto in_order = [&](std::int64_t n, std::int64_t count, unsigned bit) {
                return (way & bit) == 0 ? n : count - 1 - n;
            };
            for (std::int64_t z = 0; z < e.nz; ++z)
                for (std::int64_t y = 0; y < e.ny; ++y)
                    for (std::int64_t x = 0; x < e.nx; ++x)
                        changed |= update(in_order(x, e.nx, 1), in_order(y, e.ny, 2), in_order(z, e.nz, 4));
        }
        return changed;
    }

    int dims_;
    GridChoice grid_;
    Point size_m_;
    Point source_;
    std::vector<double> slowness_;
    std::vector<double> times_;
    std::vector<bool> fixed_;
};

std::optional<GridChoice> coarse_grid(const Scene& scene) {
    const Point& size = scene.size_m;
    const double volume = size.x * size.z * (scene.dims == 3 ? size.y : 1);
    const double least = std::min({size.x, size.z, scene.dims == 3 ? size.y : size.x});
    const double spacing = std::min(std::pow(volume / wanted_nodes, 1.0 / scene.dims), least);
    if (!(spacing > 0) || volume / std::pow(spacing, scene.dims) > most_nodes) return {};
    return choose_grid(scene.dims, size, spacing, WallPosition::half);
}

}  // namespace

std::vector<double> first_arrivals(const Scene& scene, const Point& source, const std::vector<Point>& points) {
    std::vector<double> times;
    if (scene.tti) return times;
    if (!varies(scene.medium) && scene.solids.empty()) {
        for (const Point& point : points) times.push_back(distance(source, point) / scene.medium.sound_speed_m_s);
        return times;
    }
    const auto grid = coarse_grid(scene);
    if (!grid) return times;
    TravelTimes travel(scene, *grid);
    travel.start(source);
    for (const Point& point : points) times.push_back(travel.to(point));
    return times;
}

}  // namespace wavesim
