// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/port_branches.hpp"

namespace wavesim {

/// Fits two branches of a wall of specific admittance 1 to the energy that an exact wall absorbs from waves in all
/// directions, at twelve frequencies from a twentieth of the highest one on, in the time of traces. `start`: a branch
/// of mass and resistance and one of mass, resistance and spring; the fit has the same form. Takes some 10 ms; results
/// are cached. Throws std::domain_error where the scheme has no wave or several.
std::vector<PortBranch> fit_unit_branches(const Stencil& stencil, const PortGrid& grid,
                                          const std::vector<PortBranch>& start);

}  // namespace wavesim
