// SPDX-License-Identifier: MIT
#include "solvers/accuracy/tilted_sound.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

constexpr double shortest_wave = 3.2;  // cells
constexpr double highest = 2.5;        // over the pulse's typical frequency
constexpr double fades_from = 0.75;    // of the highest; a sharp end would ring
constexpr double decays = 6;           // by exp(-6) until they would repeat themselves
/// Period of the computed traces, as a multiple of the evaluated duration. The rest of the period, which seems to
/// precede the pulse, is ignored.
constexpr double repeats_after = 1.35;

/// Largest wave number along a layer. It includes P waves, evanescent waves, and the second waves that points of P
/// waves send and receive.
double most_along(double number) { return std::min(2.4, std::max(1.0, 1.3 * number + 0.1)); }

}  // namespace

TiltedSound::TiltedSound(const PulseSpectrum& spectrum, double period, const Span& span, std::size_t waves)
    : from_(-2 * period), step_(period / 16), lasts_(std::max(span.latest - from_, 4 * period)) {
    const double top = std::min({spectrum.top_hz / spectrum.typical_hz / period, highest / period, 1 / shortest_wave});
    for (;; lasts_ *= 0.95) {
        const double period_of_all = repeats_after * lasts_;
        repeats_ = span.stretch * period_of_all + span.along;
        const double decay = decays / period_of_all;
        const auto count = static_cast<std::size_t>(top * period_of_all) + 2;
        double all = 0;
        tones_.clear();
        for (std::size_t j = 0; j < count; ++j) {
            const double waves_per_cell = (static_cast<double>(j) + 0.5) * top / static_cast<double>(count);
            const Complex number(2 * pi * waves_per_cell, decay);
            const double end = std::clamp((waves_per_cell / top - fades_from) / (1 - fades_from), 0.0, 1.0);
            const double share = (1 + std::cos(pi * end)) / 2;
            const double most = most_along(number.real());
            tones_.push_back({number, share * spectrum.amplitude(number / (2 * pi) * period), most});
            all += most * repeats_ / pi;
        }
        if (all <= static_cast<double>(waves) || 0.95 * lasts_ < std::max(span.least - from_, 4 * period)) break;
    }
}

std::vector<double> TiltedSound::trace(const std::vector<Complex>& spectrum) const {
    std::vector<double> values(static_cast<std::size_t>(lasts_ / step_) + 1);
    for (std::size_t j = 0; j < spectrum.size(); ++j) {
        const Complex rate(tones_[j].number.imag(), -tones_[j].number.real());
        const Complex turn = std::exp(rate * step_);
        Complex value = spectrum[j] * std::exp(rate * from_);
        for (double& sum : values) {
            sum += value.real();
            value *= turn;
        }
    }
    return values;
}

}  // namespace wavesim
