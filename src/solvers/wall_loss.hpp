// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "boundary/reflection.hpp"
#include "stencils/stencil.hpp"

namespace wavesim {

/// What the scheme makes of the losses of a wall, by the exact reflection coefficient of its waves
/// (boundary/reflection.hpp). Errors are relative and signed: + for more absorption, for longer reverberation.
struct WallLoss {
    std::string surface;
    double frequency_hz = 0;
    double normal_absorption = 0;     ///< head-on
    double random_absorption = 0;     ///< of sound that comes from everywhere
    double normal_reverberation = 0;  ///< of sound that goes to and fro between two such walls; 0 where hardly any does
    double random_reverberation = 0;  ///< of a room of such walls
};

/// A wall of a scheme: how it is computed.
struct WallScheme {
    Stencil stencil;
    double courant = 0;
    WallTime time = WallTime::explicit_form;
    WallPosition position = WallPosition::half;
    double air_mass = 0;  ///< D0
};

/// Of a wall of specific admittance g > 0 and waves of omega_t radians per time step. Head-on reverberation is that
/// between two walls: the time of a way to and fro, by the scheme's group speed, over -2 ln |R|.
/// Throws std::domain_error where no wave, or more than one, goes head-on.
WallLoss wall_loss(const WallScheme& scheme, double admittance, double omega_t);

}  // namespace wavesim
