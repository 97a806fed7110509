// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Angle omega T per time step from which a stencil moves, in some direction, a second and shorter wave of the same
/// frequency: there its symbol falls again along a ray of wave numbers. A source gives to both, so that levels are off
/// by a multiple. pi where no such wave is (along a fan of rays, up to the shortest waves of the grid).
double second_waves_from(const Stencil& stencil, double courant);

/// Whether that is so of waves of `k` radians per node, whose symbol is `level`: along axes and diagonals alone, which
/// takes a few values of the symbol instead of those of a fan.
bool has_second_wave(const Stencil& stencil, double k, double level);

}  // namespace wavesim
