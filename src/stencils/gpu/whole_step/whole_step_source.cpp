// SPDX-License-Identifier: MIT
#include "stencils/gpu/whole_step/whole_step_source.hpp"

#include "stencils/gpu/common/source_text.hpp"
#include "stencils/gpu/whole_step/whole_step_plan.hpp"

namespace wavesim {

namespace {

template <class Real>
std::string agree_on_arguments(const std::string& real) {
    return agree<kernels::WholeStepArguments<Real>>("WholeStepArguments<" + real + ">") +
           agree<kernels::BlockWork>("BlockWork") + agree<kernels::NodeGroup>("NodeGroup") +
           agree<kernels::NodeKind>("NodeKind") + agree<kernels::FaceLaw<Real>>("FaceLaw<" + real + ">");
}

}  // namespace

std::string whole_step_name(const Stencil& stencil) { return "whole-step-" + std::to_string(point_count(stencil)); }

std::string whole_step_source(const Stencil& stencil, double courant, Precision precision, const KernelTile& tile) {
    const std::string real = real_name(precision);
    const int threads = whole_step_threads(tile, precision);
    std::string text = "#include \"stencils/gpu/whole_step/whole_step.cuh\"\n\nnamespace wavesim::kernels {\n\n// " +
                       stencil.name + "\nstruct Spec {\n    using Real = " + real + ";\n";
    const auto constant = [&text](const std::string& name, int value) {
        text += "    static constexpr int " + name + " = " + std::to_string(value) + ";\n";
    };
    constant("tile_x", tile.x), constant("tile_y", tile.y), constant("tile_z", tile.z), constant("rows", tile.rows);
    constant("medium", tile.medium);
    text += std::string("    static constexpr bool signs = ") + (tile.odd ? "true" : "false") + ";\n" +
            weight_function(stencil, courant) + "};\n" +
            (precision == Precision::float32 ? agree_on_arguments<float>(real) : agree_on_arguments<double>(real));
    text += "static_assert(WholeStep<Spec>::threads == " + std::to_string(threads) + ");\n";
    return text + "\nWAVESIM_KERNEL(" + std::to_string(threads) + ", " + std::to_string(tile.blocks) +
           ") wavesim_whole_step(WAVESIM_PARAMETER WholeStepArguments<" + real +
           "> arguments) { WholeStep<Spec>::run(arguments); }\n\n}  // namespace wavesim::kernels\n";
}

std::vector<KernelText> whole_step_texts(const StencilProblem& problem, const Gpu& gpu, const std::string& tile) {
    return {support_text(problem.precision, gpu),
            {whole_step_name(problem.stencil),
             whole_step_source(problem.stencil, problem.courant, problem.precision, whole_step_tile(tile, problem)),
             gpu.architecture(), usual_memory}};
}

}  // namespace wavesim
