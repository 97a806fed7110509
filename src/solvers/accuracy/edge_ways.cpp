// SPDX-License-Identifier: MIT
#include "solvers/accuracy/edge_ways.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/accuracy/fresnel.hpp"

namespace wavesim {

namespace {

double cross(const FlatPoint& o, const FlatPoint& p, const FlatPoint& q) {
    return (p.a - o.a) * (q.b - o.b) - (p.b - o.b) * (q.a - o.a);
}
double apart(const FlatPoint& p, const FlatPoint& q) { return std::hypot(q.a - p.a, q.b - p.b); }

}  // namespace

bool FlatBox::hides(const FlatPoint& p, const FlatPoint& q) const {
    // The part of the line within both strips.
    double first = 0, last = 1;
    const auto clip = [&](double start, double step, double low, double high) {
        if (step == 0) return start > low && start < high;
        const double one = (low - start) / step, other = (high - start) / step;
        first = std::max(first, std::min(one, other));
        last = std::min(last, std::max(one, other));
        return true;
    };
    constexpr double noise = 1e-9;
    return clip(p.a, q.a - p.a, from.a, to.a) && clip(p.b, q.b - p.b, from.b, to.b) && last - first > noise;
}

/// A taut string: the convex hull of both points and the corners on that side, without the straight line.
std::optional<WayAround> way_around(const FlatBox& box, const FlatPoint& from, const FlatPoint& to, bool left) {
    const double straight = apart(from, to), sign = left ? 1 : -1;
    if (!(straight > 0)) return {};
    struct Corner {
        FlatPoint at;
        std::size_t index;
    };
    std::vector<Corner> beside;
    for (std::size_t i = 0; i < 4; ++i)
        if (sign * cross(from, to, box.corner(i)) > 0) beside.push_back({box.corner(i), i});
    if (beside.empty()) return {};
    WayAround way;
    FlatPoint at = from;
    double farthest = 0;
    FlatPoint bend{};
    // From each point on to the one from which all others lie on the inner side.
    for (std::size_t steps = 0; steps <= 4; ++steps) {
        const Corner* next = nullptr;
        for (const Corner& corner : beside) {
            if (way.corners[corner.index]) continue;
            const FlatPoint& best = next ? next->at : to;
            const double turn = sign * cross(at, best, corner.at);
            if (turn > 0 || (turn == 0 && next && apart(at, corner.at) < apart(at, next->at))) next = &corner;
        }
        const FlatPoint end = next ? next->at : to;
        way.length += apart(at, end);
        at = end;
        if (!next) break;
        way.corners[next->index] = true;
        if (const double away = sign * cross(from, to, end); away > farthest) farthest = away, bend = end;
    }
    way.before = apart(from, bend);
    way.behind = apart(bend, to);
    return way;
}

double wedge_factor(double turns, double from_angle, double to_angle) {
    using std::numbers::pi;
    constexpr double most = 2, least = 0.2;
    const double apart = to_angle - from_angle, sum = to_angle + from_angle, limit = std::cos(pi / turns);
    const double wedge =
        std::sin(pi / turns) / turns * (1 / (limit - std::cos(apart / turns)) + 1 / (limit - std::cos(sum / turns)));
    const double factor = std::abs(wedge * 2 * std::cos(apart / 2));
    return std::isfinite(factor) ? std::clamp(factor, least, most) : 1;
}

double wedge_factor(const FlatBox& box, const WayAround& way, const FlatPoint& from, const FlatPoint& to,
                    double wavelength) {
    using std::numbers::pi;
    std::array<std::size_t, 2> ends{};  // corners nearest to either point
    std::array<double, 2> nearest{INFINITY, INFINITY};
    for (std::size_t c = 0; c < 4; ++c) {
        if (!way.corners[c]) continue;
        const double before = apart(from, box.corner(c)), behind = apart(to, box.corner(c));
        if (before < nearest[0]) nearest[0] = before, ends[0] = c;
        if (behind < nearest[1]) nearest[1] = behind, ends[1] = c;
    }
    /// The angle of a point at a corner, from the face that goes on from there to `beside` through the air.
    const auto angle = [&](const FlatPoint& point, std::size_t corner, std::size_t beside, std::size_t other) {
        const FlatPoint c = box.corner(corner), face = box.corner(beside), inner = box.corner(other);
        const double x = (point.a - c.a) * (face.a - c.a) + (point.b - c.b) * (face.b - c.b);
        const double y = cross(c, face, point) * (cross(c, face, inner) > 0 ? -1 : 1);
        const double turn = std::atan2(y, x);
        return turn < 0 ? turn + 2 * pi : turn;
    };
    if (ends[0] == ends[1]) {
        const std::size_t c = ends[0];
        const double a = box.to.a - box.from.a, b = box.to.b - box.from.b;
        if (const std::size_t inwards = a > b ? 1 : 2; std::min(a, b) < wavelength / 4)
            return wedge_factor(2, angle(from, c, c ^ inwards, c ^ inwards ^ 3),
                                angle(to, c, c ^ inwards, c ^ inwards ^ 3));
        return wedge_factor(1.5, angle(from, c, c ^ 1, c ^ 2), angle(to, c, c ^ 1, c ^ 2));
    }
    const std::size_t along = ends[0] ^ ends[1];
    if (along == 3) return 1;  // around half of the box
    // Both ends of a face like the end of a plate.
    const std::size_t down = along ^ 3;
    const double before = angle(from, ends[0], ends[0] ^ down, ends[1]);
    const double behind = angle(to, ends[1], ends[1] ^ down, ends[0]);
    return wedge_factor(2, before, 2 * pi - behind);
}

std::complex<double> sound_at_edge(double longer) {
    const double v = std::copysign(2 * std::sqrt(std::abs(longer)), longer);
    return (std::complex<double>(0.5, 0.5) - fresnel_integral(v)) / std::complex<double>(1, 1);
}

}  // namespace wavesim
