// SPDX-License-Identifier: MIT
#include "solvers/accuracy/solid_echoes.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "boundary/surface.hpp"
#include "solvers/accuracy/fresnel.hpp"
#include "solvers/accuracy/gridded_solids.hpp"

namespace wavesim {

namespace {

constexpr std::size_t most_points = 64;  // largest number of sources and of receivers that are examined

/// A face of a box: its axis, whether it is the upper one, and the box as requested and on the grid, m.
struct Face {
    int axis;
    bool upper;
    const SolidBox& asked;
    Point from, to;

    double place() const { return (upper ? asked.to : asked.from).along(axis); }
    double shift() const { return std::abs((upper ? to : from).along(axis) - place()); }
    /// Distance of a point in front of the face, m.
    double before(const Point& at) const { return upper ? at.along(axis) - place() : place() - at.along(axis); }
};

/// The path via the point of a face that is nearest to the point of specular reflection in its plane.
FaceEcho echo_of(const Face& face, const Point& source, const Point& receiver, int dims) {
    const double before = face.before(source), behind = face.before(receiver);
    FaceEcho echo{.shift_m = face.shift()};
    double to = before * before, from = behind * behind;
    std::size_t edge = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == face.axis || (axis == 1 && dims == 2)) continue;
        const double low = face.asked.from.along(axis), high = face.asked.to.along(axis);
        const double mirror = std::lerp(source.along(axis), receiver.along(axis), before / (before + behind));
        const double at = std::clamp(mirror, low, high);
        to += std::pow(at - source.along(axis), 2);
        from += std::pow(at - receiver.along(axis), 2);
        echo.asked_m[edge] = {low - mirror, high - mirror};
        echo.gridded_m[edge++] = {face.from.along(axis) - mirror, face.to.along(axis) - mirror};
    }
    echo.to_m = std::sqrt(to);
    echo.from_m = std::sqrt(from);
    echo.cosine = (before / echo.to_m + behind / echo.from_m) / 2;
    return echo;
}

double worst_of_face(const Face& face, const PlanOutline& plan, const std::vector<PulseTone>& tones,
                     const SoundLevel& level) {
    double worst = 0;
    for (std::size_t s = 0; s < std::min(most_points, plan.decision.sources.size()); ++s)
        for (std::size_t r = 0; r < std::min(most_points, plan.decision.receivers.size()); ++r) {
            const Point& source = plan.decision.sources[s].position;
            const Point& receiver = plan.decision.receivers[r].position;
            if (!(face.before(source) > 0) || !(face.before(receiver) > 0)) continue;
            const FaceEcho echo = echo_of(face, source, receiver, plan.scene.dims);
            const double g = admittance_of(face.upper ? face.asked.upper_surface() : face.asked.surface);
            const double reflects = std::isinf(g) ? 1 : std::abs(echo.cosine - g) / (echo.cosine + g);
            worst = std::max(worst, reflects * level.direct(echo.to_m + echo.from_m) *
                                        error_of_face(echo, tones, plan.decision.slowest_m_s));
        }
    return worst;
}

}  // namespace

double error_of_face(const FaceEcho& echo, const std::vector<PulseTone>& tones, double speed_m_s) {
    const double zone = echo.to_m * echo.from_m / (echo.to_m + echo.from_m);
    double energy = 0;
    for (const PulseTone& tone : tones) {
        const double radius = std::sqrt(zone * speed_m_s / tone.hz);
        const auto share = [&](const std::array<FaceEdge, 2>& edges) {
            std::complex<double> product = 1;
            for (const FaceEdge& edge : edges)
                if (edge.there()) product *= strip_share(edge.low, edge.high, radius);
            return product;
        };
        const double half_turn = 2 * std::numbers::pi * tone.hz / speed_m_s * echo.shift_m * echo.cosine;
        const std::complex<double> wrong = share(echo.gridded_m) * std::polar(1.0, 2 * half_turn) - share(echo.asked_m);
        energy += tone.share * std::norm(wrong);
    }
    return std::sqrt(energy);
}

double solid_error(const PlanOutline& plan, const DirectWays& ways) {
    const std::vector<PulseTone> tones = pulse_tones(plan);
    if (tones.empty() || !(ways.longest > 0)) return 0;
    const double shortest = std::max(ways.as_loud_m(), plan.decision.spacing_m);
    const SoundLevel level(plan, shortest, plan.decision.slowest_m_s / middle_frequency(tones));
    double worst = 0;
    for (const GriddedSolid& solid : gridded_solids(plan)) {
        double squares = 0;  // sum over faces of one box, which are independent
        for (int axis = 0; axis < 3; ++axis) {
            if (axis == 1 && plan.scene.dims == 2) continue;
            if (solid.asked->is_sheet() && axis != solid.asked->across) continue;
            for (const bool upper : {false, true}) {
                const Face face{axis, upper, *solid.asked, solid.from, solid.to};
                squares += std::pow(worst_of_face(face, plan, tones, level), 2);
            }
        }
        worst = std::max(worst, std::sqrt(squares));
    }
    return worst < 1e-9 ? 0 : worst;
}

}  // namespace wavesim
