// SPDX-License-Identifier: MIT
#include "acoustics/frequency_bands.hpp"

#include <array>
#include <cmath>

namespace wavesim {

namespace {

const double octave_ratio = std::pow(10, 0.3);

/// Nominal centre frequencies of the thirds in a decade, IEC 61260-1, annex E.
constexpr std::array nominal{1.0, 1.25, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0, 6.3, 8.0};

/// Thirds are numbered from the one at 1 Hz. Octaves are the thirds whose number is a multiple of three.
double nominal_hz(long third) {
    const long decade = third >= 0 ? third / 10 : -((9 - third) / 10);
    return nominal[static_cast<std::size_t>(third - 10 * decade)] * std::pow(10, static_cast<double>(decade));
}

}  // namespace

double AnalysedBand::low_hz() const { return middle_hz * std::pow(octave_ratio, -0.5 / per_octave); }
double AnalysedBand::high_hz() const { return middle_hz * std::pow(octave_ratio, 0.5 / per_octave); }

std::string AnalysedBand::name() const {
    const double hz = nominal_hz(std::lround(10 * std::log10(middle_hz)));
    const std::string digits = std::to_string(std::lround(100 * hz));
    std::string text = digits.substr(0, digits.size() - 2), rest = digits.substr(digits.size() - 2);
    while (!rest.empty() && rest.back() == '0') rest.pop_back();
    return rest.empty() ? text : text + '.' + rest;
}

std::vector<AnalysedBand> bands_between(double low_hz, double high_hz, int per_octave) {
    std::vector<AnalysedBand> bands;
    const long step = per_octave == 1 ? 3 : 1;
    for (long third = 0; third <= 45; third += step) {
        const double hz = nominal_hz(third);
        if (hz >= low_hz * (1 - 1e-9) && hz <= high_hz * (1 + 1e-9))
            bands.push_back({std::pow(10, static_cast<double>(third) / 10), per_octave});
    }
    return bands;
}

std::vector<AnalysedBand> analysed_bands(int per_octave) {
    return per_octave == 1 ? bands_between(63, 8000, 1) : bands_between(50, 10'000, 3);
}

}  // namespace wavesim
