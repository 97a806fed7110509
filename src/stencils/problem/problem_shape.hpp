// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "stencils/grid/grid.hpp"
#include "stencils/problem/absorbing_layers.hpp"
#include "stencils/problem/media.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// The properties of a problem for planning, forecasts and the choice of a backend: everything except data per node,
/// per wall face or per sample. Cheap to copy.
struct ProblemShape {
    Extent extent;
    Precision precision = Precision::float32;
    Stencil stencil;
    double courant = 0;              ///< c T / X, c the fastest speed
    std::array<HaloRule, 6> halo{};  ///< per Side
    AbsorbingLayers layers;
    SpeedShape speed;
    MediumShape medium;
    bool wall_ports = false;  ///< walls are WallPorts
};

}  // namespace wavesim
