// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/temporal_texts.hpp"

#include "stencils/gpu/single/single_texts.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/gpu/temporal/temporal_source.hpp"

namespace wavesim {

namespace {

// Measured like usual_memory.
constexpr CompilerMemory of_passes = mebibytes(69, 96);  // 60 to 77 are kept, different from run to run
constexpr CompilerMemory of_strips = mebibytes(70, 72);  // and in 2D

std::vector<KernelText> strip_texts(const StencilProblem& problem, const Gpu& gpu) {
    std::vector<KernelText> texts = isotropic_texts(single_steps_in_2d(), problem, gpu);
    const StripTiling tiling = strip_tiling(problem, gpu);
    texts.push_back({pass_name(problem.stencil), strip_source(problem, tiling), gpu.architecture(), of_strips});
    return texts;
}

}  // namespace

std::string pass_name(const Stencil& stencil) { return "pass-" + std::to_string(point_count(stencil)); }

std::vector<KernelText> temporal_texts(const StencilProblem& problem, const Gpu& gpu, const DecidedPasses* decided) {
    if (problem.stencil.dims == 2) return strip_texts(problem, gpu);
    std::vector<KernelText> texts =
        isotropic_texts({&forms::sweep_between_passes, &forms::sweep_between_passes}, problem, gpu);
    const TemporalTiling tiling = decided_tiling(decided, problem, gpu);
    texts.push_back({pass_name(problem.stencil), temporal_source(problem, tiling), pass_architecture(gpu), of_passes});
    return texts;
}

}  // namespace wavesim
