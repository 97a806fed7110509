// SPDX-License-Identifier: MIT
#include "solvers/loudest_sound.hpp"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "solvers/mean_pressure.hpp"
#include "solvers/medium.hpp"
#include "solvers/medium_density.hpp"
#include "solvers/signal.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

/// Sides of the domain, m: three, or two in 2D.
std::vector<double> sides(const Scene& scene) {
    if (scene.dims == 2) return {scene.size_m.x, scene.size_m.z};
    return {scene.size_m.x, scene.size_m.y, scene.size_m.z};
}

/// Not fewer than the modes of a box whose wave numbers, in half turns per metre, are at most q: the points (n / L) of
/// an octant, of its faces and of its edges.
double modes_within(const std::vector<double>& box, double q) {
    const double edges = q * std::accumulate(box.begin(), box.end(), 0.0);
    if (box.size() == 2) return edges + pi / 4 * q * q * box[0] * box[1];
    const double faces = box[0] * box[1] + box[1] * box[2] + box[2] * box[0];
    return edges + pi / 4 * q * q * faces + pi / 6 * q * q * q * box[0] * box[1] * box[2];
}

/// |S(f)| of samples at the frequencies k / (size x interval), up to half the sampling rate.
std::vector<double> spectrum(std::vector<double> samples, double interval_s) {
    std::size_t size = 2;
    while (size < 2 * samples.size()) size *= 2;
    samples.resize(size, 0);
    std::vector<std::complex<double>> transform;
    Eigen::FFT<double>().fwd(transform, samples);
    std::vector<double> values;
    for (std::size_t k = 0; k <= size / 2; ++k) values.push_back(interval_s * std::abs(transform[k]));
    return values;
}

/// Sum over the modes of a box of |S(f_m)| / (2 pi f_m). One mode counts where S is largest, however few there are.
double sum_over_modes(const std::vector<double>& box, double speed_m_s, const std::vector<double>& spectrum,
                      double interval_s) {
    const double bin_hz = 1 / (2 * interval_s * static_cast<double>(spectrum.size() - 1));
    const double lowest_hz = speed_m_s / (2 * *std::ranges::max_element(box));
    double sum = 0;
    double largest = 0;
    for (std::size_t k = 1; k < spectrum.size(); ++k) {
        const double f = static_cast<double>(k) * bin_hz;
        const double share = spectrum[k] / (2 * pi * f);
        const double below = modes_within(box, 2 * (f - bin_hz / 2) / speed_m_s);
        sum += share * (modes_within(box, 2 * (f + bin_hz / 2) / speed_m_s) - below);
        if (f >= lowest_hz) largest = std::max(largest, share);
    }
    return sum + largest;
}

double largest(const std::vector<double>& values) {
    double most = 0;
    for (const double value : values) most = std::max(most, std::abs(value));
    return most;
}

}  // namespace

LoudestSound::LoudestSound(const PlanOutline& plan) : plan_(plan) {
    const std::vector<double> box = sides(plan.scene);
    const double volume = std::accumulate(box.begin(), box.end(), 1.0, std::multiplies<>());
    const double c = plan.decision.slowest_m_s;
    const DensityRange density = density_range(plan.scene.medium);
    const double contrast = plan.decision.fastest_m_s / c * density.most / density.least;
    const double per_mode = contrast * std::pow(2, box.size()) * c * c / volume;
    const double interval_s = plan.decision.time_step_s;
    const std::optional<ClosedRoom> room = closed_room(plan);
    for (const SourceRequest& source : plan.scene.sources) {
        const std::vector<double> samples = Signal(source.signal, interval_s).sample(plan.decision.steps, false);
        peaks_pa_m_.push_back(largest(samples));
        modes_pa_ += per_mode * sum_over_modes(box, c, spectrum(samples, interval_s), interval_s);
        if (room) modes_pa_ += largest(mean_pressure(*room, samples, interval_s));
    }
}

double LoudestSound::at(std::size_t receiver) const {
    const Point& r = plan_.decision.receivers[receiver].position;
    const double near_m = plan_.decision.spacing_m / 4;
    double pa = modes_pa_;
    for (std::size_t i = 0; i < peaks_pa_m_.size(); ++i) {
        const Point& s = plan_.decision.sources[i].position;
        const double away_m = std::max(near_m, std::hypot(s.x - r.x, s.y - r.y, s.z - r.z));
        const double images = std::pow(2, plan_.scene.dims);  // of a corner
        const double way_m = plan_.decision.fastest_m_s * plan_.scene.duration_s;
        pa += images * peaks_pa_m_[i] / (2 * pi) *
              (plan_.scene.dims == 3 ? 1 / (2 * away_m) : std::log1p(way_m / away_m));
    }
    return pa;
}

}  // namespace wavesim
