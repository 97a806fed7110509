// SPDX-License-Identifier: MIT
// Texts of passes of several steps, as the run-time compiler gets them, run on the emulator
// (tests/program_specs/write_kernel_texts.cpp): steps of the CPU backend, and the bits of single steps.
#include <gtest/gtest.h>

#include "emulated_passes.hpp"
#include "emulated_strips.hpp"
#include "generated_case.hpp"
#include "kernel_texts/passes.hpp"
#include "kernel_texts/strips.hpp"

namespace wavesim {
namespace {

using SideRules = std::array<HaloRule, 6>;
SideRules rules(const std::array<int, 6>& numbers) {
    SideRules rules;
    for (std::size_t side = 0; side < 6; ++side) rules[side] = static_cast<HaloRule>(numbers[side]);
    return rules;
}

/// A pass of the text over NY rows of nodes, on a GPU that holds `TileRows` rows of tiles. Its problem stands in
/// write_kernel_texts.cpp and again here: extents, sides, stencils, and steps of a pass.
template <class Text, class SingleStep, int NY, int TileRows = 100>
struct PassOf : Text {
    using Single = SingleStep;
    static constexpr int grid_ny = NY;
    static constexpr PassPanels panels = pass_panels(NY, TileRows* Text::tile_y, Text::levels* Text::radius);
};

struct LeggySingle : kernels::pass_leggy_single::Spec {
    static void enter(const auto& a) { kernels::pass_leggy_single::wavesim_bulk(a); }
};
struct Leggy : PassOf<kernels::pass_leggy::Spec, LeggySingle, 35> {
    static void enter(const auto& a) { kernels::pass_leggy::wavesim_pass(a); }
    static Stencil stencil() { return scaled("leggy-1", 0.5); }
    static SideRules halo() { return rules({3, 1, 1, 3, 3, 1}); }
    static constexpr int columns_of_grid = 37, steps_of_pass = 4;
};
struct FarSingle : kernels::pass_far_single::Spec {
    static void enter(const auto& a) { kernels::pass_far_single::wavesim_bulk(a); }
};
struct Far : PassOf<kernels::pass_far::Spec, FarSingle, 33> {
    static void enter(const auto& a) { kernels::pass_far::wavesim_pass(a); }
    static Stencil stencil() { return scaled("leggy-2", 0.4); }
    static SideRules halo() { return rules({1, 3, 3, 1, 1, 3}); }
    static constexpr int columns_of_grid = 18, steps_of_pass = 2;
};
struct CutSingle : kernels::pass_panels_single::Spec {
    static void enter(const auto& a) { kernels::pass_panels_single::wavesim_bulk(a); }
};
struct Cut : PassOf<kernels::pass_panels::Spec, CutSingle, 50, 2> {
    static void enter(const auto& a) { kernels::pass_panels::wavesim_pass(a); }
    static Stencil stencil() { return scaled("compact-27-iwb", 0.8); }
    static SideRules halo() { return rules({1, 3, 3, 1, 1, 3}); }
    static constexpr int columns_of_grid = 20, steps_of_pass = 3;
};

/// The problem of a run without points in double, with the values of its codes.
template <class Spec, class Run>
ScalarProblem problem_of(const Run& run, const Extent& extent, const SideRules& halo) {
    ScalarProblem problem;
    problem.extent = extent;
    problem.precision = Precision::float64;
    problem.stencil = Spec::stencil();
    problem.courant = 1;  // the weights include it
    problem.halo = halo;
    problem.speed.varies = Spec::medium != 0;
    if (Spec::medium == 0) return problem;
    const kernels::FactorArguments factor = run.factor();
    for (std::int64_t i = 0; i < extent.nodes(); ++i) {
        const Node at = node_at(extent, i);
        const auto place = static_cast<std::size_t>(at.x + Spec::pitch * (at.y + extent.ny * at.z));
        problem.factors.of_node.push_back(std::fma(-static_cast<float>(run.codes[place]), factor.step, factor.most));
    }
    return problem;
}

template <class Real>
std::vector<double> nodes_of(const std::vector<Real>& level, const Extent& extent, int pitch) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < extent.nodes(); ++i) {
        const Node at = node_at(extent, i);
        values.push_back(
            static_cast<double>(level[static_cast<std::size_t>(at.x + pitch * (at.y + extent.ny * at.z))]));
    }
    return values;
}

