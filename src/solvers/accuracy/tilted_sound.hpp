// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <cstddef>
#include <vector>

#include "solvers/signal/pulse_spectrum.hpp"

namespace wavesim {

/// The frequencies at which a pulse in a tilted medium is looked at, and traces from spectra of them. Lengths are in
/// cells, times in cells of way at the speed along the axis. Signals are taken as those that grow as exp(decay t), so
/// that what comes after the end of what is looked at is small.
class TiltedSound {
  public:
    /// What is to be heard.
    struct Span {
        double least;    ///< after the pulse
        double latest;   ///< if there are not too many waves
        double along;    ///< the farthest receiver along a layer
        double stretch;  ///< fastest over the speed along the axis
    };
    /// `period`: of the pulse. Ends earlier where a layer would have to be solved for more than `waves` plane waves.
    TiltedSound(const PulseSpectrum& spectrum, double period, const Span& span, std::size_t waves);

    struct Tone {
        std::complex<double> number;     ///< radians per cell
        std::complex<double> amplitude;  ///< of the pulse
        double most;                     ///< largest wave number along a layer
    };
    const std::vector<Tone>& tones() const { return tones_; }
    /// Distance between periodic images of the source along a layer, large enough that their sound arrives too late to
    /// matter.
    double repeats() const { return repeats_; }

    /// From from() on, step() apart; but for a factor.
    std::vector<double> trace(const std::vector<std::complex<double>>& spectrum) const;
    double from() const { return from_; }
    double step() const { return step_; }

  private:
    double from_, step_, lasts_, repeats_;
    std::vector<Tone> tones_;
};

}  // namespace wavesim
