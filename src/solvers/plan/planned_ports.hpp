// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/draft.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {

/// Whether the walls of a scene are ports at the vertices: asked for, and some wall takes energy.
bool has_ports(const PlanDraft& draft);

/// What keeps walls with `walls: vertex` from being ports; the stencil and its time step are chosen.
void find_port_faults(const PlanDraft& draft, double points_per_wavelength, std::vector<Fault>& faults);

}  // namespace wavesim
