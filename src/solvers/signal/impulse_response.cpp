// SPDX-License-Identifier: MIT
#include "solvers/signal/impulse_response.hpp"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/signal/signal.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/signal/uneven_spectrum.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

/// Number of spectral lines of a period up to the end of the upper edge.
std::int64_t response_lines(const ResponseOutput& wanted, std::int64_t period) {
    return static_cast<std::int64_t>(response_stop * wanted.high_hz / wanted.wav_rate_hz *
                                     static_cast<double>(period)) +
           1;
}

/// Period: the trace, and the time in which the filter below the band decays, to 1e-8 after 16 periods.
std::int64_t response_period(const ResponseOutput& wanted, std::int64_t samples, double step_s) {
    const double seconds = static_cast<double>(samples) * step_s + 16 / wanted.low_hz;
    return fast_length(static_cast<std::int64_t>(std::ceil(seconds * wanted.wav_rate_hz)));
}

/// Decreases from 1 to 0 over the edge above the band.
double upper_edge(double share) {
    const double x = std::clamp(share, 0.0, 1.0);
    return 1 - x * x * x * x * (35 - 84 * x + 70 * x * x - 20 * x * x * x);
}

}  // namespace

std::complex<double> response_band(const ResponseOutput& wanted, double hz) {
    const double x = 2 * hz / wanted.low_hz;
    std::complex<double> below = std::pow(x, 4);
    for (const double angle : {5 * pi / 8, 7 * pi / 8})  // i x minus a pole, and minus its conjugate
        below /= std::complex<double>(1 - x * x, -2 * x * std::cos(angle));
    return below * upper_edge((hz / wanted.high_hz - 1) / (response_stop - 1));
}

double pulse_level(const SignalRequest& signal, double hz) {
    const double w = 2 * pi * hz * signal.width_s, x = hz / signal.frequency_hz;
    switch (signal.kind) {
        case SignalKind::ricker: return x * x * std::exp(1 - x * x);
        case SignalKind::gaussian: return std::exp(-w * w / 2);
        case SignalKind::dgauss: return w * std::exp((1 - w * w) / 2);
        case SignalKind::impulse: return 1;
        case SignalKind::sine:
        case SignalKind::samples: break;
    }
    return 0;
}

std::int64_t ImpulseResponses::length(const ResponseOutput& wanted, const SignalRequest& signal, std::int64_t samples,
                                      double step_s) {
    const double lost_s = when_heard(signal).end + 0.5 / wanted.low_hz + 4 / wanted.high_hz;
    const double seconds = static_cast<double>(samples - 1) * step_s - lost_s;
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(seconds * wanted.wav_rate_hz)) + 1);
}

ImpulseResponses::ImpulseResponses(const ResponseOutput& wanted, const SignalRequest& signal, std::int64_t samples,
                                   double step_s)
    : rate_hz_(wanted.wav_rate_hz),
      length_(length(wanted, signal, samples, step_s)),
      period_(response_period(wanted, samples, step_s)) {
    const double line_hz = rate_hz_ / static_cast<double>(period_);
    for (std::int64_t k = 0; k < response_lines(wanted, period_); ++k)
        angles_.push_back(2 * pi * static_cast<double>(k) * line_hz * step_s);
    const Signal source(signal, step_s);
    const double heard_s = std::max(when_heard(signal).end, source.delay()) * 2;
    const auto sent = std::max<std::int64_t>(8, static_cast<std::int64_t>(std::ceil(heard_s / step_s)));
    const std::vector<std::complex<double>> spectrum = UnevenSpectrum(sent).at(angles_, source.sample(sent, false));
    factors_.assign(angles_.size(), 0);
    for (std::size_t k = 1; k < factors_.size(); ++k) {
        const double hz = static_cast<double>(k) * line_hz;
        const std::complex<double> band = response_band(wanted, hz);
        if (std::abs(band) > 1e-9) factors_[k] = band / spectrum[k];
    }
}

std::vector<double> ImpulseResponses::operator()(std::span<const double> trace) const {
    const UnevenSpectrum recorded(std::ssize(trace));
    std::vector<std::complex<double>> lines = recorded.at(angles_, trace);
    for (std::size_t k = 0; k < lines.size(); ++k) lines[k] *= factors_[k];
    lines.resize(static_cast<std::size_t>(period_ / 2 + 1));
    Eigen::FFT<double> transform;
    transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    std::vector<double> response;
    transform.inv(response, lines, static_cast<Eigen::Index>(period_));
    response.resize(static_cast<std::size_t>(length_));
    return response;
}

ImpulseResponses::Bytes ImpulseResponses::bytes(const ResponseOutput& wanted, std::int64_t samples, double step_s) {
    const std::int64_t period = response_period(wanted, samples, step_s);
    const std::int64_t lines = response_lines(wanted, period);
    constexpr std::int64_t real = sizeof(double);
    // Angles and factors; the larger of the memories for the forward and for the inverse transform (lines, twiddles,
    // scratch, samples).
    return {3 * lines * real, std::max(UnevenSpectrum::bytes(samples, lines), 5 * period * real)};
}

}  // namespace wavesim
