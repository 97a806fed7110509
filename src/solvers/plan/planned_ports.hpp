// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/draft.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {

/// Whether the walls of a scene are ports at the vertices: requested, and some wall absorbs.
bool has_ports(const PlanDraft& draft);

/// Finds reasons why walls with `walls: vertex` cannot be ports, after the stencil and its time step have been chosen.
void find_port_faults(const PlanDraft& draft, double points_per_wavelength, std::vector<Fault>& faults);

}  // namespace wavesim
