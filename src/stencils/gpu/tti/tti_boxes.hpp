// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/problem/problem.hpp"
#include "stencils/problem/regions.hpp"

namespace wavesim {

/// Nodes that a kernel of a TTI step moves. Where layers cut the grid, the inner box needs one pass, and the slabs next
/// to the sides two, the first of which makes fluxes for some nodes of the inner box, too; those across x are thin.
enum class TtiRegion { all, inner, fluxes, fluxes_x, slabs };

/// What would move in one pass, as the layers alone tell: the grid, or the inner box between layers; empty where they
/// leave none. tti_boxes knows the data and may find another box.
NodeBox tti_one_pass_box(const StencilProblem& problem);
/// Whether that is so large that one pass gains from it.
bool tti_gains_from_one_pass(const StencilProblem& problem);

/// The boxes of a region, which hold each of its nodes once. In the inner box no memory of layers acts on a node or on
/// a flux that it takes, and the weights are the same wherever its sums reach. Without such a box it is empty, and the
/// others are the whole grid.
std::vector<NodeBox> tti_boxes(const TtiProblem& problem, TtiRegion region);

}  // namespace wavesim
