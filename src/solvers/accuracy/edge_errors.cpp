// SPDX-License-Identifier: MIT
#include "solvers/accuracy/edge_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "solvers/accuracy/edge_sections.hpp"
#include "solvers/accuracy/edge_shift.hpp"
#include "solvers/accuracy/edge_ways.hpp"
#include "solvers/accuracy/side_mirrors.hpp"
#include "solvers/accuracy/small_solids.hpp"
#include "solvers/accuracy/sound_behind_solids.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;

WayAround past(const FlatPoint& corner, const FlatPoint& p, const FlatPoint& q) {
    const double before = std::hypot(corner.a - p.a, corner.b - p.b),
                 behind = std::hypot(corner.a - q.a, corner.b - q.b);
    return {before + behind, before, behind, {}};
}

/// The path via the corner of a box that is nearest to the straight line.
WayAround past_nearest(const FlatBox& box, const FlatPoint& p, const FlatPoint& q) {
    WayAround least = past(box.corner(0), p, q);
    for (std::size_t c = 1; c < 4; ++c)
        if (const WayAround way = past(box.corner(c), p, q); way.length < least.length) least = way;
    return least;
}

bool is_left(const FlatPoint& from, const FlatPoint& to, const FlatPoint& at) {
    return (to.a - from.a) * (at.b - from.b) > (to.b - from.b) * (at.a - from.a);
}

/// Change of the sound at an edge that is moved, that stands out further, or both.
double change(const Complex& right, const Complex& moved, const Complex& grown, const Complex& both) {
    return std::max(std::hypot(std::abs(moved - right), std::abs(grown - right)), std::abs(both - right));
}

/// The same for sound around the far side of a box. A path that bends at both ends of a face becomes longer if the box
/// becomes wider, and its sound weaker (Pierce, J. Acoust. Soc. Am. 55 (1974) 941). So a box that is lower and wider on
/// the grid does not give the right sound where the path is as long as before, and moves along both axes count like
/// independent errors.
template <class Sound>
double change_around(const EdgeSection& section, const WayAround& way, double grow_m, const Sound& sound) {
    const FlatBox &asked = section.asked, &gridded = section.gridded;
    const Complex right = sound(asked);
    const double whole = change(right, sound(gridded), sound(asked.grown(grow_m)), sound(gridded.grown(grow_m)));
    if (std::ranges::count(way.corners, true) < 2) return whole;
    const FlatBox along_a{{gridded.from.a, asked.from.b}, {gridded.to.a, asked.to.b}},
        along_b{{asked.from.a, gridded.from.b}, {asked.to.a, gridded.to.b}};
    return std::max(whole, std::hypot(std::abs(sound(along_a) - right), std::abs(sound(along_b) - right)));
}

/// Errors of the sound between two points at the edges of boxes, relative to the sound at the straight distance.
class EdgesBetween {
  public:
    EdgesBetween(const PlanOutline& plan, const EdgeSections& sections) : plan_(plan), sections_(sections) {}

    EdgeError of(const std::vector<EdgedBox>& boxes, const PointPair& pair) const {
        const auto& [from, to] = pair;
        std::vector<std::pair<const EdgedBox*, double>> between;  // and the sound around each
        for (const EdgedBox& box : boxes)
            if (sections_.is_between(box, from, to)) between.push_back({&box, sound_around(sections_, box, pair)});
        const auto left_by_others = [&](const EdgedBox& box) {
            double least = 1;
            for (const auto& [other, sound] : between)
                if (other != &box) least = std::min(least, sound);
            return least;
        };
        EdgeError worst;
        for (const EdgedBox& box : boxes) {
            double visible = worst.visible;
            sections_.each_section(box, [&](const EdgeSection& section) {
                if (section.asked.hides(section.flat(from), section.flat(to)))
                    worst.hidden = std::max(worst.hidden, left_by_others(box) * of_hidden(box, section, from, to));
                else
                    visible =
                        of_visible(boxes, box, section, from, to, of_far_side(boxes, box, section, from, to, visible));
            });
            if (visible > worst.visible)
                worst.visible = std::min(visible, std::max(worst.visible, of_small(boxes, box, pair)));
        }
        return worst;
    }

