// SPDX-License-Identifier: MIT
#include "solvers/accuracy/edge_sections.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/accuracy/fresnel.hpp"
#include "solvers/accuracy/gridded_solids.hpp"
#include "solvers/accuracy/pulse_tones.hpp"

namespace wavesim {

namespace {

constexpr double most_cases = 10'000;  // largest number of pairs of points times boxes that are examined

}  // namespace

Point with(Point at, int axis, double to) {
    (axis == 0 ? at.x : axis == 1 ? at.y : at.z) = to;
    return at;
}

EdgeSections::EdgeSections(const PlanOutline& plan) : plan_(plan) {
    const std::vector<PulseTone> tones = pulse_tones(plan);
    if (tones.empty()) return;
    for (const GriddedSolid& solid : gridded_solids(plan))
        if (!solid.asked->is_sheet()) boxes_.push_back({solid.asked->from, solid.asked->to, solid.from, solid.to});
    wavelength_m_ = plan.decision.slowest_m_s / middle_frequency(tones);
    const double pairs = most_cases / static_cast<double>(std::max<std::size_t>(1, boxes_.size()));
    most_points_ = static_cast<std::size_t>(std::clamp(std::sqrt(pairs), 2.0, 64.0));
}

double EdgeSections::straight_m(const Point& from, const Point& to) const {
    const double along_y = plan_.scene.dims == 2 ? 0 : to.y - from.y;
    return std::max(plan_.decision.spacing_m, std::hypot(to.x - from.x, along_y, to.z - from.z));
}

bool EdgeSections::is_between(const EdgedBox& box, const Point& from, const Point& to) const {
    double first = 0, last = 1;
    for (int axis = 0; axis < 3; ++axis) {
        if (plan_.scene.dims == 2 && axis == 1) continue;
        const double start = from.along(axis), step = to.along(axis) - start;
        const double low = box.from.along(axis), high = box.to.along(axis);
        if (step == 0) {
            if (!(start > low && start < high)) return false;
            continue;
        }
        first = std::max(first, std::min((low - start) / step, (high - start) / step));
        last = std::min(last, std::max((low - start) / step, (high - start) / step));
    }
    return last - first > 1e-9;
}

bool EdgeSections::hidden(const Point& from, const Point& to) const {
    return std::ranges::any_of(boxes_, [&](const EdgedBox& box) { return is_between(box, from, to); });
}

EdgeSection EdgeSections::section(const EdgedBox& box, int edge) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    EdgeSection section;
    section.edge = edge;
    section.axes = {edge == 0 ? 1 : 0, edge == 2 ? 1 : 2};
    section.asked = section.flat(box.from, box.to);
    section.gridded = section.flat(box.grid_from, box.grid_to);
    section.middle = (box.from.along(edge) + box.to.along(edge)) / 2;
    // An edge goes on through a layer, and as its image in a side that reflects; between two of these without end.
    const double size = plan_.scene.size_m.along(edge), low = box.from.along(edge), high = box.to.along(edge);
    const bool flat = plan_.scene.dims == 2, both = !(low > 0) && !(high < size);
    const auto absorbs = [&](int side) {
        return plan_.scene.boundaries.kind[static_cast<std::size_t>(side)] == SideKind::absorbing;
    };
    section.low = low > 0 ? low : both || absorbs(2 * edge) ? -infinite : -high;
    section.high = high < size ? high : both || absorbs(2 * edge + 1) ? infinite : 2 * size - low;
    if (flat) section.low = -infinite, section.high = infinite;
    return section;
}

double EdgeSections::beside(const EdgeSection& section, const Point& from, const Point& to) const {
    return plan_.scene.dims == 2 ? 0 : to.along(section.edge) - from.along(section.edge);
}

