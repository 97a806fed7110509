// SPDX-License-Identifier: MIT
#pragma once
#include <functional>

#include "solvers/decision/draft.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// All nodes of each receiver, or boxes of them where there are many (stencils/problem/receiver_nodes.hpp).
enum class ReceiverLists { whole, boxes };

/// Adds the sources and receivers to a problem and to the decision. Behind the sources come the dipoles of those that
/// have a direction (directed_points.hpp). The problem also gets a receiver per source and dipole, after the others,
/// that hears the pressure there (SourceWork). A figure of eight hears the slope of the pressure, of which the run
/// makes the integral over time (SlopeIntegral). `is_air` says which nodes of the grid are. Sources are those of a
/// medium of one speed and density: fit_sources_to_medium makes them those of the problem's.
void add_points(PlanDraft& draft, const std::function<bool(const Node&)>& is_air, StencilProblem& problem,
                ReceiverLists lists = ReceiverLists::whole);

/// Node i of a source takes c_i^2, and where the density varies kappa_i / rho_0, rho_0 that where it stands;
/// where TTI media are reciprocal c_i^2 times the stiffness of the node, the response to a force.
void fit_sources_to_medium(const PlanOutline& plan, Problem& problem);

}  // namespace wavesim
