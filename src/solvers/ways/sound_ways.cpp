// SPDX-License-Identifier: MIT
#include "solvers/ways/sound_ways.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/scene/survey.hpp"
#include "solvers/space/interpolation.hpp"

namespace wavesim {

namespace {

/// Limits for some 10 ms of work: cells of the lattice, cells between the faces of solids, and solids tested per
/// source.
constexpr std::int64_t most_lattice_cells = 1 << 18;
constexpr std::int64_t most_cut_cells = 1 << 22;
constexpr std::size_t most_looks = 10'000'000;
constexpr std::size_t most_searches = 32;  ///< in all shots

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

bool holds(const NodeBox& box, const Node& n) {
    return n.x >= box.from.x && n.x < box.to.x && n.y >= box.from.y && n.y < box.to.y && n.z >= box.from.z &&
           n.z < box.to.z;
}

std::vector<WayBounds> ways_of_shots(const PlanDraft& draft, std::int64_t first, std::int64_t end) {
    const Scene& scene = draft.plan.scene;
    SoundWays ways(draft);
    std::size_t searches = 0;
    std::vector<WayBounds> all;
    for (std::int64_t shot = first; shot < end; ++shot) {
        std::vector<Point> receivers;
        for (std::size_t r = 0; r < scene.receivers.size(); ++r) receivers.push_back(receiver_position(scene, r, shot));
        for (std::size_t s = 0; s < scene.sources.size(); ++s) {
            const Point source = source_position(scene, s, shot);
            for (const WayBounds& way :
                 searches++ < most_searches ? ways.from(source, receivers) : SoundWays::straight(source, receivers))
                all.push_back(way);
        }
    }
    return all;
}

}  // namespace

SoundWays::SoundWays(const PlanDraft& draft) : draft_(draft), solids_(solid_nodes(draft.plan.scene, draft.grid)) {
    const auto sides = [&draft](const Extent& n) {
        return draft.grid.spacing_m * static_cast<double>(n.nx + n.ny + n.nz);
    };
    ample_m_ = 2 * sides(draft.grid.extent);
    for (const NodeBox& box : solids_) ample_m_ += 2 * sides(box.extent());
    blocks_ = solids_;
    for (const NodeSheet& sheet : sheets_on_grid(draft.plan.scene, draft.grid, draft.surfaces)) {
        blocks_.push_back(plane_of(sheet));
        ample_m_ += 2 * sides(sheet.before.extent());
    }
}

/// The first air node whose cell contains a point.
Node SoundWays::home(const Point& point) const {
    const std::vector<Node> nodes =
        nodes_at(draft_.grid.extent, draft_.plan.decision.shape.halo, draft_.grid.spacing_m, point);
    const auto in_air = [this](const Node& node) {
        return std::ranges::none_of(solids_, [&node](const NodeBox& box) { return holds(box, node); });
    };
    const auto found = std::ranges::find_if(nodes, in_air);
    return found == nodes.end() ? nodes.front() : *found;
}

/// Whether the straight line passes through the interior of a solid, from the intervals of the line between pairs of
/// faces.
bool SoundWays::is_blocked(const Point& a, const Point& b) const {
    constexpr double face = 1e-6;  // cells
    const auto along = [this](double x) {
        return node_coordinate(draft_.plan.decision.shape.halo, draft_.grid.spacing_m, x) + 0.5;
    };
    const auto passes = [&](const NodeBox& box) {
        double begin = 0, end = 1;
        const auto cut = [&](double from, double to, std::int64_t low_face, std::int64_t high_face) {
            const double low = static_cast<double>(low_face) + face - from;
            const double high = static_cast<double>(high_face) - face - from;
            const double way = to - from;
            if (way == 0) return low < 0 && high > 0;
            begin = std::max(begin, std::min(low / way, high / way));
            end = std::min(end, std::max(low / way, high / way));
            return begin < end;
        };
        return cut(along(a.x), along(b.x), box.from.x, box.to.x) &&
               (draft_.plan.scene.dims == 2 || cut(along(a.y), along(b.y), box.from.y, box.to.y)) &&
               cut(along(a.z), along(b.z), box.from.z, box.to.z);
    };
    return std::ranges::any_of(blocks_, passes);
}

std::vector<WayBounds> SoundWays::straight(const Point& source, const std::vector<Point>& points) {
    std::vector<WayBounds> ways;
    ways.reserve(points.size());
    for (const Point& point : points) ways.push_back({distance(source, point), distance(source, point)});
    return ways;
}

std::vector<WayBounds> SoundWays::from(const Point& source, const std::vector<Point>& points) {
    std::vector<WayBounds> ways = straight(source, points);
    if (blocks_.empty() || points.size() * blocks_.size() > most_looks ||
        CutAir::cells(draft_, solids_) > most_cut_cells)
        return ways;
    bool searched = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!is_blocked(source, points[i])) continue;
        if (!air_) air_.emplace(draft_, solids_);
        if (air_->of(source) != air_->of(points[i])) {
            ways[i] = {};
            continue;
        }
        if (!lattice_) lattice_.emplace(draft_.grid.extent, solids_, most_lattice_cells);
        if (!searched) lattice_->search(home(source));
        searched = true;
        const WayBounds around = lattice_->to(home(points[i]));
        ways[i].least = std::max(ways[i].least, draft_.grid.spacing_m * around.least);
        ways[i].most = std::max(ways[i].most, draft_.grid.spacing_m * around.most);
    }
    return ways;
}

std::vector<WayBounds> direct_ways(const PlanDraft& draft) {
    if (draft.plan.scene.solids.empty()) return {};
    return ways_of_shots(draft, draft.plan.decision.shot, draft.plan.decision.shot + 1);
}

std::vector<WayBounds> direct_ways_of_shots(const PlanDraft& draft) {
    if (draft.plan.scene.solids.empty() || !draft.plan.scene.survey) return {};
    return ways_of_shots(draft, 0, shot_count(draft.plan.scene));
}

}  // namespace wavesim
