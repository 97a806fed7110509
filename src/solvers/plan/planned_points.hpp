// SPDX-License-Identifier: MIT
#pragma once
#include <functional>

#include "solvers/decision/draft.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Form of receivers: complete lists of nodes, or boxes of nodes if there are many
/// (stencils/problem/receiver_nodes.hpp).
enum class ReceiverLists { whole, boxes };

/// Adds the sources and receivers to a problem and to the decision. The sources are followed by the dipoles of directed
/// sources (directed_points.hpp). For each source and dipole the problem has one receiver more, behind those of the
/// scene, which records the pressure there (SourceWork). A figure-of-eight receiver records the derivative of the
/// pressure, which the run integrates over time (SlopeIntegral). `is_air` states which nodes of the grid are air.
/// Sources are those of a homogeneous medium; fit_sources_to_medium converts them for the medium of the problem.
void add_points(PlanDraft& draft, const std::function<bool(const Node&)>& is_air, StencilProblem& problem,
                ReceiverLists lists = ReceiverLists::whole);

/// Scales node i of a source by c_i^2; if the density varies, by kappa_i / rho_0 with the density rho_0 at the source.
/// In reciprocal TTI media the factor is c_i^2 times the stiffness of the node: the response to a force.
void fit_sources_to_medium(const PlanOutline& plan, Problem& problem);

}  // namespace wavesim
