// SPDX-License-Identifier: MIT
#include "solvers/accuracy/edge_errors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "boundary/surface.hpp"
#include "solvers/accuracy/edge_shift.hpp"
#include "solvers/accuracy/edge_ways.hpp"
#include "solvers/accuracy/fresnel.hpp"
#include "solvers/accuracy/gridded_solids.hpp"
#include "solvers/ways/reach.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;

constexpr std::size_t most_cases = 10'000;  // largest number of pairs of points times boxes that are examined

Point with(Point at, int axis, double to) {
    (axis == 0 ? at.x : axis == 1 ? at.y : at.z) = to;
    return at;
}

/// A box as requested and on the grid, m.
struct Box {
    Point from, to, grid_from, grid_to;
};

/// A box in the plane across one of its edges.
struct Section {
    int edge;                 ///< axis of the edge
    std::array<int, 2> axes;  ///< of the plane
    FlatBox asked, gridded;
    double low, high;  ///< ends of the edge

    FlatPoint flat(const Point& at) const { return {at.along(axes[0]), at.along(axes[1])}; }
    FlatBox flat(const Point& from, const Point& to) const { return {flat(from), flat(to)}; }
};

class Edges {
  public:
    explicit Edges(const PlanOutline& plan) : plan_(plan) {
        for (const GriddedSolid& solid : gridded_solids(plan))
            solids_.push_back({solid.asked->from, solid.asked->to, solid.from, solid.to});
        const std::vector<PulseTone> tones = pulse_tones(plan);
        if (tones.empty()) solids_.clear();
        wavelength_m_ = tones.empty() ? 1 : plan.decision.slowest_m_s / middle_frequency(tones);
        for (const Side side : all_sides)
            if (plan.scene.boundaries.kind[static_cast<std::size_t>(side)] == SideKind::wall &&
                !(plan.scene.dims == 2 && axis_of(side) == 1))
                sides_.push_back({side, with_images(side)});
        const double pairs =
            static_cast<double>(most_cases) / static_cast<double>(std::max<std::size_t>(1, solids_.size()));
        most_points_ = static_cast<std::size_t>(std::clamp(std::sqrt(pairs), 2.0, 64.0));
    }

    bool any() const { return !solids_.empty(); }
    std::size_t most_points() const { return most_points_; }
    double wavelength_m() const { return wavelength_m_; }

    /// Errors at a receiver relative to the loudest sound, whose path in the open has the length `loudest_m`.
    EdgeError error(const Point& from, const Point& to, double loudest_m) const {
        const EdgeError found = of_pair(solids_, from, to);
        const double direct = level_of(from, to, loudest_m);
        double images = 0;
        for (const auto& [side, solids] : sides_) {
            double squares = 0;
            for (const auto& [image_from, image_to] : images_in(side, from, to)) {
                const double level = reflects(side, image_from, image_to) * level_of(image_from, image_to, loudest_m);
                squares += std::pow(level * of_pair(solids, image_from, image_to).hidden, 2);
            }
            images = std::max(images, squares);
        }
        images = std::sqrt(images);
        // Where the direct sound is free, sound around solids belongs to echoes of sides.
        if (!hidden(from, to)) return {0, std::hypot(direct * found.visible, images)};
        return {std::hypot(direct * found.hidden, images), direct * found.visible};
    }

    /// Level of sound around solids relative to that of the source at the straight distance.
    double level(const Point& from, const Point& to) const {
        if (!hidden(from, to)) return 1;
        const double straight = straight_m(from, to), alone = level_of_pair(solids_, from, to);
        double loudest = 0;
        for (const auto& [side, solids] : sides_) {
            double squares = 0;
            for (const auto& [image_from, image_to] : images_in(side, from, to))
                squares += std::pow(reflects(side, image_from, image_to) * level_of(image_from, image_to, straight) *
                                        level_of_pair(solids, image_from, image_to),
                                    2);
            loudest = std::max(loudest, squares);
        }
        return std::min(1.0, std::sqrt(alone * alone + loudest));
    }

