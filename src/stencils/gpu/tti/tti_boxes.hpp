// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/problem/problem.hpp"
#include "stencils/problem/regions.hpp"

namespace wavesim {

/// Nodes that a kernel of a TTI step updates. If layers divide the grid, the inner box needs one pass and the slabs
/// next to the sides two. The first of these also computes fluxes for some nodes of the inner box; slabs across x are
/// thin.
enum class TtiRegion { all, inner, fluxes, fluxes_x, slabs };

/// The box that one pass would update, estimated from the layers alone: the grid, or the inner box between layers.
/// Empty if there is no inner box. tti_boxes() uses the data and may find another box.
NodeBox tti_one_pass_box(const StencilProblem& problem);
/// True if this box is large enough that one pass is faster.
bool tti_gains_from_one_pass(const StencilProblem& problem);

/// The boxes of a region, which contain each of its nodes once. In the inner box no memory of layers acts on a node or
/// on a flux that it needs, and the weights are constant wherever its sums reach. If there is no such box it is empty,
/// and the other regions are the whole grid.
std::vector<NodeBox> tti_boxes(const TtiProblem& problem, TtiRegion region);

}  // namespace wavesim
