// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Time interval in which a signal is audible, s from the start of the run. Pulses: while they exceed 0.1 % of the
/// peak.
struct Heard {
    double begin = 0;
    double centre = 0;  ///< for pulses: the delay t0 in use
    double end = 0;     ///< infinite for a sine
};
Heard when_heard(const SignalRequest& signal);

/// Time of the run that is time 0 of the results, s: the peak if the signal of the first source requests it, else the
/// start.
double time_zero(const Scene& scene);

/// Why a signal with an explicit delay stays silent in a run of this duration, as a sentence without a subject; else
/// empty. A default delay is not a fault: a short trial run of a good scene is legitimate.
std::string why_silent(const SignalRequest& signal, double duration_s);

struct FrequencyBand {
    double low_hz = 0;
    double high_hz = 0;
};

/// Distribution of the energy of a signal over frequency: closed forms for pulses and sines. For sampled signals it
/// uses Fourier transforms of up to 64 blocks of the samples within `duration_s`.
class SignalEnergy {
  public:
    SignalEnergy(const SignalRequest& signal, double duration_s);

    /// Fraction of the energy above a frequency, 0 to 1; 1 for an impulse, which has no upper limit.
    double above(double frequency_hz) const;
    /// Band with nine tenths of the energy: a twentieth is below, a twentieth above. No value for impulses and silence.
    std::optional<FrequencyBand> band() const;

  private:
    const SignalRequest& signal_;
    std::vector<double> bins_;  ///< energy of samples up to half their rate
};

/// SignalEnergy::above at one frequency.
double energy_above(const SignalRequest& signal, double frequency_hz, double duration_s);

}  // namespace wavesim
