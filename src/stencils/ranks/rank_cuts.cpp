// SPDX-License-Identifier: MIT
#include "stencils/ranks/rank_cuts.hpp"

#include <algorithm>
#include <utility>

#include "stencils/slabs/cut_lists.hpp"
#include "stencils/slabs/slab_cuts.hpp"

namespace wavesim {

RankCuts cut_for_ranks(const StencilProblem& problem, const BackendEntry& row, const Machine& machine,
                       std::int64_t count) {
    const auto in_pairs = [&](const Slab& slab) {
        const Proposal own = row.propose(cut_lists(problem, slab, 2), machine);
        return own.why_not.empty() && own.regions.front().steps_together == 2;
    };
    // The memory of averaged layers reads across planes, so that of ghost planes would be wrong after the first step.
    if (problem.layers.averaged) return {cut_slabs(problem, count), 1};
    std::vector<Slab> slabs = cut_slabs(problem, count, 2);
    if (count > 1 && !slabs.empty() && std::ranges::all_of(slabs, in_pairs)) return {std::move(slabs), 2};
    return {cut_slabs(problem, count), 1};
}

}  // namespace wavesim
