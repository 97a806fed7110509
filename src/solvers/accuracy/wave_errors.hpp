// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "solvers/accuracy/pulse_tones.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// What waves that come too early or too late make of traces, over the loudest sound of all receivers.
struct WaveErrors {
    double direct = 0;     ///< by the speed of waves, of sound that goes the direct way
    double level = 0;      ///< of the same, by the level at which the scheme radiates
    double reflected = 0;  ///< by the speed of waves, of sound that walls and free surfaces keep
    double walls = 0;      ///< since the sides of the domain are not where they are asked for
};

/// Ways of direct sound, m.
struct DirectWays {
    double shortest = 0;
    double longest = 0;
};

/// After a path d a pulse has the level (d0 / d)^p relative to the loudest pulse, whose path is d0. In D dimensions p =
/// (D - 1) / 2. Between walls the sounds of all image sources overlap. Images whose pulses of length l arrive together
/// have S d0^(D-1) l / V of the energy of the loudest. S is 4 pi, in 2D 2 pi, and V the volume or area. Walls absorb a
/// part of both at every mean free path, 4 V / area, in 2D pi V / length (Kuttruff, Room Acoustics, 6th ed., 5.2).
class SoundLevel {
  public:
    SoundLevel(const PlanOutline& plan, double shortest_m, double pulse_m);
    double direct(double way_m) const;
    double kept(double way_m) const;  ///< of sound between walls

  private:
    double shortest_m_, power_;
    double together_ = 0;    ///< of the energy of the loudest
    double lost_per_m_ = 0;  ///< of energy, natural logarithm
};

/// Level error in a direction of wave numbers, of the source that errs most; 0 in TTI media.
double level_error(const PlanOutline& plan, double points_per_wavelength, const std::array<double, 3>& direction);

/// `run_m` is the way of sound in the run. The error of the speed is that of the worst direction at each frequency.
WaveErrors wave_errors(const PlanOutline& plan, const DirectWays& ways, double run_m);

}  // namespace wavesim
