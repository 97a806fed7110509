// SPDX-License-Identifier: MIT
#include "studies/trace_metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

namespace wavesim {

namespace {

using std::numbers::pi;
constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

/// y = (x - x'') - a1 y' - a2 y'': zeros at 0 and half the rate, two poles.
struct BandSection {
    double a1 = 0, a2 = 0;
    BandSection(std::complex<double> pole, std::complex<double> other)
        : a1(-(pole + other).real()), a2((pole * other).real()) {}
    void filter(std::vector<double>& x) const {
        double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
        for (double& value : x) {
            const double y = value - x2 - a1 * y1 - a2 * y2;
            x2 = x1;
            x1 = value;
            y2 = y1;
            y1 = y;
            value = y;
        }
    }
    double gain(double radians) const {
        const std::complex<double> z = std::polar(1.0, -radians);
        return std::abs((1.0 - z * z) / (1.0 + a1 * z + a2 * z * z));
    }
};

std::array<BandSection, 3> octave_sections(double step_s, double middle_hz) {
    const double twice_rate = 2 / step_s;
    const auto warped = [&](double hz) { return twice_rate * std::tan(pi * hz * step_s); };
    const double low = warped(middle_hz / std::numbers::sqrt2), high = warped(middle_hz * std::numbers::sqrt2);
    const double width = high - low;
    const auto band_poles = [&](std::complex<double> pole) {
        const std::complex<double> half = pole * width / 2.0, root = std::sqrt(half * half - low * high);
        const auto digital = [&](std::complex<double> s) { return (twice_rate + s) / (twice_rate - s); };
        return std::array{digital(half + root), digital(half - root)};
    };
    const auto pair = band_poles(std::polar(1.0, 2 * pi / 3));
    const auto real = band_poles(-1.0);
    return {BandSection(pair[0], std::conj(pair[0])), BandSection(pair[1], std::conj(pair[1])),
            BandSection(real[0], real[1])};
}

}  // namespace

double peak_of(std::span<const double> trace) {
    double peak = 0;
    for (const double p : trace) peak = std::max(peak, std::abs(p));
    return peak;
}

double energy_of(std::span<const double> trace, double step_s) {
    double sum = 0;
    for (const double p : trace) sum += p * p;
    return sum * step_s;
}

double arrival_of(std::span<const double> trace, double step_s, double share) {
    const double least = share * peak_of(trace);
    if (!(least > 0)) return not_known;
    const auto first = std::ranges::find_if(trace, [least](double p) { return std::abs(p) >= least; });
    return static_cast<double>(first - trace.begin()) * step_s;
}

std::vector<double> octave_of(std::span<const double> trace, double step_s, double middle_hz) {
    if (!(middle_hz * std::numbers::sqrt2 * step_s < 0.5)) return {};
    std::vector<double> band(trace.begin(), trace.end());
    double gain = 1;
    // The digital middle of the band, where the filter lets all pass.
    const double low = std::tan(pi * middle_hz / std::numbers::sqrt2 * step_s);
    const double high = std::tan(pi * middle_hz * std::numbers::sqrt2 * step_s);
    const double middle = 2 * std::atan(std::sqrt(low * high));
    for (const BandSection& section : octave_sections(step_s, middle_hz)) {
        section.filter(band);
        gain *= section.gain(middle);
    }
    for (double& value : band) value /= gain;
    return band;
}

}  // namespace wavesim
