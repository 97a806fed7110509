// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/gpu.hpp"
#include "stencils/launch/bulk_parts.hpp"
#include "stencils/launch/tti_kernels.hpp"

namespace wavesim {

struct DecidedPasses;

/// A translation unit for the run-time compiler.
struct KernelText {
    std::string name;  ///< of its file in the cache, which has more behind it
    std::string source;
    std::string architecture;
    CompilerMemory memory = {};  ///< what compiling it first takes
};

std::string bulk_name(const KernelForm& form, const Stencil& stencil);
std::string pass_name(const Stencil& stencil);

/// All that a GPU backend compiles for a problem, in the order in which it does: for the bulk step of isotropic media
/// (`tile`: one of tiles_to_try, empty for the first), for several steps per pass, for TTI media.
std::vector<KernelText> isotropic_texts(const RegionForms& forms, const StencilProblem& problem, const Gpu& gpu,
                                        const std::string& tile = {});
std::vector<KernelText> temporal_texts(const StencilProblem& problem, const Gpu& gpu,
                                       const DecidedPasses* decided = nullptr);
std::vector<KernelText> tti_texts(const StencilProblem& problem, const Gpu& gpu,
                                  const TtiKernelChoice& kernels = fastest_tti_kernels, const std::string& tile = {});

/// What the run-time compiler takes for those that are not in the GPU's cache (Gpu::cached_kernels): the most of any,
/// since it gives back and takes again; 0 where all are there.
CompilerMemory compiler_memory(const std::vector<KernelText>& texts, const Gpu& gpu);

}  // namespace wavesim
