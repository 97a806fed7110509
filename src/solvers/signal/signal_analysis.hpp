// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// When a signal can be heard, s from the start of the run. Pulses: from 0.1 % of the peak to 0.1 % of it.
struct Heard {
    double begin = 0;
    double centre = 0;  ///< of pulses: the delay t0 in use
    double end = 0;     ///< infinite for a sine
};
Heard when_heard(const SignalRequest& signal);

/// Time of the run that results call 0, s: that of the peak where the signal of the first source says so, else the
/// start.
double time_zero(const Scene& scene);

/// Why a signal whose delay was asked for stays silent in a run of that duration, as a sentence without a subject;
/// empty when it sounds. Default delays make no fault: a short trial run of a good scene is no mistake.
std::string why_silent(const SignalRequest& signal, double duration_s);

struct FrequencyBand {
    double low_hz = 0;
    double high_hz = 0;
};

/// Where the energy of a signal lies: closed forms for pulses and sines, Fourier transforms of up to 64 blocks of what
/// is played of sampled signals within `duration_s`.
class SignalEnergy {
  public:
    SignalEnergy(const SignalRequest& signal, double duration_s);

    /// Share of it above a frequency, 0 to 1; 1 for an impulse, which has no upper limit.
    double above(double frequency_hz) const;
    /// Nine tenths of it lie within: a twentieth is below, a twentieth above. Nothing of impulses and of silence.
    std::optional<FrequencyBand> band() const;

  private:
    const SignalRequest& signal_;
    std::vector<double> bins_;  ///< energy of samples up to half their rate
};

/// SignalEnergy::above of one frequency.
double energy_above(const SignalRequest& signal, double frequency_hz, double duration_s);

}  // namespace wavesim
