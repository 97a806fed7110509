// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace wavesim {

/// Band-pass as IEC 61260-1 asks for class 1: Butterworth of order 3 per edge, by the bilinear transform.
class BandFilter {
  public:
    /// Nothing where the band does not end below half the rate of the samples.
    static std::optional<BandFilter> between(double low_hz, double high_hz, double step_s);

    std::vector<double> filter(std::span<const double> trace) const;
    /// From the end to the beginning: what rings does so before the sound, not behind it.
    std::vector<double> filter_backwards(std::span<const double> trace) const;
    /// Where the energy of its own response to an impulse has its middle, s: what it delays the energy of any sound by.
    double delay_s() const;

  private:
    /// y = (x - x'') - a1 y' - a2 y'': zeros at 0 and half the rate, two poles.
    struct Section {
        double a1 = 0, a2 = 0;
    };
    BandFilter(std::array<Section, 3> sections, double gain, double step_s, double low_hz)
        : sections_(sections), gain_(gain), step_s_(step_s), low_hz_(low_hz) {}

    std::array<Section, 3> sections_;
    double gain_;  ///< of the sections, in the middle of the band
    double step_s_;
    double low_hz_;
};

}  // namespace wavesim
