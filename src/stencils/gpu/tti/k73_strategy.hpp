// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stencils/gpu/tti/tti_kernels.hpp"

namespace wavesim {

/// A strategy of Sai et al. for the 73-point form of TTI media in 3D (gpu/tti/tti_semi.cuh): everything in which
/// strategies differ.
struct K73Strategy {
    const char* backend;                ///< its backend in the registry, which has the same strategy for isotropic
                                        ///< media
    const char* kernel;                 ///< class template in tti_semi.cuh
    int planes;                         ///< planes of both fields in shared memory; for a cube the planes beside its
                                        ///< own, 0 for none
    bool walks_along_z;                 ///< else a block computes a cube of nodes
    int warps;                          ///< warps of a multiprocessor for which there are registers in float
    std::span<const KernelTile> tiles;  ///< nodes per block, the default first
};

/// The strategy of a backend of the registry; nullptr if it has none.
const K73Strategy* find_k73_strategy(std::string_view backend);

/// The tiles that fit `shared_limit` and the registers of a multiprocessor.
std::vector<KernelTile> k73_tiles(const K73Strategy& strategy, const StencilProblem& problem, int shared_limit);
/// The kernel of a step; `tile`: one of k73_tiles in the notation of to_string, empty for the first. Throws
/// std::invalid_argument for an unknown tile.
std::vector<TtiKernel> k73_kernels(const K73Strategy& strategy, const StencilProblem& problem, int shared_limit,
                                   const std::string& tile = {});

/// Empty when the strategies can run the problem, as far as they decide; else one sentence why not.
std::string k73_why_not(const ProblemShape& shape);

}  // namespace wavesim