  private:
    std::vector<Box> with_images(Side side) const {
        const int axis = axis_of(side);
        const double end = is_max(side) ? plan_.scene.size_m.along(axis) : 0, noise = 1e-9 * plan_.decision.spacing_m;
        std::vector<Box> images = solids_;
        for (Box& box : images) {
            if (is_max(side) ? box.to.along(axis) < end - noise : box.from.along(axis) > end + noise) continue;
            if (is_max(side)) {
                box.to = with(box.to, axis, 2 * end - box.from.along(axis));
                box.grid_to = with(box.grid_to, axis, 2 * end - box.grid_from.along(axis));
            } else {
                box.from = with(box.from, axis, 2 * end - box.to.along(axis));
                box.grid_from = with(box.grid_from, axis, 2 * end - box.grid_to.along(axis));
            }
        }
        return images;
    }

    double straight_m(const Point& from, const Point& to) const {
        const double along_y = plan_.scene.dims == 2 ? 0 : to.y - from.y;
        return std::max(plan_.decision.spacing_m, std::hypot(to.x - from.x, along_y, to.z - from.z));
    }
    double level_of(const Point& from, const Point& to, double loudest_m) const {
        return std::pow(loudest_m / straight_m(from, to), (plan_.scene.dims - 1) / 2.0);
    }

    /// A source and a receiver, of which one or both are images in a side.
    std::array<std::pair<Point, Point>, 3> images_in(Side side, const Point& from, const Point& to) const {
        const int axis = axis_of(side);
        const double end = is_max(side) ? plan_.scene.size_m.along(axis) : 0;
        const Point image_from = with(from, axis, 2 * end - from.along(axis));
        const Point image_to = with(to, axis, 2 * end - to.along(axis));
        return {{{image_from, to}, {from, image_to}, {image_from, image_to}}};
    }
    double reflects(Side side, const Point& from, const Point& to) const {
        const int axis = axis_of(side);
        const SurfaceLaw& law = plan_.scene.boundaries.side[static_cast<std::size_t>(side)];
        const double g = law.by_frequency() ? 1 : admittance_of(law);
        const double cosine = std::abs(to.along(axis) - from.along(axis)) / straight_m(from, to);
        return std::isinf(g) || g == 0 ? 1 : std::abs(cosine - g) / (cosine + g);
    }

    bool hidden(const Point& from, const Point& to) const {
        return std::ranges::any_of(solids_, [&](const Box& solid) { return is_between(solid, from, to); });
    }

    /// Errors relative to the sound of the source at the straight distance.
    EdgeError of_pair(const std::vector<Box>& solids, const Point& from, const Point& to) const {
        EdgeError worst;
        for (const Box& solid : solids)
            each_section(solid, [&](const Section& section) {
                const FlatPoint p = section.flat(from), q = section.flat(to);
                if (section.asked.hides(p, q))
                    worst.hidden = std::max(worst.hidden, of_hidden(solid, section, from, to));
                else
                    worst.visible = std::max(worst.visible, of_visible(solid, section, from, to));
            });
        return worst;
    }

    double level_of_pair(const std::vector<Box>& solids, const Point& from, const Point& to) const {
        double least = 1;
        for (const Box& solid : solids) {
            if (!is_between(solid, from, to)) continue;
            double squares = 0;
            each_section(solid, [&](const Section& section) {
                const FlatPoint p = section.flat(from), q = section.flat(to);
                if (!section.asked.hides(p, q)) return;
                for (const bool left : {false, true})
                    if (const auto way = free_way(solid, section, from, to, left))
                        squares += std::norm(share(section, from, to, *way) *
                                             wedge_factor(section.asked, *way, p, q, wavelength_m_) *
                                             sound_at_edge(longer(section, from, to, way->length)));
            });
            least = std::min(least, std::sqrt(squares));
        }
        return least;
    }

    template <class Act>
    void each_section(const Box& solid, const Act& act) const {
        for (const int edge : {0, 1, 2}) {
            if (plan_.scene.dims == 2 && edge != 1) continue;
            Section section{edge, {edge == 0 ? 1 : 0, edge == 2 ? 1 : 2}, {}, {}, 0, 0};
            section.asked = section.flat(solid.from, solid.to);
            section.gridded = section.flat(solid.grid_from, solid.grid_to);
            constexpr double infinite = std::numeric_limits<double>::infinity();
            const bool flat = plan_.scene.dims == 2;
            // An edge goes on as its image in a side, and through a layer.
            section.low = flat || !(solid.from.along(edge) > 0) ? -infinite : solid.from.along(edge);
            section.high =
                flat || !(solid.to.along(edge) < plan_.scene.size_m.along(edge)) ? infinite : solid.to.along(edge);
            act(section);
        }
    }

