// SPDX-License-Identifier: MIT
#include "solvers/accuracy/image_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <optional>

#include "boundary/surface.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/reach.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

constexpr std::size_t most_images = 200, most_sources = 2, most_receivers = 8;

/// Image of a source along one axis of a room: its position, and the number of reflections at either side.
struct AxisImage {
    double away_m;  ///< from the receiver
    std::array<int, 2> mirrored;
};

std::vector<AxisImage> axis_images(double from_m, double to_m, double size_m, bool flat, double run_m) {
    if (flat) return {{0, {0, 0}}};
    std::vector<AxisImage> images;
    const int most = static_cast<int>(run_m / (2 * size_m)) + 1;
    for (int n = -most; n <= most; ++n) {
        const double shift = 2 * n * size_m;
        const int turns = std::abs(n);
        images.push_back({shift + from_m - to_m, {turns, turns}});
        images.push_back({shift - from_m - to_m, {std::abs(n - 1), turns}});
    }
    return images;
}

/// Sound that arrives at a receiver.
struct Arrival {
    double way_m;
    double level;  ///< signed
};

/// Reflection coefficient of a side for the cosine of the angle of incidence, to the power of `times`.
double left_by(const Boundaries& boundaries, std::size_t side, double cosine, int times) {
    if (times == 0) return 1;
    if (boundaries.kind[side] == SideKind::absorbing) return 0;
    if (boundaries.kind[side] == SideKind::free_surface) return times % 2 == 0 ? 1 : -1;
    const SurfaceLaw& law = boundaries.side[side];
    const double admittance = law.by_frequency() ? 1 : admittance_of(law);
    return std::pow((cosine - admittance) / (cosine + admittance), times);
}

std::optional<std::vector<Arrival>> arrivals(const Scene& scene, const Point& from, const Point& to, double run_m) {
    std::array<std::vector<AxisImage>, 3> along;
    for (int axis = 0; axis < 3; ++axis)
        along[static_cast<std::size_t>(axis)] = axis_images(from.along(axis), to.along(axis), scene.size_m.along(axis),
                                                            scene.dims == 2 && axis == 1, run_m);
    if (along[0].size() * along[1].size() * along[2].size() > 27 * most_images) return {};
    std::vector<Arrival> all;
    for (const AxisImage& x : along[0])
        for (const AxisImage& y : along[1])
            for (const AxisImage& z : along[2]) {
                const double path_m = std::hypot(x.away_m, y.away_m, z.away_m);
                if (!(path_m > 0) || path_m > run_m) continue;
                double level = std::pow(path_m, -(scene.dims - 1) / 2.0);
                const std::array<const AxisImage*, 3> images{&x, &y, &z};
                for (std::size_t s = 0; s < 6; ++s)
                    level *= left_by(scene.boundaries, s, std::abs(images[s / 2]->away_m) / path_m,
                                     images[s / 2]->mirrored[s % 2]);
                if (level != 0) all.push_back({path_m, level});
            }
    if (all.size() > most_images) return {};
    std::ranges::sort(all, {}, &Arrival::way_m);
    return all;
}

}  // namespace

double image_errors(const PlanOutline& plan, const std::vector<PulseTone>& tones, const std::vector<double>& late_per_m,
                    double run_m) {
    const Scene& scene = plan.scene;
    const double c = plan.decision.slowest_m_s;
    if (scene.any_solid() || scene.tti || c != plan.decision.fastest_m_s) return 0;
    const double together = c / middle_frequency(tones) / 2;
    double error = 0, loudest = 0;
    for (std::size_t i = 0; i < std::min(most_sources, scene.sources.size()); ++i) {
        const double heard_m = run_m - c * std::max(0.0, when_heard(scene.sources[i].signal).centre);
        for (std::size_t k = 0; k < std::min(most_receivers, scene.receivers.size()); ++k) {
            const auto found = arrivals(scene, scene.sources[i].position, scene.receivers[k].position, heard_m);
            if (!found) return 0;
            for (const Arrival& at : *found) {
                double wrong = 0, right = 0;
                for (std::size_t j = 0; j < tones.size(); ++j) {
                    const double per_m = 2 * pi * tones[j].hz / c, late = 2 * pi * tones[j].hz * late_per_m[j];
                    Complex sound = 0, change = 0;
                    for (const Arrival& other : *found) {
                        if (std::abs(other.way_m - at.way_m) > together) continue;
                        const Complex wave = other.level * std::polar(1.0, per_m * (other.way_m - at.way_m));
                        sound += wave;
                        change += wave * (std::polar(1.0, late * other.way_m) - 1.0);
                    }
                    right += tones[j].share * std::norm(sound);
                    wrong += tones[j].share * std::norm(change);
                }
                loudest = std::max(loudest, right);
                error = std::max(error, wrong);
            }
        }
    }
    return loudest > 0 ? std::sqrt(error / loudest) : 0;
}

}  // namespace wavesim
