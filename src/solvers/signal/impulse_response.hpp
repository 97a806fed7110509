// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// What band-limits impulse responses at a frequency. Below: a Butterworth filter of order 4, which answers to nothing
/// before it arrives and keeps no mean, its corner an octave below the band. Above: a smooth edge without delay that
/// is 0 from `response_stop` times the band's end on. From 0.998 to 1 in the band.
std::complex<double> response_band(const ResponseOutput& wanted, double frequency_hz);
inline constexpr double response_stop = 1.3;

/// Amplitude of a pulse's spectrum at a frequency over its largest; 0 of signals that are no pulses.
double pulse_level(const SignalRequest& signal, double frequency_hz);
/// The least level in a band that can be divided by: 40 dB.
inline constexpr double least_pulse_level = 0.01;

/// Impulse responses out of recorded traces: their spectra over that of the source, limited to a band.
class ImpulseResponses {
  public:
    /// For traces of `samples` samples. `signal` must be a pulse.
    ImpulseResponses(const ResponseOutput& wanted, const SignalRequest& signal, std::int64_t samples, double step_s);

    /// Samples of a response, at `wav_rate_hz`, the first at the moment of emission. The end of a trace is left out,
    /// since what would come later belongs to it: the pulse, and half a period of the lowest frequency.
    std::int64_t length() const { return length_; }
    static std::int64_t length(const ResponseOutput& wanted, const SignalRequest& signal, std::int64_t samples,
                               double step_s);

    /// Pressure that a source of 1 Pa m s makes, over the rate: convolved with a signal in Pa m they give Pa.
    std::vector<double> operator()(std::span<const double> trace) const;

    /// Memory that one takes, and that it needs more for each trace at hand.
    struct Bytes {
        std::int64_t own, dividing;
    };
    static Bytes bytes(const ResponseOutput& wanted, std::int64_t samples, double step_s);

  private:
    double rate_hz_;
    std::int64_t length_;
    std::int64_t period_;
    std::vector<double> angles_;                 ///< of the lines of a response, per step
    std::vector<std::complex<double>> factors_;  ///< of each line
};

}  // namespace wavesim
