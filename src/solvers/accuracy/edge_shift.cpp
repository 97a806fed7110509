// SPDX-License-Identifier: MIT
#include "solvers/accuracy/edge_shift.hpp"

#include <algorithm>
#include <cmath>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

double edge_shift(const PlanOutline& plan, double thin_m, double wave_number_per_m) {
    const Stencil& stencil = plan.decision.shape.stencil;
    // Measured, see docs/validation.md.
    const double of_cell = shape_of(stencil) != StencilShape::leggy ? 0.06 : radius(stencil) == 1 ? 0.165 : 0.115;
    const double cell = plan.decision.spacing_m;
    return of_cell * cell * std::cbrt(std::min(1.0, cell * std::max(wave_number_per_m, 1 / thin_m)));
}

}  // namespace wavesim
