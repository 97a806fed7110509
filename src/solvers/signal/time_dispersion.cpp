// SPDX-License-Identifier: MIT
#include "solvers/signal/time_dispersion.hpp"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace wavesim {

namespace {

using std::numbers::pi;
using Transform = TimeDispersion::Transform;

constexpr double passed = 0.6;  // fraction of the highest frequency in the steps
constexpr double stopped = 0.75;
constexpr std::int64_t fade_steps = 256;  // after which a faded pulse has decayed

/// Phase changes in half a step are phi in the scheme and sin(phi) exactly. A wave group at step n exactly is at step n
/// cos(phi) in the scheme. This is the smallest cos(phi) of the waves that are kept.
double most_ahead() { return std::cos(stopped * pi / 2); }

/// Factor for waves with that phi. It falls so smoothly that faded pulses decay soon.
double fade(double phi) {
    const double at = std::clamp((phi / (pi / 2) - passed) / (stopped - passed), 0.0, 1.0);
    return 1 - at * at * at * at * (35 - 84 * at + 70 * at * at - 20 * at * at * at);
}

std::int64_t period_of(Transform transform, std::int64_t from, std::int64_t zero) {
    const double last = static_cast<double>(from) / (transform == Transform::add ? 1 : most_ahead());
    return fast_length(static_cast<std::int64_t>(last) + zero + fade_steps);
}

/// Number of spectral lines of the result below the stop band.
std::int64_t lines_of(Transform transform, std::int64_t period) {
    const double last = stopped * pi / 2;
    return static_cast<std::int64_t>((transform == Transform::add ? last : std::sin(last)) / pi *
                                     static_cast<double>(period)) +
           1;
}

/// Number of steps by which step n of the scheme arrives before step n without dispersion. There the kernel decays like
/// the Bessel function J_2n(2 (n - edge)), i.e. like Airy's Ai(2 edge / n^(1/3)), which is 1e-10 at 10.
std::int64_t edge(std::int64_t steps) { return 5 * std::llround(std::cbrt(static_cast<double>(steps))) + 16; }

}  // namespace

TimeDispersion::TimeDispersion(Transform transform, std::int64_t from, std::int64_t to, std::int64_t zero)
    : to_(to), zero_(zero), period_(period_of(transform, from, zero)), spectrum_(from) {
    for (std::int64_t j = 0; j < lines_of(transform, period_); ++j) {
        const double half_angle = pi * static_cast<double>(j) / static_cast<double>(period_);  // for the period of the
                                                                                               // result
        angles_.push_back(2 * (transform == Transform::add ? std::sin(half_angle) : std::asin(half_angle)));
        fade_.push_back(fade(transform == Transform::add ? half_angle : std::asin(half_angle)));
    }
}

std::vector<double> TimeDispersion::operator()(std::span<const double> samples) const {
    std::vector<std::complex<double>> lines = spectrum_.at(angles_, samples);
    for (std::size_t j = 0; j < lines.size(); ++j)
        lines[j] *= std::polar(fade_[j], angles_[j] * static_cast<double>(zero_));
    lines.resize(static_cast<std::size_t>(period_ / 2 + 1));
    Eigen::FFT<double> transform;
    transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    std::vector<double> turned;  // step `zero` comes first
    transform.inv(turned, lines, static_cast<Eigen::Index>(period_));

    std::vector<double> result(static_cast<std::size_t>(to_), 0);
    for (std::int64_t n = 0; n < std::min(to_, period_ - fade_steps / 2); ++n)
        result[static_cast<std::size_t>(n)] = turned[static_cast<std::size_t>((n - zero_ + period_) % period_)];
    return result;
}

std::int64_t TimeDispersion::bytes(Transform transform, std::int64_t from, std::int64_t to) {
    const std::int64_t period = period_of(transform, from, 0);
    const std::int64_t lines = lines_of(transform, period);
    constexpr std::int64_t real = sizeof(double);
    // angles and fade; the larger of the memories for the forward and for the inverse transform (lines, twiddles,
    // scratch, samples)
    return 2 * lines * real + std::max(UnevenSpectrum::bytes(from, lines), 4 * period * real) + to * real;
}

std::int64_t steps_beyond(std::int64_t steps) { return edge(steps); }

std::int64_t steps_before_cut(std::int64_t recorded) { return std::max<std::int64_t>(0, recorded - edge(recorded)); }

std::int64_t steps_of_signal(std::int64_t steps) {
    const std::int64_t with_edge = steps + edge(steps) + fade_steps / 2;
    return static_cast<std::int64_t>(static_cast<double>(with_edge) / most_ahead()) + 1;
}

}  // namespace wavesim
