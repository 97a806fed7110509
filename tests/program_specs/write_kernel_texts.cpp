// SPDX-License-Identifier: MIT
// Writes texts of kernels as the run-time compiler would get them, whole and each in a namespace of its own, as headers
// for the compiler of the tests. The tests of the emulator run them (generated_*_test.cpp). usage: write_kernel_texts
// FOLDER
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "stencils/density/density_operator.hpp"
#include "stencils/gpu/common/port_source.hpp"
#include "stencils/gpu/common/support_source.hpp"
#include "stencils/gpu/density/density_forms.hpp"
#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/gpu/per_node/per_node_forms.hpp"
#include "stencils/gpu/resident/resident_source.hpp"
#include "stencils/gpu/single/bulk_source.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/gpu/temporal/temporal_source.hpp"
#include "stencils/gpu/tti/tti_kernels.hpp"
#include "stencils/gpu/whole_step/whole_step_source.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

/// Texts for one header.
class Texts {
  public:
    /// `text` in namespace wavesim::kernels::`name`, and what follows it there.
    void add(const std::string& name, const std::string& text, const std::string& more = {}) {
        const std::string open = "namespace wavesim::kernels {";
        const std::size_t body = text.find(open), end = text.rfind('}');
        for (std::size_t at = 0; (at = text.find("#include", at)) < body; ++at)
            includes_.insert(text.substr(at, text.find('\n', at) - at));
        bodies_ += "namespace wavesim::kernels::" + name + " {" +
                   text.substr(body + open.size(), end - body - open.size()) + more + "}\n\n";
    }
    void write(const std::string& file) const {
        std::ofstream out(file);
        out << "// Written by tests/program_specs.\n#pragma once\n";
        for (const std::string& include : includes_) out << include << '\n';
        out << "#define WAVESIM_KERNEL(threads, blocks) inline void\n#define WAVESIM_PARAMETER const\n\n"
            << bodies_ << "#undef WAVESIM_KERNEL\n#undef WAVESIM_PARAMETER\n";
    }

  private:
    std::set<std::string> includes_;
    std::string bodies_;
};

using Sides = std::array<int, 6>;

ScalarProblem problem_of(const char* stencil, const Extent& extent, double courant, Precision precision,
                         const Sides& sides) {
    ScalarProblem problem;
    problem.stencil = make_stencil(stencil, extent.ny == 1 ? 2 : 3);
    problem.extent = extent;
    problem.courant = courant;
    problem.precision = precision;
    for (std::size_t side = 0; side < 6; ++side) problem.halo[side] = static_cast<HaloRule>(sides[side]);
    return problem;
}

std::string single(const ScalarProblem& problem, const KernelForm& form, KernelTile tile) {
    tile.odd = true;
    return bulk_source(problem.stencil, problem.courant, problem.precision, form, tile);
}

/// A pass of several steps, and a single step by the plane sweep.
void add_pass(Texts& texts, const std::string& name, const ScalarProblem& problem, int levels, int slots, int medium,
              int tile_rows) {
    TemporalTiling tiling;
    tiling.value_bytes = static_cast<int>(bytes_of(problem.precision));
    tiling.reach = radius(problem.stencil);
    tiling.medium = medium;
    tiling.tile_x = tiling.tile_y = 16;
    tiling.levels = levels, tiling.slots = slots, tiling.rim_warps = 1;
    tiling.panels = pass_panels(problem.extent.ny, 16 * tile_rows, levels * tiling.reach);
    tiling.tiles_x = static_cast<int>((problem.extent.nx + 15) / 16);
    tiling.tiles_y = (tiling.panels.rows + 15) / 16;
    texts.add(name, temporal_source(problem, tiling));
    KernelTile tile{16, 16, 1, 2, tiling.reach + 3, 1};
    tile.medium = medium;
    texts.add(name + "_single", single(problem, forms::sweep, tile));
}

