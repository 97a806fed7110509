// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "solvers/accuracy/pulse_tones.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Errors of traces from waves that arrive too early or too late, relative to the loudest sound of all receivers.
struct WaveErrors {
    double direct = 0;     ///< error of direct sound due to the wave speed
    double level = 0;      ///< error of direct sound due to the radiated level
    double reflected = 0;  ///< error of sound between walls and free surfaces due to the wave speed
    double walls = 0;      ///< error due to displaced sides of the domain
};

/// Lengths of paths of direct sound, m.
struct DirectWays {
    double shortest = 0;
    double longest = 0;
    double weakened = 0;  ///< path in the open after which sound is as loud as the loudest, which solids may weaken; 0
                          ///< if that is the shortest one
    double as_loud_m() const { return weakened > 0 ? weakened : shortest; }
};

/// After a path d a pulse has the level (d0 / d)^p relative to the loudest pulse, whose path is d0. In D dimensions p =
/// (D - 1) / 2. Between walls the sounds of all image sources overlap. Images whose pulses of length l arrive together
/// have S d0^(D-1) l / V of the energy of the loudest. S is 4 pi, in 2D 2 pi, and V the volume or area. Walls absorb a
/// part of both at every mean free path, 4 V / area, in 2D pi V / length (Kuttruff, Room Acoustics, 6th ed., 5.2).
class SoundLevel {
  public:
    SoundLevel(const PlanOutline& plan, double shortest_m, double pulse_m);
    double direct(double way_m) const;
    double kept(double way_m) const;  ///< level of sound between walls

  private:
    double shortest_m_, power_;
    double together_ = 0;    ///< energy of images that arrive together, relative to the loudest pulse
    double lost_per_m_ = 0;  ///< energy loss per metre, natural logarithm
};

/// Level error in a direction of wave numbers, for the worst source; 0 in TTI media.
double level_error(const PlanOutline& plan, double points_per_wavelength, const std::array<double, 3>& direction);

/// `run_m` is the path of sound in the run. The speed error at each frequency is that of the worst direction.
WaveErrors wave_errors(const PlanOutline& plan, const DirectWays& ways, double run_m);

}  // namespace wavesim
