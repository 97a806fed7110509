// SPDX-License-Identifier: MIT
// Nodes of sources and receivers in the strips of a pass of several steps in 2D.
#pragma once
#include "stencils/gpu/temporal/driven_nodes.hpp"
#include "stencils/gpu/temporal/strip_plan.hpp"
#include "stencils/gpu/temporal/temporal_strip_arguments.cuh"

namespace wavesim {

/// The lists of kernels::StripPoints; nodes of receivers are numbered consecutively.
struct StripLists {
    std::vector<int> first;
    std::vector<kernels::StripRow> row;
    std::vector<kernels::StripNode> heard;
    std::vector<kernels::Push> push;  ///< pushes of the first step, numbered as in NodeTable::source_first
    std::int64_t push_values = 0;     ///< number of values for all steps of a pass
};
StripLists strip_lists(const std::vector<NumberedNode>& driven, const std::vector<PointWeights>& receivers,
                       const StripTiling& tiling, const DeviceLayout& layout);

/// Lengths of the lists.
struct StripListSizes {
    std::int64_t rows = 0;
    std::int64_t heard = 0;
};
/// Sizes with all receivers of a problem, whether they list their nodes or have boxes. `driven`: the lists without
/// receivers.
StripListSizes strip_list_sizes(const StencilProblem& problem, const StripLists& driven, const StripTiling& tiling);

/// Arguments of the second launch, which starts from the results of the first and writes to the other arrays.
template <class Real>
kernels::StripArguments<Real> next_launch(kernels::StripArguments<Real> launch, const StripTiling& tiling, Real* last,
                                          Real* last_but_one) {
    launch.now = launch.last;
    launch.before = launch.last_but_one;
    launch.last = last;
    launch.last_but_one = last_but_one;
    launch.step += tiling.levels;
    launch.pushes += std::int64_t{tiling.levels} * StripTiling::width;
    launch.samples += std::int64_t{tiling.levels} * launch.receiver_nodes;
    return launch;
}

}  // namespace wavesim