double EdgeSections::longer(const EdgeSection& section, const Point& from, const Point& to,
                            const WayAround& way) const {
    const FlatPoint p = section.flat(from), q = section.flat(to);
    const double straight = std::hypot(q.a - p.a, q.b - p.b, beside(section, from, to));
    const double sum = way.before + way.behind, part = sum > 0 ? way.before / sum : 0.5;
    double first = 0, second = 0;  // along the edge
    if (plan_.scene.dims != 2) {
        const double start = from.along(section.edge), end = to.along(section.edge);
        const double at = std::clamp(std::lerp(start, end, part), section.low, section.high);
        first = at - start;
        second = end - at;
    }
    const double path = std::hypot(part * way.length, first) + std::hypot((1 - part) * way.length, second);
    return std::max(0.0, path - straight) / wavelength_m_;
}

double EdgeSections::share(const EdgeSection& section, const Point& from, const Point& to, const WayAround& way) const {
    const double sum = way.before + way.behind;
    if (plan_.scene.dims == 2 || !(sum > 0)) return 1;
    const double part = way.before / sum, length = std::hypot(way.length, beside(section, from, to));
    const double zone = std::sqrt(std::max(1e-6, part * (1 - part)) * length * wavelength_m_), far = 1e3 * zone;
    const double at = std::lerp(from.along(section.edge), to.along(section.edge), part);
    return std::abs(
        strip_share(std::clamp(section.low - at, -far, far), std::clamp(section.high - at, -far, far), zone));
}

bool EdgeSections::is_edge(const EdgedBox& box, const EdgeSection& section, std::size_t corner) const {
    const double by = plan_.decision.spacing_m / 2;
    const FlatPoint at = section.asked.corner(corner);
    const double out_a = corner & 1 ? by : -by, out_b = corner & 2 ? by : -by;
    for (const auto& [da, db] : {FlatPoint{out_a, out_b}, FlatPoint{out_a, -out_b}, FlatPoint{-out_a, out_b}}) {
        Point look = with(with(Point{}, section.axes[0], at.a + da), section.axes[1], at.b + db);
        look = with(look, section.edge, section.middle);
        for (const int axis : section.axes)
            if (look.along(axis) < 0 || look.along(axis) > plan_.scene.size_m.along(axis)) return false;
        for (const EdgedBox& other : boxes_) {
            if (other.to == box.to || other.from == box.from) continue;
            bool inside = true;
            for (const int axis : {0, 1, 2})
                if (!(plan_.scene.dims == 2 && axis == 1))
                    inside =
                        inside && look.along(axis) > other.from.along(axis) && look.along(axis) < other.to.along(axis);
            if (inside) return false;
        }
    }
    return true;
}

std::optional<WayAround> EdgeSections::free_way(const EdgedBox& box, const EdgeSection& section, const Point& from,
                                                const Point& to, bool left) const {
    const auto way = way_around(section.asked, section.flat(from), section.flat(to), left);
    if (!way) return {};
    for (std::size_t c = 0; c < 4; ++c)
        if (way->corners[c] && !is_edge(box, section, c)) return {};
    return way;
}

bool EdgeSections::sees(const std::vector<EdgedBox>& boxes, const EdgedBox& box, const EdgeSection& section,
                        std::size_t corner, const Point& from, const Point& to) const {
    const FlatPoint at = section.asked.corner(corner), p = section.flat(from), q = section.flat(to);
    const double before = std::hypot(at.a - p.a, at.b - p.b), behind = std::hypot(at.a - q.a, at.b - q.b);
    const double part = before + behind > 0 ? before / (before + behind) : 0.5;
    const double along = std::clamp(std::lerp(from.along(section.edge), to.along(section.edge), part),
                                    box.from.along(section.edge), box.to.along(section.edge));
    Point edge = with(with(Point{}, section.axes[0], at.a), section.axes[1], at.b);
    edge = with(edge, section.edge, along);
    return std::ranges::none_of(boxes, [&](const EdgedBox& other) {
        return &other != &box && (is_between(other, from, edge) || is_between(other, edge, to));
    });
}

}  // namespace wavesim