    double beside(const Section& section, const Point& from, const Point& to) const {
        return plan_.scene.dims == 2 ? 0 : to.along(section.edge) - from.along(section.edge);
    }

    /// How much longer than the straight line a path is whose part across the edge has this length, in wavelengths.
    double longer(const Section& section, const Point& from, const Point& to, double across_m) const {
        const FlatPoint p = section.flat(from), q = section.flat(to);
        const double along = beside(section, from, to);
        return (std::hypot(across_m, along) - std::hypot(q.a - p.a, q.b - p.b, along)) / wavelength_m_;
    }

    /// Part of the sound that comes from an edge of finite length.
    double share(const Section& section, const Point& from, const Point& to, const WayAround& way) const {
        const double sum = way.before + way.behind;
        if (plan_.scene.dims == 2 || !(sum > 0)) return 1;
        const double part = way.before / sum, length = std::hypot(way.length, beside(section, from, to));
        const double zone = std::sqrt(std::max(1e-6, part * (1 - part)) * length * wavelength_m_), far = 1e3 * zone;
        const double at = std::lerp(from.along(section.edge), to.along(section.edge), part);
        return std::abs(
            strip_share(std::clamp(section.low - at, -far, far), std::clamp(section.high - at, -far, far), zone));
    }

    /// Whether a corner of a section is an edge: all around it is air.
    bool is_edge(const Box& solid, const Section& section, std::size_t corner, double along) const {
        const double by = plan_.decision.spacing_m / 2;
        const FlatPoint at = section.asked.corner(corner);
        const double out_a = corner & 1 ? by : -by, out_b = corner & 2 ? by : -by;
        for (const auto& [da, db] : {FlatPoint{out_a, out_b}, FlatPoint{out_a, -out_b}, FlatPoint{-out_a, out_b}}) {
            Point look = with(with(Point{}, section.axes[0], at.a + da), section.axes[1], at.b + db);
            look = with(look, section.edge, along);
            for (const int axis : section.axes)
                if (look.along(axis) < 0 || look.along(axis) > plan_.scene.size_m.along(axis)) return false;
            for (const Box& other : solids_) {
                if (other.to == solid.to || other.from == solid.from) continue;
                bool inside = true;
                for (const int axis : {0, 1, 2})
                    if (!(plan_.scene.dims == 2 && axis == 1))
                        inside = inside && look.along(axis) > other.from.along(axis) &&
                                 look.along(axis) < other.to.along(axis);
                if (inside) return false;
            }
        }
        return true;
    }

    double middle_of(const Section& section, const Box& solid) const {
        return (solid.from.along(section.edge) + solid.to.along(section.edge)) / 2;
    }

    std::optional<WayAround> free_way(const Box& solid, const Section& section, const Point& from, const Point& to,
                                      bool left) const {
        const auto way = way_around(section.asked, section.flat(from), section.flat(to), left);
        if (!way) return {};
        for (std::size_t c = 0; c < 4; ++c)
            if (way->corners[c] && !is_edge(solid, section, c, middle_of(section, solid))) return {};
        return way;
    }

    double shift_of(const Box& solid, const Section& section) const {
        double thin = std::numeric_limits<double>::infinity();
        for (const int axis : section.axes)
            thin = std::min(thin, solid.grid_to.along(axis) - solid.grid_from.along(axis));
        return edge_shift(plan_, thin, 2 * std::numbers::pi / wavelength_m_);
    }

    static double change(const Complex& right, const Complex& moved, const Complex& grown) {
        return std::hypot(std::abs(moved - right), std::abs(grown - right));
    }

