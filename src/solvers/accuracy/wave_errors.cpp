// SPDX-License-Identifier: MIT
#include "solvers/accuracy/wave_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "boundary/surface.hpp"
#include "solvers/accuracy/dispersion.hpp"
#include "solvers/accuracy/echo_ways.hpp"
#include "solvers/accuracy/image_errors.hpp"
#include "solvers/accuracy/radiated_level.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/reach.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

constexpr int looks = 24;  // number of paths between the shortest and the longest

/// Largest value of level(path) * error(path), for paths in geometric progression.
template <class Level, class Error>
double largest(double shortest_m, double longest_m, const Level& level, const Error& error) {
    double most = 0;
    for (int i = 0; i <= looks; ++i) {
        const double way = shortest_m * std::pow(longest_m / shortest_m, static_cast<double>(i) / looks);
        most = std::max(most, level(way) * error(way));
    }
    return most;
}

/// Total area and its absorption area, m2; in 2D lengths.
std::array<double, 2> absorbing_area(const PlanOutline& plan) {
    double area = 0, absorbing = 0;
    for (const GeometryReport::Area& one : plan.report.geometry.areas) {
        area += one.m2;
        absorbing += one.m2 * random_absorption(one.admittance);
    }
    const Point& size = plan.scene.size_m;
    for (std::size_t s = 0; s < 6; ++s) {
        if (plan.scene.dims == 2 && s / 2 == 1) continue;
        double side = 1;
        for (std::size_t d = 0; d < 3; ++d)
            if (d != s / 2 && !(plan.scene.dims == 2 && d == 1)) side *= size.along(static_cast<int>(d));
        if (plan.scene.boundaries.kind[s] == SideKind::wall) continue;
        area += side;
        if (plan.scene.boundaries.kind[s] == SideKind::absorbing) absorbing += side;
    }
    return {area, absorbing};
}

/// Time of the peak of the first pulse, s.
double earliest_centre(const Scene& scene) {
    double earliest = std::numeric_limits<double>::infinity();
    for (const SourceRequest& source : scene.sources)
        if (!is_silent(source.signal)) earliest = std::min(earliest, when_heard(source.signal).centre);
    return std::isfinite(earliest) ? std::max(0.0, earliest) : 0;
}

/// Largest relative length error of the room, for axes with a reflecting side.
double length_error(const PlanOutline& plan) {
    double worst = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto side = 2 * static_cast<std::size_t>(axis);
        const auto& kind = plan.scene.boundaries.kind;
        if ((plan.scene.dims == 2 && axis == 1) || kind[side + 1] == SideKind::absorbing) continue;
        const double asked = plan.report.geometry.size_asked_m.along(axis);
        if (asked > 0) worst = std::max(worst, std::abs(plan.report.geometry.size_m.along(axis) / asked - 1));
    }
    return worst < 1e-9 ? 0 : worst;
}

}  // namespace

double level_error(const PlanOutline& plan, double points_per_wavelength, const std::array<double, 3>& direction) {
    double worst = 0;
    if (plan.scene.tti) return worst;
    const double ratio = plan.decision.slowest_m_s / plan.decision.fastest_m_s;
    for (const bool averaged : {false, true}) {
        const auto this_one = [&](const SourceRequest& source) { return averages_in_time(plan, source) == averaged; };
        if (std::ranges::none_of(plan.scene.sources, this_one)) continue;
        const double error = radiated_level(plan.decision.shape.stencil, ratio * plan.courant_of_traces(),
                                            points_per_wavelength, direction, averaged) -
                             1;
        if (std::abs(error) > std::abs(worst)) worst = error;
    }
    return worst;
}

SoundLevel::SoundLevel(const PlanOutline& plan, double shortest_m, double pulse_m)
    : shortest_m_(shortest_m), power_((OpenSpace(plan).dims - 1) / 2.0) {
    const double volume = plan.report.geometry.volume_m3;
    const auto [area, absorbing] = absorbing_area(plan);
    if (!(volume > 0) || !(area > 0)) return;
    const bool flat = plan.scene.dims == 2;
    together_ = std::min(1.0, (flat ? 2 : 4) * pi * std::pow(shortest_m, 2 * power_) * pulse_m / volume);
    const double free_path_m = (flat ? pi : 4) * volume / area;
    lost_per_m_ = -std::log(std::max(1e-6, 1 - absorbing / area)) / free_path_m;
}

double SoundLevel::direct(double way_m) const { return std::pow(shortest_m_ / std::max(way_m, shortest_m_), power_); }

double SoundLevel::kept(double way_m) const {
    const double alone = std::pow(direct(way_m), 2);
    return std::sqrt((alone + together_) * std::exp(-lost_per_m_ * way_m));
}

WaveErrors wave_errors(const PlanOutline& plan, const DirectWays& ways, double run_m) {
    WaveErrors errors;
    const std::vector<PulseTone> tones = pulse_tones(plan);
    if (tones.empty() || !(ways.longest > 0)) return errors;
    const double c = plan.decision.slowest_m_s;
    const double shortest = std::clamp(ways.shortest, plan.decision.spacing_m, ways.longest);
    const SoundLevel level(plan, std::max(ways.as_loud_m(), plan.decision.spacing_m), c / middle_frequency(tones));
    std::vector<double> late_per_m;
    double levels = 0;
    for (const PulseTone& tone : tones) {
        const DispersionReport dispersion = dispersion_at(plan, tone.hz);
        late_per_m.push_back((1 / (1 + dispersion.worst) - 1) / c);
        const double radiated = level_error(plan, dispersion.points_per_wavelength, dispersion.worst_direction);
        levels += tone.share * (std::isfinite(radiated) ? radiated * radiated : 1);  // at least; its level is not known
    }
    errors.level = std::sqrt(levels);
    const auto of_speed = [&](double way_m) {
        double energy = 0;
        for (std::size_t j = 0; j < tones.size(); ++j)
            energy += tones[j].share * std::pow(2 * std::sin(pi * tones[j].hz * way_m * late_per_m[j]), 2);
        return std::sqrt(energy);
    };
    const auto direct = [&](double way_m) { return level.direct(way_m); };
    const auto kept = [&](double way_m) { return level.kept(way_m); };
    errors.direct = largest(shortest, ways.longest, direct, of_speed);
    const double longer = length_error(plan);
    const auto of_walls = [&](double way_m) {
        return error_of_delay(tones, [&](double) { return way_m * longer / c; });
    };
    if (sound_stays(plan.scene) && run_m > shortest) {
        const double heard = std::max(shortest, run_m - c * earliest_centre(plan.scene));
        errors.reflected =
            std::max(largest(shortest, heard, kept, of_speed), image_errors(plan, tones, late_per_m, run_m));
        errors.walls = largest(shortest, run_m, kept, of_walls);
    } else if (longer > 0) {
        const double way = 2 * plan.scene.size_m.along(0);
        errors.walls = level.direct(way) * of_walls(way);
    }
    return errors;
}

}  // namespace wavesim
