// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// The slabs of the ranks, and the number of steps between exchanges.
struct RankCuts {
    std::vector<Slab> slabs;  ///< empty if so many do not fit
    std::int64_t steps_together = 1;
};

/// Takes two steps between exchanges if the backend does two steps per pass over the memory of every slab.
RankCuts cut_for_ranks(const StencilProblem& problem, const BackendEntry& row, const Machine& machine,
                       std::int64_t count);

}  // namespace wavesim
