// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Band limit of impulse responses at a frequency. Below the band: a causal Butterworth filter of order 4 that removes
/// the mean, with its corner an octave below the band. Above: a smooth zero-phase edge that is 0 from `response_stop`
/// times the upper band limit on. Within the band the factor is 0.998 to 1.
std::complex<double> response_band(const ResponseOutput& wanted, double frequency_hz);
inline constexpr double response_stop = 1.3;

/// Amplitude of a pulse's spectrum at a frequency, relative to its maximum; 0 for signals that are not pulses.
double pulse_level(const SignalRequest& signal, double frequency_hz);
/// Smallest level of the spectrum in a band by which it can be divided: -40 dB.
inline constexpr double least_pulse_level = 0.01;

/// Impulse responses from recorded traces: their spectra divided by that of the source, limited to a band.
class ImpulseResponses {
  public:
    /// For traces of `samples` samples. `signal` must be a pulse.
    ImpulseResponses(const ResponseOutput& wanted, const SignalRequest& signal, std::int64_t samples, double step_s);

    /// Number of samples of a response at `wav_rate_hz`; the first is at the time of emission. The end of a trace is
    /// left out, since it would need later sound: the length of the pulse, and half a period of the lowest frequency.
    std::int64_t length() const { return length_; }
    static std::int64_t length(const ResponseOutput& wanted, const SignalRequest& signal, std::int64_t samples,
                               double step_s);

    /// Pressure due to a source of 1 Pa m s, divided by the sampling rate: convolution with a signal in Pa m gives Pa.
    std::vector<double> operator()(std::span<const double> trace) const;

    /// Memory of an object, and further memory for each trace in progress.
    struct Bytes {
        std::int64_t own, dividing;
    };
    static Bytes bytes(const ResponseOutput& wanted, std::int64_t samples, double step_s);

  private:
    double rate_hz_;
    std::int64_t length_;
    std::int64_t period_;
    std::vector<double> angles_;                 ///< phase change of each spectral line of a response per step
    std::vector<std::complex<double>> factors_;  ///< factor of each line
};

}  // namespace wavesim