/// A pass of several steps in 2D, and a single step by texture.unrolled.
void add_strips(Texts& texts, const std::string& name, const ScalarProblem& problem, int levels, int medium) {
    StripTiling tiling;
    tiling.value_bytes = static_cast<int>(bytes_of(problem.precision));
    tiling.radius = radius(problem.stencil);
    tiling.medium = medium;
    tiling.levels = levels;
    while (problem.extent.nx > tiling.strips * tiling.stride() + 2 * tiling.halo()) ++tiling.strips;
    texts.add(name, strip_source(problem, tiling));
    KernelTile tile{32, 1, 4, 2, 3, 1};
    tile.medium = medium;
    texts.add(name + "_single", single(problem, forms::texture_unrolled, tile));
}

/// Whole steps in one launch, and a step by the plane sweep.
void add_whole_step(Texts& texts, const std::string& name, const ScalarProblem& problem, KernelTile tile) {
    tile.odd = true;
    texts.add(name, whole_step_source(problem.stencil, problem.courant, problem.precision, tile));
    texts.add(name + "_swept", single(problem, forms::sweep, {16, 4, 1, 1, radius(problem.stencil) + 3, 1}));
}

void add_tti(Texts& texts, const std::string& name, TtiForm form, const Extent& extent, Precision precision,
             const Sides& layers, TtiPasses passes) {
    TtiProblem problem;
    problem.extent = extent;
    problem.precision = precision;
    problem.stencil = make_stencil("leggy-4", extent.ny == 1 ? 2 : 3);
    problem.kind().form = form;
    std::copy(layers.begin(), layers.end(), problem.layers.width.begin());
    problem.layers.half_order = 4;
    const std::vector<TtiKernel> kernels = tti_kernels(problem, most_shared_bytes, passes);
    std::string calls;
    for (const TtiKernel& kernel : kernels)
        calls += "    if (kernel == \"" + kernel.name + "\") return " + kernel.name + "(arguments);\n";
    const std::string real = precision == Precision::float32 ? "float" : "double";
    texts.add(name, tti_source(problem, kernels),
              "inline void run(const std::string& kernel, const TtiArguments<" + real + ">& arguments) {\n" + calls +
                  "    throw std::logic_error(kernel);\n}\n");
}

void add_layers(Texts& texts, const std::string& name, const Extent& extent, const Sides& width, int order,
                bool averaged, bool varies, Precision precision) {
    ScalarProblem problem = problem_of("leggy-1", extent, 0.4, precision, {1, 3, 1, 3, 1, 3});
    std::copy(width.begin(), width.end(), problem.layers.width.begin());
    for (std::size_t side = 0; side < 6; ++side)
        if (width[side] > 0) problem.halo[side] = HaloRule::zero;
    problem.layers.half_order = order;
    problem.layers.averaged = averaged;
    problem.speed.varies = varies;
    const LayerPlan plan = plan_layers(problem, device_layout(extent, precision));
    std::string calls;
    for (int axis = 0; axis < 3; ++axis)
        if ((plan.axes_mask >> axis & 1) != 0)
            calls += "    if (axis == " + std::to_string(axis) + ") return wavesim_layer_" + "xyz"[axis] +
                     std::string("(arguments);\n");
    texts.add(name, layer_source(problem, plan, LayeredFields::one),
              "inline void run(int axis, const LayerArguments<Spec::Real>& arguments) {\n" + calls +
                  "    throw std::logic_error(\"no layers along this axis\");\n}\n");
}

std::string density(int half_order, const KernelForm& form, Precision precision, int medium, const KernelTile& shape) {
    KernelTile tile = shape;
    tile.odd = true, tile.medium = medium;
    return bulk_source(density_stencil(half_order, 3), 0.2, precision, form, tile);
}

}  // namespace
}  // namespace wavesim

