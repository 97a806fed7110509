// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// An octave or third-octave band as in IEC 61260-1: centre frequencies are 1000 Hz times powers of G = 10^0.3.
struct AnalysedBand {
    double middle_hz = 0;  ///< exact centre frequency, 125.89 Hz for the octave named 125
    int per_octave = 1;    ///< 1 or 3

    double low_hz() const;
    double high_hz() const;
    /// The nominal centre frequency: `63`, `125`, `1000`; thirds `80`, `100`, `1250`.
    std::string name() const;
};

/// The bands whose nominal centre frequencies lie from `low_hz` to `high_hz`.
std::vector<AnalysedBand> bands_between(double low_hz, double high_hz, int per_octave);
/// The bands of room acoustics: octaves from 63 Hz to 8 kHz, or thirds from 50 Hz to 10 kHz.
std::vector<AnalysedBand> analysed_bands(int per_octave);

}  // namespace wavesim
