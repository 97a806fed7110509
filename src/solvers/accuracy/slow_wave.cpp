// SPDX-License-Identifier: MIT
#include "solvers/accuracy/slow_wave.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "solvers/medium/anisotropy.hpp"
#include "solvers/medium/rock_waves.hpp"
#include "solvers/signal/pulse_spectrum.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/p_wave_points.hpp"
#include "solvers/ways/reach.hpp"
#include "solvers/ways/shot_points.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

constexpr double nearest_cells = 2;    // the sound is unbounded at the source itself
constexpr double farthest_cells = 48;  // at larger distances waves only spread
constexpr double shortest_left = 1.4;  // radians per cell; points for P waves reduce shorter second waves to 1 %
constexpr std::size_t most_receivers = 12;

/// Whether the medium has steps, or parameters of the rock that change.
bool rocks_meet(const Scene& scene) {
    const Anisotropy& tti = *scene.tti;
    const Medium& medium = scene.medium;
    return medium.layers || !medium.boxes.empty() || medium.grid || medium.example || !tti.layers.empty() ||
           !tti.boxes.empty() || std::ranges::any_of(tti.grids, [](const auto& grid) { return grid.has_value(); });
}

/// Path from a source to a receiver, in cells.
struct Path {
    RockWaves::Place place;
    double length() const { return std::hypot(place.along, place.across); }
    /// Ratio by which a distant receiver is moved closer for the computation.
    double nearness() const { return std::min(1.0, farthest_cells / length()); }
    RockWaves::Place near() const { return {nearness() * place.along, nearness() * place.across}; }
};

/// All paths from a source in all shots, shortest first.
std::vector<Path> paths_from(const PlanOutline& plan, std::size_t source, const std::array<double, 3>& axis) {
    const ShotPoints all(plan);
    std::vector<Path> paths;
    for (std::int64_t shot = 0; shot < all.shots(); ++shot) {
        const ShotPoints::Points points = all.of(shot);
        const Point& from = points.sources[source].position;
        for (const PlannedPoint& receiver : points.receivers) {
            const Point& to = receiver.position;
            const std::array<double, 3> path{to.x - from.x, plan.scene.dims == 2 ? 0 : to.y - from.y, to.z - from.z};
            const double along = path[0] * axis[0] + path[1] * axis[1] + path[2] * axis[2];
            const double square = path[0] * path[0] + path[1] * path[1] + path[2] * path[2];
            const double cell = plan.decision.spacing_m;
            paths.push_back({{along / cell, std::sqrt(std::max(0.0, square - along * along)) / cell}});
        }
    }
    std::ranges::stable_sort(paths, {}, &Path::length);
    return paths;
}

/// Largest value of an envelope between two times.
double loudest(const std::vector<double>& envelope, double step, double from, double to) {
    double most = 0;
    for (std::size_t t = 0; t < envelope.size(); ++t)
        if (const double time = step * static_cast<double>(t); time >= from && time <= to)
            most = std::max(most, envelope[t]);
    return most;
}

/// Level of the second wave of one source, relative to its loudest P wave at a receiver.
double heard_of(const PlanOutline& plan, std::size_t source, double run_s) {
    const SignalRequest& signal = plan.scene.sources[source].signal;
    const Thomsen& rock = plan.scene.tti->everywhere;
    const int dims = plan.scene.dims;
    const PulseSpectrum spectrum = pulse_spectrum(plan, signal);
    const double cells_per_s = plan.decision.slowest_m_s / plan.decision.spacing_m;
    const auto pulse = [&](double omega) {
        const double hz = omega * cells_per_s / (2 * pi);
        return hz > spectrum.top_hz ? 0.0 : std::abs(spectrum.amplitude(hz / spectrum.typical_hz));
    };
    const auto axis = axis_of(rock);
    const PointRock rock_of{rock.epsilon, rock.delta, axis};
    const RockWaves waves(rock_of, dims, true, shortest_left, pulse);
    const double run = (run_s - when_heard(signal).begin) * cells_per_s, wavelength = cells_per_s / spectrum.typical_hz;
    std::vector<Path> paths = paths_from(plan, source, axis);
    std::erase_if(paths, [](const Path& path) { return path.length() < nearest_cells; });
    if (paths.empty()) return 0;
    const Path first = paths.front();
    std::erase_if(paths, [&](const Path& path) { return path.length() > waves.second_speed() * run; });
    if (paths.empty()) return 0;
    paths.resize(std::min(paths.size(), most_receivers));
    const auto spread = [&](const Path& path) { return std::pow(path.nearness(), (dims - 1) / 2.0); };
    const double step = wavelength / 6;
    const auto count = [&](double lasts) { return static_cast<std::size_t>(lasts / step) + 2; };

    const double there = first.nearness() * first.length(), gone = 1.2 * there + 2 * wavelength;
    const double direct =
        spread(first) * loudest(waves.envelopes(RockWaves::Kind::p_wave, {first.near()}, step, count(gone)).front(),
                                step, there / 2, gone);
    if (!(direct > 0)) return 0;
    const auto arrives = [&](const Path& path) { return path.nearness() * path.length() / waves.second_speed(); };
    // Slower parts of the second wave arrive later and are weaker.
    const auto passed = [&](const Path& path) {
        return std::min(path.nearness() * run, 2.5 * arrives(path) + 6 * wavelength);
    };
    const auto of = [&](const RockWaves& sent, const std::vector<Path>& to) {
        if (to.empty()) return 0.0;
        std::vector<RockWaves::Place> places;
        places.reserve(to.size());
        for (const Path& path : to) places.push_back(path.near());
        const double last = passed(std::ranges::max(to, {}, passed));
        const auto slow = sent.envelopes(RockWaves::Kind::second, places, step, count(last));
        double most = 0;
        for (std::size_t i = 0; i < to.size(); ++i) {
            const double begins = std::max(0.0, arrives(to[i]) - wavelength / 2);  // a pulse lasts a wavelength
            most = std::max(most, spread(to[i]) * loudest(slow[i], step, begins, passed(to[i])));
        }
        return most;
    };
    // Near a source the two waves arrive together, so the complete second wave counts.
    const auto far =
        std::ranges::partition_point(paths, [&](const Path& path) { return path.length() < wavelength / 2; });
    const RockWaves both(rock_of, dims, false, shortest_left, pulse);
    const double most = std::max(of(both, {paths.begin(), far}), of(waves, {far, paths.end()}));
    return most / direct;
}

}  // namespace

SlowWave slow_wave(const PlanOutline& plan, double run_s) {
    if (!plan.scene.tti || anellipticity(plan.scene) == 0) return {};
    const bool as_is = !has_p_wave_points(plan.scene) && !has_elliptical_sources(plan.scene);
    if (as_is || rocks_meet(plan.scene)) return {0, true};
    SlowWave slow;
    if (has_elliptical_sources(plan.scene) || plan.scene.receivers.empty()) return slow;
    for (std::size_t source = 0; source < plan.scene.sources.size(); ++source)
        if (!is_silent(plan.scene.sources[source].signal))
            slow.error = std::max(slow.error, heard_of(plan, source, run_s));
    return slow;
}

}  // namespace wavesim
