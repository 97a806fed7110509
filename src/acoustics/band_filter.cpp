// SPDX-License-Identifier: MIT
#include "acoustics/band_filter.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace wavesim {

namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

}  // namespace

std::optional<BandFilter> BandFilter::between(double low_hz, double high_hz, double step_s) {
    if (!(high_hz * step_s < 0.5)) return std::nullopt;
    const double twice_rate = 2 / step_s;
    const double low = twice_rate * std::tan(pi * low_hz * step_s), high = twice_rate * std::tan(pi * high_hz * step_s);
    const double width = high - low;
    const auto band_poles = [&](Complex pole) {
        const Complex half = pole * width / 2.0, root = std::sqrt(half * half - low * high);
        const auto digital = [&](Complex s) { return (twice_rate + s) / (twice_rate - s); };
        return std::array{digital(half + root), digital(half - root)};
    };
    const auto section = [](Complex pole, Complex other) {
        return Section{-(pole + other).real(), (pole * other).real()};
    };
    const auto pair = band_poles(std::polar(1.0, 2 * pi / 3));
    const auto real = band_poles(-1.0);
    const std::array sections{section(pair[0], std::conj(pair[0])), section(pair[1], std::conj(pair[1])),
                              section(real[0], real[1])};
    // The centre frequency of the digital filter, where its gain is 1.
    const Complex z = std::polar(1.0, -2 * std::atan(std::sqrt(low * high) / twice_rate));
    double gain = 1;
    for (const Section& s : sections) gain *= std::abs((1.0 - z * z) / (1.0 + s.a1 * z + s.a2 * z * z));
    return BandFilter(sections, gain, step_s, low_hz);
}

std::vector<double> BandFilter::filter(std::span<const double> trace) const {
    std::vector<double> band(trace.begin(), trace.end());
    for (const Section& section : sections_) {
        double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
        for (double& value : band) {
            const double y = value - x2 - section.a1 * y1 - section.a2 * y2;
            x2 = x1;
            x1 = value;
            y2 = y1;
            y1 = y;
            value = y;
        }
    }
    for (double& value : band) value /= gain_;
    return band;
}

std::vector<double> BandFilter::filter_backwards(std::span<const double> trace) const {
    std::vector<double> band = filter(std::vector(trace.rbegin(), trace.rend()));
    std::ranges::reverse(band);
    return band;
}

double BandFilter::delay_s() const {
    constexpr double periods = 40;  // of the lower edge; the response has decayed long before
    std::vector<double> impulse(static_cast<std::size_t>(periods / low_hz_ / step_s_) + 1);
    impulse.front() = 1;
    double energy = 0, moment = 0;
    const std::vector<double> response = filter(impulse);
    for (std::size_t i = 0; i < response.size(); ++i) {
        const double square = response[i] * response[i];
        energy += square;
        moment += square * static_cast<double>(i);
    }
    return moment / energy * step_s_;
}

}  // namespace wavesim
