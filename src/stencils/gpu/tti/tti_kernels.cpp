// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_kernels.hpp"

#include <initializer_list>
#include <optional>
#include <string_view>

#include "stencils/gpu/tti/tti_arguments.cuh"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim {

namespace {

bool sweeps_k73(const StencilProblem& problem) {
    return tti_form(problem) == TtiForm::k73 && problem.stencil.dims == 3;
}

/// Measured on compute capability 9.0: two blocks are faster than one with twice the rows, since one computes while the
/// other waits at a barrier. Four nodes per thread are faster than two.
TtiKernel ring_sweep(const std::string& name, const std::string& header, const std::string& form, Precision precision,
                     int shared_limit, int width_in_float = 64) {
    const bool single = precision == Precision::float32;
    const KernelTile tile{single ? width_in_float : 32, single ? 12 : 8};
    TtiKernel kernel{name, header, form, "run", tile, 0, 0, 2, true, tti::k73_radius};
    const auto value = static_cast<int>(bytes_of(precision));
    const auto bytes = [&] {  // both fields, ten planes with a halo
        return 2 * (2 * tti::k73_radius + 2) * (kernel.tile.x + 2 * tti::k73_radius) *
               (kernel.tile.y + 2 * tti::k73_radius) * value;
    };
    while (bytes() > shared_limit && kernel.tile.y > 4) kernel.tile.y -= 2;
    kernel.shared_bytes = bytes();
    kernel.threads = kernel.tile.x * value / 16 * kernel.tile.y;
    return kernel;
}

/// Reach of pass 2 in the fields: that of R, or without layers that of S.
int fields_reach(bool layers) { return layers ? tti::self_adjoint_radius : 4; }

/// Ring buffers of 8 planes of the fluxes of both fields in shared memory. Registers for 36 warps were fastest on
/// compute capability 9.0; for 28 with layers, whose memory is loaded a plane ahead (for 32, sm_80 spills).
TtiKernel along_z(Precision precision, bool layers) {
    const bool single = precision == Precision::float32;
    TtiKernel kernel{"wavesim_along_z", "tti_along_z.cuh", "TtiAlongZ", "run", {32, 4}};
    kernel.threads = kernel.tile.x * kernel.tile.y;
    kernel.shared_bytes = 8 * 2 * kernel.threads * static_cast<int>(bytes_of(precision));
    kernel.resident = !single ? 4 : layers ? 7 : 9;
    kernel.sweeps = true;
    kernel.reach = fields_reach(layers);
    return kernel;
}

/// With layers all their memory is loaded before the differences, which needs the registers of a third block.
TtiKernel in_plane(Precision precision, bool layers) {
    const bool single = precision == Precision::float32;
    TtiKernel kernel{"wavesim_tti", "tti_in_plane.cuh", "TtiInPlane", "run", {32, single ? 32 : 16}};
    const auto values = [&](int reach) {  // with a halo along x, and with one along y
        return (kernel.tile.x + 2 * reach) * kernel.tile.y + kernel.tile.x * (kernel.tile.y + 2 * reach);
    };
    const auto value = static_cast<int>(bytes_of(precision));
    kernel.shared_bytes = 2 * (values(fields_reach(layers)) + values(4)) * value;
    kernel.threads = kernel.tile.x * value / 16 * kernel.tile.y;
    kernel.resident = single && !layers ? 3 : 2;
    return kernel;
}

/// One pass without layers, or between layers. Empty if a block does not have enough shared memory, or if two passes
/// are faster.
std::optional<TtiKernel> one_pass(const StencilProblem& problem, int shared_limit, TtiPasses passes) {
    constexpr int tile = 32, reach = 4, planes = 2 * reach + 3;
    constexpr int field = (tile + 4 * reach) * (tile + 4 * reach), flux = 2 * tile * (tile + 2 * reach);
    TtiKernel kernel{"wavesim_tti", "tti_one_pass.cuh", "TtiOnePass", "run", {tile, tile}};
    kernel.threads = 2 * tile * tile / 4;
    kernel.shared_bytes = 16 + 4 * (2 * (planes * field + flux) + 4 * kernel.threads);
    kernel.resident = 1;
    kernel.sweeps = kernel.one_pass = true;
    kernel.reach = tti::self_adjoint_radius;
    const bool fits = problem.precision == Precision::float32 && problem.stencil.dims == 3 &&
                      tti_form(problem) == TtiForm::self_adjoint && kernel.shared_bytes <= shared_limit &&
                      tti_one_pass_box(problem).extent().nodes() > 0;
    if (!fits || (passes == TtiPasses::fewest_seconds && !tti_gains_from_one_pass(problem))) return std::nullopt;
    if (!problem.layers.any()) return kernel;
    kernel.name = "wavesim_inner";
    kernel.region = TtiRegion::inner;
    return kernel;
}

/// Narrow tiles for the slabs across x, so that few threads of a block are without a node; three blocks fill the
/// registers.
TtiKernel flux_sweep_across_x(const StencilProblem& problem, int shared_limit) {
    TtiKernel kernel =
        ring_sweep("wavesim_fluxes_x", "tti_flux_sweep.cuh", "TtiFluxSweep", problem.precision, shared_limit, 40);
    kernel.region = TtiRegion::fluxes_x;
    kernel.resident = 3;
    return kernel;
}

}  // namespace