  private:
    double shift_of(const EdgedBox& box, const EdgeSection& section) const {
        double thin = std::numeric_limits<double>::infinity();
        for (const int axis : section.axes) thin = std::min(thin, box.grid_to.along(axis) - box.grid_from.along(axis));
        return edge_shift(plan_, thin, 2 * std::numbers::pi / sections_.wavelength_m());
    }

    /// Error of all that a box sends out if it is small; no limit for others, and for those that touch a side or a box.
    double of_small(const std::vector<EdgedBox>& boxes, const EdgedBox& box, const PointPair& pair) const {
        constexpr double none = std::numeric_limits<double>::infinity();
        const double by = plan_.decision.spacing_m, k = 2 * std::numbers::pi / sections_.wavelength_m();
        for (const int axis : {0, 1, 2}) {
            if (plan_.scene.dims == 2 && axis == 1) continue;
            if (box.from.along(axis) < by || box.to.along(axis) > plan_.scene.size_m.along(axis) - by) return none;
        }
        const auto touches = [&](const EdgedBox& other) {
            bool near = &other != &box;
            for (const int axis : {0, 1, 2})
                if (!(plan_.scene.dims == 2 && axis == 1))
                    near = near && other.from.along(axis) < box.to.along(axis) + by &&
                           other.to.along(axis) > box.from.along(axis) - by;
            return near;
        };
        if (std::ranges::any_of(boxes, touches)) return none;
        double thin = std::numeric_limits<double>::infinity();
        for (const int axis : {0, 1, 2})
            if (!(plan_.scene.dims == 2 && axis == 1))
                thin = std::min(thin, box.grid_to.along(axis) - box.grid_from.along(axis));
        return change_of_scattered(box, edge_shift(plan_, thin, k), plan_.scene.dims, k, pair);
    }

    /// Sound over one side of a box that hides the source. A box that is moved may leave the straight line free: then
    /// no corner lies on the side that is open, and the other side keeps its path. An edge that ends beside the
    /// straight line has no shadow there, so that its wave does not change at the limit of one.
    Complex around(const FlatBox& box, const EdgeSection& section, const Point& from, const Point& to, bool left,
                   bool has_shadow, const Complex& otherwise) const {
        const FlatPoint p = section.flat(from), q = section.flat(to);
        if (const auto way = way_around(box, p, q, left))
            return sound_at_edge(sections_.longer(section, from, to, *way));
        if (box.hides(p, q)) return otherwise;
        const double more = sections_.longer(section, from, to, past_nearest(box, p, q));
        return sound_at_edge(has_shadow ? -more : more);
    }

    double of_hidden(const EdgedBox& box, const EdgeSection& section, const Point& from, const Point& to) const {
        const FlatPoint p = section.flat(from), q = section.flat(to);
        const double by = shift_of(box, section);
        const bool has_shadow = sections_.is_between(box, from, to);
        double worst = 0;
        for (const bool left : {false, true}) {
            const auto way = sections_.free_way(box, section, from, to, left);
            if (!way) continue;
            const Complex right = sound_at_edge(sections_.longer(section, from, to, *way));
            const auto sound = [&](const FlatBox& other) {
                return around(other, section, from, to, left, has_shadow, right);
            };
            worst = std::max(worst, sections_.share(section, from, to, *way) *
                                        wedge_factor(section.asked, *way, p, q, sections_.wavelength_m()) *
                                        change(right, sound(section.gridded), sound(section.asked.grown(by)),
                                               sound(section.gridded.grown(by))));
        }
        return worst;
    }