    /// Length of the path via the corner of a box that is nearest to the straight line.
    static double past_corner(const FlatBox& box, const FlatPoint& p, const FlatPoint& q) {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t c = 0; c < 4; ++c) {
            const FlatPoint at = box.corner(c);
            least = std::min(least, std::hypot(at.a - p.a, at.b - p.b) + std::hypot(at.a - q.a, at.b - q.b));
        }
        return least;
    }

    double of_hidden(const Box& solid, const Section& section, const Point& from, const Point& to) const {
        const FlatPoint p = section.flat(from), q = section.flat(to);
        const auto sound = [&](double length) { return sound_at_edge(longer(section, from, to, length)); };
        double worst = 0;
        for (const bool left : {false, true}) {
            const auto way = free_way(solid, section, from, to, left);
            if (!way) continue;
            Complex moved;
            if (!section.gridded.hides(p, q)) {
                moved = sound_at_edge(-longer(section, from, to, past_corner(section.gridded, p, q)));
            } else if (const auto other = way_around(section.gridded, p, q, left)) {
                moved = sound(other->length);
            }
            const auto grown = way_around(section.asked.grown(shift_of(solid, section)), p, q, left);
            const Complex right = sound(way->length);
            worst = std::max(worst, share(section, from, to, *way) *
                                        wedge_factor(section.asked, *way, p, q, wavelength_m_) *
                                        change(right, moved, grown ? sound(grown->length) : right));
        }
        return worst;
    }

    double of_visible(const Box& solid, const Section& section, const Point& from, const Point& to) const {
        const FlatPoint p = section.flat(from), q = section.flat(to);
        const FlatBox grown = section.asked.grown(shift_of(solid, section));
        double worst = 0;
        for (std::size_t c = 0; c < 4; ++c) {
            const FlatPoint at = section.asked.corner(c);
            if (section.asked.hides(p, at) || section.asked.hides(at, q)) continue;
            if (!is_edge(solid, section, c, middle_of(section, solid))) continue;
            const auto before = [&](const FlatPoint& corner) { return std::hypot(corner.a - p.a, corner.b - p.b); };
            const auto behind = [&](const FlatPoint& corner) { return std::hypot(corner.a - q.a, corner.b - q.b); };
            // A box that moves a little hides the straight line only if its corner lies close to it. In 3D points may
            // lie in the plane of a face, beside the box.
            const auto sound = [&](const FlatBox& box) {
                constexpr double close = 0.1;  // wavelengths
                const double more = longer(section, from, to, before(box.corner(c)) + behind(box.corner(c)));
                return sound_at_edge(box.hides(p, q) && more < close ? more : -more);
            };
            WayAround way{before(at) + behind(at), before(at), behind(at), {}};
            way.corners[c] = true;
            worst =
                std::max(worst, share(section, from, to, way) * wedge_factor(section.asked, way, p, q, wavelength_m_) *
                                    change(sound(section.asked), sound(section.gridded), sound(grown)));
        }
        return worst;
    }

    /// Whether the straight line between two points passes through a box.
    bool is_between(const Box& box, const Point& from, const Point& to) const {
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

    const PlanOutline& plan_;
    std::vector<Box> solids_;
    struct Wall {
        Side side;
        std::vector<Box> solids;  ///< those that touch it go on as their images
    };
    std::vector<Wall> sides_;
    double wavelength_m_;
    std::size_t most_points_;
};

/// Calls act(from, to, straight distance, m) for every source and receiver that are examined.
template <class Act>
void each_pair(const PlanOutline& plan, std::size_t most, const Act& act) {
    for (std::size_t s = 0; s < std::min(most, plan.decision.sources.size()); ++s) {
        if (is_silent(plan.scene.sources[s].signal)) continue;
        const Point& from = plan.decision.sources[s].position;
        for (std::size_t r = 0; r < std::min(most, plan.decision.receivers.size()); ++r) {
            const Point& to = plan.decision.receivers[r].position;
            const double along_y = plan.scene.dims == 2 ? 0 : to.y - from.y;
            act(from, to, std::max(plan.decision.spacing_m, std::hypot(to.x - from.x, along_y, to.z - from.z)));
        }
    }
}

}  // namespace

EdgeError edge_error(const PlanOutline& plan, const DirectWays& ways) {
    EdgeError worst;
    const Edges edges(plan);
    if (!edges.any() || !(ways.longest > 0)) return worst;
    each_pair(plan, edges.most_points(), [&](const Point& from, const Point& to, double) {
        const EdgeError error = edges.error(from, to, ways.as_loud_m());
        worst = {std::max(worst.hidden, error.hidden), std::max(worst.visible, error.visible)};
    });
    if (worst.most() < 1e-9) return {};
    return worst;
}

double path_as_loud(const PlanOutline& plan) {
    double loudest = std::numeric_limits<double>::infinity();
    const Edges edges(plan);
    if (!edges.any()) return 0;
    each_pair(plan, edges.most_points(), [&](const Point& from, const Point& to, double straight_m) {
        const double level = edges.level(from, to), power = (plan.scene.dims - 1) / 2.0;
        if (level > 0) loudest = std::min(loudest, straight_m * std::pow(level, -1 / power));
    });
    return std::isfinite(loudest) ? loudest : 0;
}

}  // namespace wavesim
