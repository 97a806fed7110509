// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace wavesim {

/// Band-pass filter that meets IEC 61260-1 for class 1: Butterworth of order 3 per edge, by the bilinear transform.
class BandFilter {
  public:
    /// No value if the band does not end below half the sampling rate.
    static std::optional<BandFilter> between(double low_hz, double high_hz, double step_s);

    std::vector<double> filter(std::span<const double> trace) const;
    /// Filters from the end to the beginning, so that the filter rings before the sound and not after it.
    std::vector<double> filter_backwards(std::span<const double> trace) const;
    /// Centre time of the energy of its impulse response, s: the time by which it delays the energy of any sound.
    double delay_s() const;

  private:
    /// y = (x - x'') - a1 y' - a2 y'': zeros at 0 and at half the sampling rate, two poles.
    struct Section {
        double a1 = 0, a2 = 0;
    };
    BandFilter(std::array<Section, 3> sections, double gain, double step_s, double low_hz)
        : sections_(sections), gain_(gain), step_s_(step_s), low_hz_(low_hz) {}

    std::array<Section, 3> sections_;
    double gain_;  ///< of all sections, at the centre of the band
    double step_s_;
    double low_hz_;
};

}  // namespace wavesim