    /// The same around the far side of a box that does not hide the source. Only errors above `known` are of interest.
    double of_far_side(const std::vector<EdgedBox>& boxes, const EdgedBox& box, const EdgeSection& section,
                       const Point& from, const Point& to, double known) const {
        const FlatPoint p = section.flat(from), q = section.flat(to);
        const double by = shift_of(box, section);
        double worst = known;
        for (const bool left : {false, true}) {
            const auto way = sections_.free_way(box, section, from, to, left);
            if (!way) continue;
            const auto sound = [&](const FlatBox& other) {
                const auto moved = way_around(other, p, q, left);
                return sound_at_edge(sections_.longer(section, from, to, moved.value_or(*way)));
            };
            const double error = sections_.share(section, from, to, *way) *
                                 wedge_factor(section.asked, *way, p, q, sections_.wavelength_m()) *
                                 change_around(section, *way, by, sound);
            bool seen = error > worst;
            for (std::size_t c = 0; c < 4 && seen; ++c)
                seen = !way->corners[c] || sections_.sees(boxes, box, section, c, from, to);
            if (seen) worst = error;
        }
        return worst;
    }

    /// Only errors above `known` are of interest.
    double of_visible(const std::vector<EdgedBox>& boxes, const EdgedBox& box, const EdgeSection& section,
                      const Point& from, const Point& to, double known) const {
        const FlatPoint p = section.flat(from), q = section.flat(to);
        const double by = shift_of(box, section);
        double worst = known;
        for (std::size_t c = 0; c < 4; ++c) {
            const FlatPoint at = section.asked.corner(c);
            if (section.asked.hides(p, at) || section.asked.hides(at, q) || !sections_.is_edge(box, section, c))
                continue;
            // A box that moves a little hides the straight line at this corner only if that crosses the line. In 3D
            // points may lie in the plane of a face, beside the box.
            const auto sound = [&](const FlatBox& other) {
                constexpr double close = 0.1;  // wavelengths
                const FlatPoint corner = other.corner(c);
                const double more = sections_.longer(section, from, to, past(corner, p, q));
                const bool crossed = is_left(p, q, corner) != is_left(p, q, at);
                return sound_at_edge(crossed && other.hides(p, q) && more < close ? more : -more);
            };
            WayAround way = past(at, p, q);
            way.corners[c] = true;
            const double error = sections_.share(section, from, to, way) *
                                 wedge_factor(section.asked, way, p, q, sections_.wavelength_m()) *
                                 change(sound(section.asked), sound(section.gridded), sound(section.asked.grown(by)),
                                        sound(section.gridded.grown(by)));
            if (error > worst && sections_.sees(boxes, box, section, c, from, to)) worst = error;
        }
        return worst;
    }

    const PlanOutline& plan_;
    const EdgeSections& sections_;
};

}  // namespace

EdgeError edge_error(const PlanOutline& plan, const DirectWays& ways) {
    EdgeError worst;
    const EdgeSections sections(plan);
    if (sections.boxes().empty() || !(ways.longest > 0)) return worst;
    const std::vector<SideMirror> mirrors = side_mirrors(plan, sections);
    const EdgesBetween edges(plan, sections);
    const auto level = [&](const PointPair& pair) {
        return std::pow(ways.as_loud_m() / sections.straight_m(pair.from, pair.to), (plan.scene.dims - 1) / 2.0);
    };
    for (const PointPair& pair : examined_pairs(plan, sections.most_points())) {
        const EdgeError found = edges.of(sections.boxes(), pair);
        const double direct = level(pair);
        double images = 0;
        for (const SideMirror& mirror : mirrors) {
            double squares = 0;
            for (const PointPair& image : mirror.images(pair))
                squares += std::pow(mirror.reflects(image) * level(image) * edges.of(mirror.boxes(), image).hidden, 2);
            images = std::max(images, squares);
        }
        images = std::sqrt(images);
        // Where the direct sound is free, sound around solids belongs to echoes of sides.
        const bool hidden = sections.hidden(pair.from, pair.to);
        const EdgeError here = hidden ? EdgeError{std::hypot(direct * found.hidden, images), direct * found.visible}
                                      : EdgeError{0, std::hypot(direct * found.visible, images)};
        worst = {std::max(worst.hidden, here.hidden), std::max(worst.visible, here.visible)};
    }
    if (worst.most() < 1e-9) return {};
    return worst;
}

}  // namespace wavesim
