// SPDX-License-Identifier: MIT
#include "solvers/accuracy/wall_echoes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boundary/reflection.hpp"
#include "boundary/walls.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "solvers/ways/open_sides.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

constexpr std::size_t most_points = 64;  // largest number of sources and of receivers that are examined
constexpr std::size_t angles = 12;       // number of angles of incidence, evenly spaced up to grazing incidence

/// Errors of a wall at the angles of incidence (n + 1/2) / angles times a right angle.
using WallErrors = std::array<double, angles>;

WallErrors errors_of_wall(const WallScheme& scheme, double admittance, const std::vector<PulseTone>& tones,
                          double per_step) {
    static Memo<WallErrors> known;  // rooms often have equal walls
    std::vector<double> key = numbers_of(scheme);
    key.insert(key.end(), {admittance, per_step});
    for (const PulseTone& tone : tones) key.insert(key.end(), {tone.hz, tone.share});
    return known.of(std::move(key), [&] {
        WallErrors errors{};
        for (std::size_t n = 0; n < angles; ++n)
            errors[n] = error_of_wall(scheme, admittance, std::cos((static_cast<double>(n) + 0.5) / angles * pi / 2),
                                      tones, per_step);
        return errors;
    });
}

}  // namespace

double error_of_wall(const WallScheme& scheme, double admittance, double cosine, const std::vector<PulseTone>& tones,
                     double per_step) {
    double energy = 0;
    for (const PulseTone& tone : tones) {
        const double omega_t = tone.hz * per_step;
        const double along = omega_t / scheme.courant * std::sqrt(1 - cosine * cosine);
        try {
            const WallReflection got = reflection_at(scheme, admittance, {omega_t, 0, along});
            energy += tone.share * std::norm(got.coefficient - exact_reflection(scheme, admittance, cosine, omega_t));
        } catch (const std::domain_error&) {
            continue;
        }
    }
    return std::sqrt(energy);
}

double wall_echo_error(const PlanOutline& plan, const DirectWays& ways) {
    const std::vector<PulseTone> tones = pulse_tones(plan);
    const double c = plan.decision.slowest_m_s;
    if (tones.empty() || !(ways.longest > 0) || c != plan.decision.fastest_m_s) return 0;
    const double shortest = std::max(ways.as_loud_m(), plan.decision.spacing_m);
    const SoundLevel level(plan, shortest, c / middle_frequency(tones));
    const double per_step = 2 * pi * plan.decision.time_step_s;
    double worst = 0;
    for (const Side side : all_sides) {
        const auto s = static_cast<std::size_t>(side);
        const int axis = axis_of(side);
        if (plan.scene.boundaries.kind[s] != SideKind::wall || (plan.scene.dims == 2 && axis == 1)) continue;
        const SurfaceLaw& law = plan.scene.boundaries.side[s];
        const double admittance = law.by_frequency() ? 1 : admittance_of(law);
        if (admittance < least_admittance || admittance > 1 / least_admittance) continue;
        const WallScheme scheme =
            law.by_frequency() ? wall_scheme(plan, admittance, law.by_band()) : wall_scheme(plan, admittance);
        const WallErrors errors = errors_of_wall(scheme, admittance, tones, per_step);
        const double end = is_max(side) ? plan.scene.size_m.along(axis) : 0;
        for (std::size_t i = 0; i < std::min(most_points, plan.decision.sources.size()); ++i)
            for (std::size_t k = 0; k < std::min(most_points, plan.decision.receivers.size()); ++k) {
                const Point& from = plan.decision.sources[i].position;
                const Point& to = plan.decision.receivers[k].position;
                const double across = std::abs(end - from.along(axis)) + std::abs(end - to.along(axis));
                double squares = across * across;
                for (int other = 0; other < 3; ++other)
                    if (other != axis) squares += std::pow(to.along(other) - from.along(other), 2);
                const double path_m = std::sqrt(squares);
                if (!(path_m > 0) || path_m > c * plan.scene.duration_s) continue;
                const double angle = std::acos(std::min(1.0, across / path_m)) / (pi / 2) * angles;
                const std::size_t n = std::min(angles - 1, static_cast<std::size_t>(angle));
                worst = std::max(worst, level.direct(path_m) * errors[n]);
            }
    }
    return worst;
}

}  // namespace wavesim