/// One pass, and as many steps of the CPU backend from the same fields: largest difference over the largest value.
template <class Spec, class Run>
double error_of_a_pass(Run run, int steps, const Extent& extent, const SideRules& halo) {
    auto cpu = find_backend("cpu")->open(problem_of<Spec>(run, extent, halo), {1, ""});
    cpu->write(FieldLevel::current, nodes_of(run.now(), extent, Spec::pitch));
    cpu->write(FieldLevel::previous, nodes_of(run.before(), extent, Spec::pitch));
    cpu->advance(steps);
    std::vector<double> expected(static_cast<std::size_t>(extent.nodes()));
    cpu->read(FieldLevel::current, {{0, 0, 0}, {extent.nx, extent.ny, extent.nz}}, expected);
    run.pass(3);
    const std::vector<double> values = nodes_of(run.now(), extent, Spec::pitch);
    double peak = 0, worst = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        peak = std::max(peak, std::abs(expected[i]));
        const double error = std::abs(values[i] - expected[i]);
        if (!(error <= worst)) worst = std::isnan(error) ? INFINITY : error;
    }
    return worst / peak;
}

template <class Spec>
constexpr double tolerance() {
    return sizeof(typename Spec::Real) == 4 ? 2e-6 : 1e-13;
}

template <class Spec>
class GeneratedPass : public ::testing::Test {};
using PassTexts = ::testing::Types<Leggy, Far, Cut>;
TYPED_TEST_SUITE(GeneratedPass, PassTexts);

TYPED_TEST(GeneratedPass, DoesTheStepsOfTheCpuBackendWithTheBitsOfSingleSteps) {
    constexpr int nz = 9;
    EXPECT_EQ(TypeParam::nx, TypeParam::columns_of_grid);
    EXPECT_EQ(TypeParam::levels, TypeParam::steps_of_pass);
    EXPECT_EQ(TypeParam::panels.count, (std::is_same_v<TypeParam, Cut> ? 2 : 1));
    EXPECT_LE((error_of_a_pass<TypeParam>(PassRun<TypeParam>(nz), TypeParam::levels,
                                          {TypeParam::nx, TypeParam::grid_ny, nz}, TypeParam::halo())),
              tolerance<TypeParam>());
    PassRun<TypeParam> run(nz), singles(nz);
    run.add_points(), singles.add_points();
    while (singles.step < TypeParam::levels) singles.single_step(1);
    run.pass(3);
    EXPECT_EQ(nodes_of(run.now(), {TypeParam::nx, TypeParam::grid_ny, nz}, TypeParam::pitch),
              nodes_of(singles.now(), {TypeParam::nx, TypeParam::grid_ny, nz}, TypeParam::pitch));
    EXPECT_EQ(run.traces, singles.traces);
}

/// The same in 2D.
inline Stencil scaled_in_2d(const char* name, double courant) {
    Stencil stencil = make_stencil(name, 2);
    for (double& a : stencil.a) a *= courant * courant;
    return stencil;
}
struct LeggyFlat : kernels::strips_leggy_single::Spec {
    static void enter(const auto& a) { kernels::strips_leggy_single::wavesim_bulk(a); }
};
struct LeggyStrips : kernels::strips_leggy::Spec {
    using Single = LeggyFlat;
    static void enter(const auto& a) { kernels::strips_leggy::wavesim_strips(a); }
    static Stencil stencil() { return scaled_in_2d("leggy-1", 0.6); }
    static SideRules halo() { return rules({3, 1, 1, 1, 3, 1}); }
    static constexpr int columns_of_grid = 250, steps_of_pass = 16;
};
struct BoxFlat : kernels::strips_box_single::Spec {
    static void enter(const auto& a) { kernels::strips_box_single::wavesim_bulk(a); }
};
struct BoxStrips : kernels::strips_box::Spec {
    using Single = BoxFlat;
    static void enter(const auto& a) { kernels::strips_box::wavesim_strips(a); }
    static Stencil stencil() { return scaled_in_2d("compact-27-iwb", 0.8); }
    static SideRules halo() { return rules({1, 3, 1, 1, 1, 3}); }
    static constexpr int columns_of_grid = 38, steps_of_pass = 8;
};

template <class Spec>
class GeneratedStrips : public ::testing::Test {};
using StripTexts = ::testing::Types<LeggyStrips, BoxStrips>;
TYPED_TEST_SUITE(GeneratedStrips, StripTexts);

TYPED_TEST(GeneratedStrips, DoTheStepsOfTheCpuBackendWithTheBitsOfSingleSteps) {
    const Extent extent{TypeParam::nx, 1, 13};
    StripRun<TypeParam> run(13, 5), singles(13, 5);
    EXPECT_EQ(TypeParam::nx, TypeParam::columns_of_grid);
    EXPECT_EQ(run.tiling.steps(), TypeParam::steps_of_pass);
    EXPECT_LE((error_of_a_pass<TypeParam>(run, run.tiling.steps(), extent, TypeParam::halo())), tolerance<TypeParam>());
    while (singles.step < run.tiling.steps()) singles.single_step(1);
    run.pass(3);
    EXPECT_EQ(nodes_of(run.now(), extent, TypeParam::pitch), nodes_of(singles.now(), extent, TypeParam::pitch));
}

}  // namespace
}  // namespace wavesim
