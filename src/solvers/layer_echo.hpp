// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/plan.hpp"

namespace wavesim {

/// What the absorbing layers of an isotropic medium send back to the receivers, largest error over the loudest sound of
/// a receiver in dB, in the shot where it is most; 0 without layers. An echo is the sound of the image source, a sum
/// over waves of all frequencies of the source and all directions. Each comes back with its own amplitude, which is
/// exact for the scheme (LayerReflection). Waves that do not travel are among them, so it holds within a wavelength of
/// a layer, too. In space the sum is that of a plane, and sound spreads as in space. Echoes of
/// all sides add up, as waves do. Echoes of echoes and what layers do to each other in corners are left out, with 2 dB
/// added for them. Echoes of more than three periods are taken as those of the same angle nearby, so what comes back at
/// grazing incidence over more than 100 cells is told too small. Pulses
/// have their own spectrum; sampled signals and impulses count as pulses of an even spectrum where they have their
/// energy. Asks for a plan whose points are placed. Some 10 ms.
double layer_echo_db(const PlanOutline& plan);

}  // namespace wavesim
