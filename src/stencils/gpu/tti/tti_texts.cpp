// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_texts.hpp"

#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/gpu/tti/tti_launch.hpp"

namespace wavesim {

namespace {

// Measured like usual_memory.
constexpr CompilerMemory of_tti = mebibytes(66, 69);

}  // namespace

std::vector<KernelText> tti_texts(const StencilProblem& problem, const Gpu& gpu, const TtiKernelChoice& kernels,
                                  const std::string& tile) {
    std::vector<KernelText> texts{support_text(problem.precision, gpu)};
    if (problem.layers.any() && tti_form(problem) == TtiForm::k73)
        texts.push_back({"layers",
                         layer_source(problem, plan_layers(problem, tti_device_layout(problem)), LayeredFields::two),
                         gpu.architecture(), compiling_layers});
    const std::vector<TtiKernel> chosen = kernels(problem, gpu.shared_per_block, tile);
    texts.push_back({"tti", tti_source(problem, chosen), gpu.architecture(),
                     chosen.front().one_per_thread ? usual_memory : of_tti});
    return texts;
}

}  // namespace wavesim
