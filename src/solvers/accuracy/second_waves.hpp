// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Phase change omega T per time step from which on a stencil has a second and shorter wave of the same frequency in
/// some direction. Its symbol then decreases again along a ray of wave numbers. A source excites both waves, so that
/// levels can be wrong by a multiple. pi if there is no such wave (along a fan of rays, up to the shortest waves of the
/// grid).
double second_waves_from(const Stencil& stencil, double courant);

/// Whether waves of `k` radians per node, whose symbol is `level`, have such a second wave. It checks only axes and
/// diagonals, which needs few values of the symbol.
bool has_second_wave(const Stencil& stencil, double k, double level);

}  // namespace wavesim