std::vector<TtiKernel> tti_kernels(const StencilProblem& problem, int shared_limit, TtiPasses passes) {
    const bool single = problem.precision == Precision::float32;
    if (sweeps_k73(problem))
        return {ring_sweep("wavesim_tti", "tti_k73_sweep.cuh", "TtiK73Sweep", problem.precision, shared_limit)};
    const std::optional<TtiKernel> single_pass = one_pass(problem, shared_limit, passes);
    if (single_pass && single_pass->region == TtiRegion::all) return {*single_pass};
    TtiKernel node{"wavesim_tti", "tti_k73.cuh", "TtiK73", "run", {32, 4}, 128, 0, 0, false};  // as in tti_node.cuh
    // Registers for enough warps to hide memory latency; without a limit all neighbours would be loaded at once.
    node.resident = single ? 6 : 4;
    if (tti_form(problem) == TtiForm::k73) return {node};
    node.header = "tti_self_adjoint.cuh";
    node.form = "TtiSelfAdjoint";
    TtiKernel fluxes = node;
    fluxes.name = "wavesim_fluxes";
    fluxes.entry = "make_fluxes";
    node.entry = "advance";
    if (problem.layers.any()) node.resident = single ? 2 : 3;
    if (problem.stencil.dims == 2) return {fluxes, node};
    const bool layers = problem.layers.any();
    std::vector<TtiKernel> kernels{
        ring_sweep("wavesim_fluxes", "tti_flux_sweep.cuh", "TtiFluxSweep", problem.precision, shared_limit),
        along_z(problem.precision, layers), in_plane(problem.precision, layers)};
    if (!single_pass) return kernels;
    kernels[0].region = TtiRegion::fluxes;
    kernels[1].region = kernels[2].region = TtiRegion::slabs;
    kernels.insert(kernels.begin(), {*single_pass, flux_sweep_across_x(problem, shared_limit)});
    return kernels;
}

std::vector<TtiKernel> fastest_tti_kernels(const StencilProblem& problem, int shared_limit, const std::string& tile) {
    const bool one = tile == tti_one_pass_wherever_it_can;
    return tti_kernels(problem, shared_limit, one ? TtiPasses::one : TtiPasses::fewest_seconds);
}

bool tti_in_one_pass(const StencilProblem& problem, int shared_limit) {
    return tti_kernels(problem, shared_limit).size() == 1;
}

double tti_one_pass_share(const StencilProblem& problem, int shared_limit) {
    if (!one_pass(problem, shared_limit, TtiPasses::fewest_seconds)) return 0;
    return static_cast<double>(tti_one_pass_box(problem).extent().nodes()) /
           static_cast<double>(problem.extent.nodes());
}

std::string tti_source(const StencilProblem& problem, const std::vector<TtiKernel>& kernels) {
    const bool single = problem.precision == Precision::float32;
    const bool layers = tti_form(problem) == TtiForm::self_adjoint && problem.layers.any();
    const std::string real = single ? "float" : "double";
    const std::string arguments = "TtiArguments<" + real + ">";
    const std::size_t size = single ? sizeof(kernels::TtiArguments<float>) : sizeof(kernels::TtiArguments<double>);
    std::string includes;
    std::string bodies;
    for (const TtiKernel& kernel : kernels) {
        const std::string include = "#include \"stencils/gpu/tti/" + kernel.header + "\"\n";
        if (includes.find(include) == std::string::npos) includes += include;
        const std::string spec = kernel.name + "_spec";
        const std::string form = kernel.form + "<" + spec + ">";
        const auto add = [&bodies](std::initializer_list<std::string_view> parts) {
            for (const std::string_view part : parts) bodies += part;
        };
        add({"struct ", spec, " {\n    using Real = ", real, ";\n    static constexpr bool layers = "});
        add({layers ? "true" : "false", ";\n    static constexpr int tile_x = ", std::to_string(kernel.tile.x)});
        add({", tile_y = ", std::to_string(kernel.tile.y), ", tile_z = ", std::to_string(kernel.tile.z), ";\n};\n"});
        add({"static_assert(", form, "::threads == ", std::to_string(kernel.threads), " && ", form});
        add({"::shared_bytes == ", std::to_string(kernel.shared_bytes), ");\n"});
        add({"WAVESIM_KERNEL(", std::to_string(kernel.threads), ", ", std::to_string(kernel.resident), ") "});
        add({kernel.name, "(WAVESIM_PARAMETER ", arguments, " arguments) { wait_for_last(); let_next_start(); "});
        add({form, "::", kernel.entry, "(arguments); }\n\n"});
    }
    return includes + "\nnamespace wavesim::kernels {\n\nstatic_assert(sizeof(" + arguments +
           ") == " + std::to_string(size) + ");\n\n" + bodies + "}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
