// SPDX-License-Identifier: MIT
#include "stencils/gpu/resident/resident_source.hpp"

#include "stencils/gpu/common/source_text.hpp"
#include "stencils/gpu/temporal/temporal_arguments.cuh"

namespace wavesim {

namespace {

constexpr const char* other_kernels =
    "WAVESIM_KERNEL(256, 1) wavesim_copy_levels(WAVESIM_PARAMETER LevelCopies<float> arguments) { "
    "copy_levels(arguments); }\n"
    "WAVESIM_KERNEL(pass_threads, 1) wavesim_finish_pass(WAVESIM_PARAMETER SampleArguments<float> arguments) { "
    "finish_pass(arguments); }\n";

}  // namespace

std::string resident_name(const Stencil& stencil) { return "resident-" + std::to_string(point_count(stencil)); }

std::string resident_source(const StencilProblem& problem, const ResidentTiling& tiling) {
    const Extent& n = problem.extent;
    std::string text =
        "#include \"stencils/gpu/resident/resident.cuh\"\n#include \"stencils/gpu/temporal/temporal_points.cuh\"\n\n"
        "namespace wavesim::kernels {\n\n// " +
        problem.stencil.name + "\nstruct Spec {\n    using Real = float;\n";
    const auto constant = [&text](const std::string& name, std::int64_t value) {
        text += "    static constexpr int " + name + " = " + std::to_string(value) + ";\n";
    };
    constant("nx", n.nx), constant("ny", n.ny), constant("nz", n.nz);
    constant("tile_y", tiling.tile_y()), constant("tile_z", tiling.tile_z());
    constant("threads", tiling.threads()), constant("items", tiling.items()), constant("blocks", tiling.blocks());
    constant("medium", kernels::medium_one);
    constexpr const char* sides[] = {"x_low", "x_high", "y_low", "y_high", "z_low", "z_high"};
    for (std::size_t side = 0; side < 6; ++side)
        constant(std::string("halo_") + sides[side], static_cast<int>(problem.halo[side]));
    const std::string threads = std::to_string(tiling.threads());
    return text + "    static constexpr bool signs = false;\n" + weight_function(problem.stencil, problem.courant) +
           "};\n" + agree<kernels::ResidentArguments<float>>("ResidentArguments<float>") +
           agree<kernels::ResidentBlock>("ResidentBlock") + agree<kernels::Exchange>("Exchange") +
           agree<kernels::ExchangeWord>("ExchangeWord") + agree<kernels::HeardNode>("HeardNode") +
           agree<kernels::LevelCopies<float>>("LevelCopies<float>") +
           agree<kernels::SampleArguments<float>>("SampleArguments<float>") + agree<kernels::NodeGroup>("NodeGroup") +
           agree<kernels::NodeKind>("NodeKind") + agree<kernels::FaceLaw<float>>("FaceLaw<float>") +
           "static_assert(Resident<Spec>::shared_bytes == " + std::to_string(tiling.shared_bytes()) +
           ");\n\nWAVESIM_KERNEL(" + threads +
           ", 1) wavesim_resident(WAVESIM_PARAMETER ResidentArguments<float> arguments) { "
           "Resident<Spec>::run(arguments); }\n" +
           other_kernels + "\n}  // namespace wavesim::kernels\n";
}

std::vector<KernelText> resident_texts(const StencilProblem& problem, const Gpu& gpu) {
    return {support_text(problem.precision, gpu),
            {resident_name(problem.stencil), resident_source(problem, resident_tiling(problem, gpu).value()),
             gpu.architecture(), usual_memory}};
}

}  // namespace wavesim
