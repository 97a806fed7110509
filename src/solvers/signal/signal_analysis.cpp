// SPDX-License-Identifier: MIT
#include "solvers/signal/signal_analysis.hpp"

#include <fmt/format.h>
#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "solvers/signal/signal.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

/// Time from 0.1 % of a pulse's peak to its centre.
double rise(const SignalRequest& signal) {
    switch (signal.kind) {
        case SignalKind::ricker: return 0.998 / signal.frequency_hz;  // (2 a - 1) exp(-a) = 1e-3 at a = 9.83
        case SignalKind::gaussian: return 3.717 * signal.width_s;     // exp(-x^2 / 2) = 1e-3
        case SignalKind::dgauss: return 4.206 * signal.width_s;       // x exp(1/2 - x^2 / 2) = 1e-3
        case SignalKind::sine:
        case SignalKind::impulse:
        case SignalKind::samples: break;
    }
    return 0;
}

/// Energy of samples per bin of a Fourier transform, by blocks without windows. The blocks are much longer than the
/// relevant periods, so that their edges have little effect.
std::vector<double> energy_of_bins(const std::vector<double>& samples, std::size_t count) {
    constexpr std::size_t longest = 1 << 14;
    constexpr std::size_t most_blocks = 64;
    const std::size_t blocks = std::min(most_blocks, (count + longest - 1) / longest);
    const std::size_t length = std::min(longest, count);
    std::size_t padded = 64;  // gives sufficiently fine bins for the shortest files
    while (padded < length) padded *= 2;
    std::vector<double> energy(padded / 2 + 1, 0);
    Eigen::FFT<double> transform;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t from = blocks == 1 ? 0 : b * ((count - longest) / (blocks - 1));
        std::vector<double> block(padded, 0);
        std::copy_n(samples.begin() + static_cast<std::ptrdiff_t>(from), length, block.begin());
        std::vector<std::complex<double>> spectrum;
        transform.fwd(spectrum, block);
        for (std::size_t k = 0; k < energy.size(); ++k)
            energy[k] += std::norm(spectrum[k]) * (k == 0 || k == padded / 2 ? 1 : 2);
    }
    return energy;
}

}  // namespace

Heard when_heard(const SignalRequest& request) {
    const double start = request.delay_s.value_or(0);
    switch (request.kind) {
        case SignalKind::sine: return {start, start, std::numeric_limits<double>::infinity()};
        case SignalKind::impulse: return {start, start, start};
        case SignalKind::samples:
            return {start, start, start + static_cast<double>(request.samples.size()) / request.sample_rate_hz};
        case SignalKind::ricker:
        case SignalKind::gaussian:
        case SignalKind::dgauss: break;
    }
    const Signal pulse(request, 0);
    return {pulse.delay() - rise(request), pulse.delay(), pulse.delay() + rise(request)};
}

double time_zero(const Scene& scene) {
    const bool at_peak = !scene.sources.empty() && scene.sources[0].signal.zero_at_peak;
    return at_peak ? when_heard(scene.sources[0].signal).centre : 0;
}

std::string why_silent(const SignalRequest& request, double duration_s) {
    if (!request.delay_s) return "";
    const Heard heard = when_heard(request);
    if (heard.begin >= duration_s)
        return fmt::format("begins at {:.4g} s, the run ends at {:.4g} s (time.duration)", heard.begin, duration_s);
    if (heard.end < 0) return fmt::format("ends at {:.4g} s, the run begins at 0 s", heard.end);
    return "";
}

SignalEnergy::SignalEnergy(const SignalRequest& request, double duration_s) : signal_(request) {
    if (request.kind != SignalKind::samples) return;
    const double played = (duration_s - request.delay_s.value_or(0)) * request.sample_rate_hz;
    const auto count = static_cast<double>(request.samples.size());
    bins_ = energy_of_bins(request.samples, static_cast<std::size_t>(std::clamp(std::ceil(played), 0.0, count)));
}

double SignalEnergy::above(double frequency_hz) const {
    // Pulses: integrals of f^2m exp(-2 (f / f0)^2), incomplete gamma functions Q(m + 1/2, y).
    const auto q_half = [](double y) { return std::erfc(std::sqrt(y)); };
    const auto next = [](double y, double order, double q) {  // Q(a + 1, y) from Q(a, y)
        return q + std::pow(y, order) * std::exp(-y) / std::tgamma(order + 1);
    };
    switch (signal_.kind) {
        case SignalKind::ricker: {
            const double y = 2 * std::pow(frequency_hz / signal_.frequency_hz, 2);
            return next(y, 1.5, next(y, 0.5, q_half(y)));
        }
        case SignalKind::gaussian: return q_half(std::pow(2 * pi * signal_.width_s * frequency_hz, 2));
        case SignalKind::dgauss: {
            const double y = std::pow(2 * pi * signal_.width_s * frequency_hz, 2);
            return next(y, 0.5, q_half(y));
        }
        case SignalKind::sine: return signal_.frequency_hz > 1.001 * frequency_hz ? 1 : 0;
        case SignalKind::impulse: return 1;
        case SignalKind::samples: break;
    }
    const double first = frequency_hz / signal_.sample_rate_hz * 2 * static_cast<double>(bins_.size() - 1);
    double all = 0, beyond = 0;
    for (std::size_t k = 0; k < bins_.size(); ++k) {
        all += bins_[k];
        if (static_cast<double>(k) > first) beyond += bins_[k];
    }
    return all > 0 ? beyond / all : 0;
}

std::optional<FrequencyBand> SignalEnergy::band() const {
    constexpr double left_out = 0.05;  // at each end
    switch (signal_.kind) {
        case SignalKind::sine: return FrequencyBand{signal_.frequency_hz, signal_.frequency_hz};
        case SignalKind::impulse: return std::nullopt;
        case SignalKind::samples:
            if (std::ranges::all_of(bins_, [](double energy) { return energy == 0; })) return std::nullopt;
            break;
        case SignalKind::ricker:
        case SignalKind::gaussian:
        case SignalKind::dgauss: break;
    }
    // A frequency far above the whole spectrum.
    const double beyond_hz = signal_.kind == SignalKind::samples  ? signal_.sample_rate_hz
                             : signal_.kind == SignalKind::ricker ? 10 * signal_.frequency_hz
                                                                  : 2 / signal_.width_s;
    const auto at = [&](double share) {
        double low = 0, high = beyond_hz;
        for (int halving = 0; halving < 50; ++halving) {
            const double middle = 0.5 * (low + high);
            (above(middle) > share ? low : high) = middle;
        }
        return high;
    };
    return FrequencyBand{at(1 - left_out), at(left_out)};
}

double energy_above(const SignalRequest& request, double frequency_hz, double duration_s) {
    return SignalEnergy(request, duration_s).above(frequency_hz);
}

}  // namespace wavesim
