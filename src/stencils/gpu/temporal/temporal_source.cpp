// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/temporal_source.hpp"

#include "stencils/gpu/common/source_text.hpp"
#include "stencils/gpu/temporal/temporal_strip_arguments.cuh"

namespace wavesim {

namespace {

constexpr const char* wall_state_kernels =
    "WAVESIM_KERNEL(128, 1) wavesim_take_walls(WAVESIM_PARAMETER WallStateArguments arguments) {\n"
    "    take_wall_states<Spec::branch_walls>(arguments);\n}\n"
    "WAVESIM_KERNEL(128, 1) wavesim_settle_walls(WAVESIM_PARAMETER WallStateArguments arguments) {\n"
    "    settle_wall_states<Spec::branch_walls>(arguments);\n}\n\n";
constexpr const char* late_row_kernel =
    "WAVESIM_KERNEL(128, 1) wavesim_return_rows(WAVESIM_PARAMETER LateRows<Spec::Real> arguments) {\n"
    "    return_late_rows<Spec>(arguments);\n}\n\n";
constexpr const char* shared_wall_kernel =
    "WAVESIM_KERNEL(128, 1) wavesim_share_walls(WAVESIM_PARAMETER SharedQuadArguments arguments) {\n"
    "    share_wall_states<Spec::branch_walls>(arguments);\n}\n\n";

template <class Real>
std::string agree_on_passes(const std::string& real) {
    return agree<kernels::TemporalArguments<Real>>("TemporalArguments<" + real + ">") + agree<kernels::Push>("Push") +
           agree<kernels::PushArguments<Real>>("PushArguments<" + real + ">") +
           agree<kernels::SampleArguments<Real>>("SampleArguments<" + real + ">") +
           agree<kernels::LateRows<Real>>("LateRows<" + real + ">") +
           agree<kernels::RimWord<Real>>("RimWord<" + real + ">");
}

/// A kernel before or after a pass.
std::string point_kernel(const std::string& name, const std::string& arguments) {
    return "WAVESIM_KERNEL(" + std::to_string(kernels::pass_threads) + ", 1) wavesim_" + name + "(WAVESIM_PARAMETER " +
           arguments + "<Spec::Real> arguments) { " + name + "(arguments); }\n";
}

template <class Real>
std::string agree_on_strips(const std::string& real) {
    return agree<kernels::StripArguments<Real>>("StripArguments<" + real + ">") + agree<kernels::StripRow>("StripRow") +
           agree<kernels::StripNode>("StripNode") + agree<kernels::Push>("Push") +
           agree<kernels::PushArguments<Real>>("PushArguments<" + real + ">") +
           agree<kernels::SampleArguments<Real>>("SampleArguments<" + real + ">");
}

}  // namespace

std::string temporal_source(const StencilProblem& problem, const TemporalTiling& tiling) {
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    std::string text = "#include \"stencils/gpu/temporal/temporal.cuh\"\n\nnamespace wavesim::kernels {\n\n// " +
                       problem.stencil.name + "\nstruct Spec {\n    using Real = " + real_name(problem.precision) +
                       ";\n";
    const auto constant = [&text](const std::string& name, std::int64_t value) {
        text += "    static constexpr int " + name + " = " + std::to_string(value) + ";\n";
    };
    constant("radius", radius(problem.stencil));
    constant("medium", tiling.medium);
    constant("tile_x", tiling.tile_x), constant("tile_y", tiling.tile_y), constant("rows", tiling.rows);
    constant("levels", tiling.levels), constant("slots", tiling.slots), constant("rim_warps", tiling.rim_warps);
    constant("wall_warps", tiling.walls.warps), constant("wall_kinds", tiling.walls.kinds);
    constant("wall_faces", tiling.walls.faces), constant("wall_pool", tiling.walls.pool);
    text += std::string("    static constexpr bool branch_walls = ") + (tiling.walls.branch ? "true" : "false") + ";\n";
    constant("nx", problem.extent.nx), constant("ny", tiling.panels.rows), constant("overlap", tiling.panels.overlap);
    text += std::string("    static constexpr bool cut = ") + (tiling.panels.count > 1 ? "true" : "false") + ";\n";
    constant("pitch", layout.pitch), constant("plane", layout.plane);
    constexpr const char* sides[] = {"x_low", "x_high", "y_low", "y_high", "z_low", "z_high"};
    bool odd = false;
    for (std::size_t side = 0; side < 6; ++side) {
        constant(std::string("halo_") + sides[side], static_cast<int>(problem.halo[side]));
        odd = odd || problem.halo[side] == HaloRule::odd_half;
    }
    text += std::string("    static constexpr bool odd = ") + (odd ? "true" : "false") + ";\n" +
            weight_function(problem.stencil, problem.courant) + "};\n" +
            (problem.precision == Precision::float32 ? agree_on_passes<float>("float")
                                                     : agree_on_passes<double>("double")) +
            agree<kernels::WallStateArguments>("WallStateArguments") +
            agree<kernels::SharedQuadArguments>("SharedQuadArguments") + agree<kernels::WallQuad>("WallQuad") +
            "static_assert(Temporal<Spec>::threads == " + std::to_string(tiling.threads()) +
            ");\nstatic_assert(Temporal<Spec>::shared_bytes == " + std::to_string(tiling.shared_bytes()) +
            ");\nstatic_assert(Temporal<Spec>::rim_words == " + std::to_string(tiling.rim_words()) + ");\n\n";
    return text + "WAVESIM_KERNEL(" + std::to_string(tiling.threads()) +
           ", 1) wavesim_pass(WAVESIM_PARAMETER TemporalArguments<Spec::Real> arguments) { "
           "Temporal<Spec>::run(arguments); }\n" +
           point_kernel("prepare_pushes", "PushArguments") + point_kernel("finish_pass", "SampleArguments") + "\n" +
           (tiling.walls.warps > 0 ? wall_state_kernels : "") + (tiling.panels.count > 1 ? late_row_kernel : "") +
           (tiling.walls.warps > 0 && tiling.panels.count > 1 ? shared_wall_kernel : "") +
           "}  // namespace wavesim::kernels\n";
}

std::string strip_source(const StencilProblem& problem, const StripTiling& tiling) {
    std::string text = "#include \"stencils/gpu/temporal/temporal_strips.cuh\"\n\nnamespace wavesim::kernels {\n\n// " +
                       problem.stencil.name +
                       " in 2D\nstruct Spec {\n    using Real = " + real_name(problem.precision) + ";\n";
    const auto constant = [&text](const std::string& name, std::int64_t value) {
        text += "    static constexpr int " + name + " = " + std::to_string(value) + ";\n";
    };
    constant("radius", tiling.radius), constant("medium", tiling.medium);
    constant("columns", StripTiling::columns), constant("levels", tiling.levels);
    constant("nx", problem.extent.nx), constant("pitch", device_layout(problem.extent, problem.precision).pitch);
    constant("halo_x_low", static_cast<int>(problem.halo[0])),
        constant("halo_x_high", static_cast<int>(problem.halo[1]));
    constant("halo_z_low", static_cast<int>(problem.halo[4])),
        constant("halo_z_high", static_cast<int>(problem.halo[5]));
    return text + weight_function(problem.stencil, problem.courant) + "};\n" +
           (problem.precision == Precision::float32 ? agree_on_strips<float>("float")
                                                    : agree_on_strips<double>("double")) +
           "static_assert(TemporalStrips<Spec>::threads == " + std::to_string(StripTiling::lanes) +
           ");\nstatic_assert(TemporalStrips<Spec>::strips == " + std::to_string(tiling.strips) +
           ");\n\nWAVESIM_KERNEL(" + std::to_string(StripTiling::lanes) + ", " + std::to_string(tiling.warps) +
           ") wavesim_strips(WAVESIM_PARAMETER StripArguments<Spec::Real> arguments) { "
           "TemporalStrips<Spec>::run(arguments); }\n" +
           point_kernel("prepare_pushes", "PushArguments") + point_kernel("finish_pass", "SampleArguments") +
           "\n}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