int main(int, char** arguments) {
    using namespace wavesim;
    const std::string folder = std::string(arguments[1]) + "/";
    constexpr Precision single = Precision::float32, twice = Precision::float64;
    constexpr int codes = kernels::medium_float + static_cast<int>(MediumStorage::int16);

    Texts passes;
    add_pass(passes, "pass_leggy", problem_of("leggy-1", {37, 35, 9}, 0.5, single, {3, 1, 1, 3, 3, 1}), 4, 6, 0, 100);
    add_pass(passes, "pass_far", problem_of("leggy-2", {18, 33, 9}, 0.4, twice, {1, 3, 3, 1, 1, 3}), 2, 8, 0, 100);
    add_pass(passes, "pass_panels", problem_of("compact-27-iwb", {20, 50, 9}, 0.8, single, {1, 3, 3, 1, 1, 3}), 3, 4,
             codes, 2);
    passes.write(folder + "passes.hpp");

    Texts strips;
    add_strips(strips, "strips_leggy", problem_of("leggy-1", {250, 1, 13}, 0.6, single, {3, 1, 1, 1, 3, 1}), 8, 0);
    add_strips(strips, "strips_box", problem_of("compact-27-iwb", {38, 1, 13}, 0.8, twice, {1, 3, 1, 1, 1, 3}), 4,
               codes);
    strips.write(folder + "strips.hpp");

    Texts steps;
    add_whole_step(steps, "step_leggy", problem_of("leggy-1", {23, 13, 11}, 0.5, single, {1, 1, 1, 1, 1, 1}),
                   {64, 4, 2, 2});
    add_whole_step(steps, "step_box", problem_of("compact-27-iwb", {23, 13, 11}, 0.6, twice, {1, 1, 1, 1, 1, 1}),
                   {16, 4, 4, 1});
    steps.add("support_single", support_source(single));
    steps.add("support_double", support_source(twice));
    steps.write(folder + "whole_steps.hpp");

    Texts chip;
    const ScalarProblem small = problem_of("leggy-1", {23, 13, 11}, 0.5, single, {2, 1, 1, 2, 2, 1});
    chip.add("chip", resident_source(small, ResidentTiling{small.extent, false, 3, 2}));
    add_whole_step(chip, "chip_step", small, {32, 4, 4, 1});
    chip.write(folder + "resident.hpp");

    Texts tti;
    add_tti(tti, "k73_sweep", TtiForm::k73, {37, 9, 23}, single, {}, TtiPasses::fewest_seconds);
    add_tti(tti, "k73_plane", TtiForm::k73, {41, 1, 21}, twice, {}, TtiPasses::fewest_seconds);
    add_tti(tti, "two_passes", TtiForm::self_adjoint, {37, 19, 23}, twice, {5, 9, 4, 6, 7, 3},
            TtiPasses::fewest_seconds);
    add_tti(tti, "plane_with_layers", TtiForm::self_adjoint, {41, 1, 21}, twice, {5, 9, 0, 0, 7, 3},
            TtiPasses::fewest_seconds);
    add_tti(tti, "one_pass", TtiForm::self_adjoint, {37, 41, 23}, single, {}, TtiPasses::one);
    add_tti(tti, "inner_box", TtiForm::self_adjoint, {57, 43, 40}, single, {5, 9, 4, 6, 7, 3}, TtiPasses::one);
    tti.write(folder + "tti.hpp");

    Texts layers;
    add_layers(layers, "layers_far", {39, 17, 18}, {6, 5, 4, 5, 5, 4}, 4, false, true, twice);
    add_layers(layers, "layers_averaged", {40, 9, 5}, {5, 3, 2, 0, 0, 0}, 1, true, false, single);
    add_layers(layers, "layers_that_meet", {19, 19, 15}, {6, 6, 6, 6, 5, 5}, 4, false, false, twice);
    layers.write(folder + "layers.hpp");

    Texts densities;
    densities.add("density_node", density(2, forms::density, twice, kernels::medium_float, {16, 4, 2, 1, 3, 1}));
    densities.add("density_swept",
                  density(3, forms::density_sweep, single, kernels::medium_int16, {16, 4, 1, 1, 3, 1}));
    densities.write(folder + "densities.hpp");

    Texts ports;
    ports.add("ports_single", port_source(single));
    ports.add("ports_double", port_source(twice));
    ports.write(folder + "ports.hpp");
    return 0;
}
