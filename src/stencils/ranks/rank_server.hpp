// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <memory>

#include "stencils/ranks/rank_slab.hpp"

namespace wavesim {

/// The functions of a rank that depend on the program.
struct RankSkills {
    /// Plans a shot in advance for make().
    std::function<void(std::int64_t shot)> prepare;
    /// Opens a backend for the slab of this rank.
    std::function<std::unique_ptr<StencilBackend>(const SlabMaking& making, const Slab& own)> make;
    /// Describes the exception that is being handled.
    std::function<FaultOfRank()> fault;
};

/// Executes the orders of rank 0. Returns the exit code of the order `end`. A failure of `make` is the reply to that
/// order. After any other failure this rank gives up and throws RankLost.
int serve_rank(RankLink& link, const RankSkills& skills);

}  // namespace wavesim
