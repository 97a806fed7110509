// SPDX-License-Identifier: MIT
// Every kernel form compiles through the run-time compiler for the architectures we ship to, without spills.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "kernels/compile_sample.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/gpu/common/support_source.hpp"
#include "stencils/gpu/density/density_forms.hpp"
#include "stencils/gpu/families/gpu_backends.hpp"
#include "stencils/gpu/per_node/per_node_forms.hpp"
#include "stencils/gpu/single/bulk_source.hpp"
#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/single/layer_slabs.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/gpu/tti/tti_launch.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/rtc/nvrtc.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

/// What the assembler says of one kernel: registers, and bytes of spilled stores and loads.
struct Usage {
    int registers = 0;
    int spills = 0;
    int stack = 0;  ///< bytes per thread
};

Usage usage_of(const std::string& log) {
    Usage usage;
    static const std::regex registers("Used ([0-9]+) registers");
    static const std::regex spills("([0-9]+) bytes spill (stores|loads)");
    for (std::sregex_iterator it(log.begin(), log.end(), registers), end; it != end; ++it)
        usage.registers = std::max(usage.registers, std::stoi((*it)[1]));
    for (std::sregex_iterator it(log.begin(), log.end(), spills), end; it != end; ++it)
        usage.spills += std::stoi((*it)[1]);
    static const std::regex stack("([0-9]+) bytes stack frame");
    for (std::sregex_iterator it(log.begin(), log.end(), stack), end; it != end; ++it)
        usage.stack = std::max(usage.stack, std::stoi((*it)[1]));
    return usage;
}

/// Of the bulk kernel of a form.
Usage usage_of(const StencilProblem& problem, const KernelForm& form, const KernelTile& tile,
               const char* architecture) {
    return usage_of(
        nvrtc_compile("test", bulk_source(problem.stencil, 0.4, problem.precision, form, tile), architecture).log);
}

/// What a form says of itself for a stencil.
struct Case {
    unsigned number;
    const KernelForm* form;
    ExpectedRegisters expected;
};

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const KernelForm* form : kernel_forms())
        for (const ExpectedRegisters& expected : form->registers)
            cases.push_back({static_cast<unsigned>(cases.size()), form, expected});
    return cases;
}

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.expected.stencil << " " << c.form->backend
         << (c.expected.speed.varies ? " medium " + to_string(c.expected.speed.storage) : "");
}

class KernelCompile : public ::testing::TestWithParam<Case> {};

TEST_P(KernelCompile, FitsItsRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "") << "kernels cannot be checked without the CUDA run-time compiler";
    const KernelForm& form = *GetParam().form;
    StencilProblem problem;
    problem.stencil = make_stencil(GetParam().expected.stencil, 3);
    problem.extent = {512, 512, 512};
    problem.speed = GetParam().expected.speed;
    auto most = GetParam().expected.most.begin();
    unsigned row = 4 * GetParam().number;
    for (const char* architecture : {"sm_80", "sm_90"})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            SCOPED_TRACE(std::string(architecture) + (precision == Precision::float32 ? " float" : " double"));
            problem.precision = precision;
            const int shared_limit = std::string(architecture) == "sm_80" ? 163 << 10 : 227 << 10;
            const KernelTile tile = choose_tile(form, problem, shared_limit);
            EXPECT_LE(form.shared_bytes(tile, precision, problem.stencil), shared_limit);
            const int allowed = *most++;
            const bool offered =
                std::string(architecture) >= "sm_" + std::to_string(std::max(10 * form.capability, 80));
            EXPECT_EQ(allowed > 0, offered);
            if (!compiles_row(row++) || !offered) continue;
            const Usage usage = usage_of(problem, form, tile, architecture);
            EXPECT_GT(usage.registers, 0);
            EXPECT_LE(usage.registers, allowed);
            EXPECT_EQ(usage.spills, 0);
        }
}

INSTANTIATE_TEST_SUITE_P(Forms, KernelCompile, ::testing::ValuesIn(all_cases()));

/// A usual run compiles each form for each architecture in each precision, if it has so many stencils.
TEST(KernelCompile, TheSampleHasEveryFormOnEveryArchitectureInEveryPrecision) {
    std::map<std::string, std::set<unsigned>> settings;
    std::map<std::string, int> count;
    for (const Case& c : all_cases()) {
        ++count[c.form->backend];
        for (unsigned row = 4 * c.number; row < 4 * c.number + 4; ++row)
            if (in_sample(row)) settings[c.form->backend].insert(row % 4);
    }
    EXPECT_GT(settings.size(), 5U);
    for (const auto& [form, met] : settings) EXPECT_EQ(met.size(), std::min(count[form], 4)) << form << count[form];
}

/// Densities have a test of their own below.
TEST(KernelCompile, EveryFormSaysHowManyRegistersItTakes) {
    for (const KernelForm* form : kernel_forms()) EXPECT_EQ(form->registers.empty(), form->density) << form->backend;
}

/// Sweeps that finish walls at the ends of rows of 760 nodes; a pack that is indexed at run time would be on the stack.
TEST(KernelCompile, SweepsFinishRowEndsInRegisters) {
    ASSERT_EQ(nvrtc_why_not(), "");
    ScalarProblem problem;
    problem.extent = {760, 532, 342};
    problem.walls.explicit_walls = {{0}, {0}, {{}}};
    constexpr int most[] = {80, 80, 102, 108, 155, 160, 122, 126};  // recorded with the run-time compiler of CUDA 13.0
    const int* allowed = most;
    for (const char* stencil : {"leggy-1", "leggy-2", "leggy-4", "compact-57-opt"})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            SCOPED_TRACE(std::string(stencil) + (precision == Precision::float32 ? " float" : " double"));
            problem.stencil = make_stencil(stencil, 3);
            problem.precision = precision;
            const KernelTile tile = choose_tile(forms::sweep, problem);
            EXPECT_EQ(tile.end_column, precision == Precision::float32 ? 3 : 1);
            const Usage usage = usage_of(problem, forms::sweep, tile, "sm_90");
            EXPECT_GT(usage.registers, 0);
            EXPECT_LE(usage.registers, *allowed++);
            EXPECT_EQ(usage.spills, 0);
            EXPECT_EQ(usage.stack, 0);
        }
}

TEST(KernelCompile, SupportKernelsCompile) {
    ASSERT_EQ(nvrtc_why_not(), "");
    for (const char* architecture : {"sm_80", "sm_90"})
        for (const Precision precision : {Precision::float32, Precision::float64})
            EXPECT_EQ(usage_of(nvrtc_compile("support", support_source(precision), architecture).log).spills, 0);
}

/// With layers along all axes in a medium that varies, as differences of order 8 and averaged.
TEST(KernelCompile, LayerKernelsFitTheirRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    ScalarProblem problem;
    problem.extent = {512, 512, 512};
    problem.layers.width = {20, 20, 20, 20, 20, 20};
    problem.speed.varies = true;
    constexpr int most[] = {80, 80, 138, 140, 168, 173, 205, 206};  // recorded with the run-time compiler of CUDA 13.0
    unsigned row = 0;
    for (const bool averaged : {false, true})
        for (const Precision precision : {Precision::float32, Precision::float64})
            for (const char* architecture : {"sm_80", "sm_90"}) {
                SCOPED_TRACE(std::string(architecture) + (averaged ? " averaged" : ""));
                if (!compiles_row(row++)) continue;
                problem.precision = precision;
                problem.layers.averaged = averaged;
                problem.layers.half_order = averaged ? 1 : 4;
                const LayerPlan plan = plan_layers(problem, device_layout(problem.extent, precision));
                const Usage usage =
                    usage_of(nvrtc_compile("test", layer_source(problem, plan, LayeredFields::one), architecture).log);
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, most[row - 1]);
                EXPECT_EQ(usage.spills, 0);
            }
}

/// Layers in fluids whose density varies, as floats and as codes.
TEST(KernelCompile, LayersOfFluidsFitTheirRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    DensityProblem problem;
    problem.extent = {512, 512, 512};
    problem.layers.width.fill(20);
    problem.layers.half_order = 4;
    problem.speed.varies = true;
    unsigned row = 0;
    for (const MediumStorage storage : {MediumStorage::float32, MediumStorage::int16})
        for (const Precision precision : {Precision::float32, Precision::float64})
            for (const char* architecture : {"sm_80", "sm_90"}) {
                SCOPED_TRACE(std::string(architecture) + to_string(storage));
                if (!compiles_row(row++)) continue;
                problem.precision = precision;
                problem.speed.storage = storage;
                const LayerPlan plan = plan_layers(problem, device_layout(problem.extent, precision));
                const Usage usage = usage_of(
                    nvrtc_compile("test", layer_source(problem, plan, LayeredFields::of_fluid), architecture).log);
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, precision == Precision::float32 ? 80 : 140);
                EXPECT_EQ(usage.spills, 0);
            }
}

/// Layers of k73, which add to both fields: those of 20 cells, of which 6 damp, and of 60 cells; 2D takes no others.
TEST(KernelCompile, LayersOfTwoFieldsFitTheirRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    TtiProblem problem;
    problem.extent = {512, 512, 512};
    problem.kind().form = TtiForm::k73;
    problem.layers.half_order = 4;
    constexpr int most[] = {64, 64, 126, 128, 80, 79, 146, 148};  // recorded with the run-time compiler of CUDA 13.0
    unsigned row = 0;
    for (const std::int64_t damped : {6, 18})
        for (const Precision precision : {Precision::float32, Precision::float64})
            for (const char* architecture : {"sm_80", "sm_90"}) {
                SCOPED_TRACE(architecture + std::to_string(damped));
                if (!compiles_row(row++)) continue;
                problem.precision = precision;
                problem.layers.width.fill(damped);
                const LayerPlan plan = plan_layers(problem, tti_device_layout(problem));
                const Usage usage =
                    usage_of(nvrtc_compile("test", layer_source(problem, plan, LayeredFields::two), architecture).log);
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, most[row - 1]);
                EXPECT_EQ(usage.spills, 0);
                EXPECT_EQ(usage.stack, 0);
            }
}

/// Layers of k73 come after its sweep, which does not know them.
TEST(KernelCompile, K73SweepsTheSameWithLayers) {
    TtiProblem problem;
    problem.extent = {512, 512, 512};
    problem.kind().form = TtiForm::k73;
    const std::string bare = tti_source(problem, tti_kernels(problem));
    problem.layers.width.fill(6);
    EXPECT_EQ(tti_source(problem, tti_kernels(problem)), bare);
}

/// Plane sweeps that move layers with the bulk step, along rows and along x.
TEST(KernelCompile, LayerSlabsFitTheirRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    ScalarProblem problem;
    problem.extent = {512, 512, 512};
    problem.layers.width = {20, 20, 20, 20, 20, 20};
    problem.speed.varies = true;
    constexpr int most[] = {108, 114, 110, 108,
                            161, 167, 162, 168};  // recorded with the run-time compiler of CUDA 13.0
    const int* allowed = most;
    for (const char* stencil : {"leggy-1", "leggy-4"})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            problem.precision = precision;
            problem.stencil = make_stencil(stencil, 3);
            problem.layers.half_order = radius(problem.stencil);
            const LayerSlabs plan =
                plan_slabs(problem, forms::sweep, device_layout(problem.extent, precision), most_shared_bytes);
            ASSERT_EQ(plan.slabs.size(), 3U);
            for (const std::size_t axis : {1U, 2U}) {
                const KernelTile& tile = plan.slabs[axis].tile;
                SCOPED_TRACE(std::string(stencil) + " " + to_string(tile));
                const Usage usage = usage_of(
                    nvrtc_compile("test", bulk_source(problem.stencil, 0.4, precision, forms::sweep, tile), "sm_90")
                        .log);
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, *allowed++);
                EXPECT_EQ(usage.spills, 0);
            }
        }
}

/// k73, and self-adjoint without and with layers.
TEST(KernelCompile, TtiKernelsFitTheirRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    TtiProblem problem;
    problem.extent = {512, 512, 512};
    constexpr int most[] = {162, 163, 184, 216,  // recorded with the run-time compiler of CUDA 13.0
                            105, 128, 138, 141, 159, 168, 196, 218};
    unsigned row = 0;
    for (const int kind : {0, 1, 2})
        for (const Precision precision : {Precision::float32, Precision::float64})
            for (const char* architecture : {"sm_80", "sm_90"}) {
                SCOPED_TRACE(architecture + std::string(kind == 0 ? " k73" : " self-adjoint") +
                             (kind == 2 ? " with layers" : "") + (precision == Precision::float32 ? "" : " double"));
                problem.kind().form = kind == 0 ? TtiForm::k73 : TtiForm::self_adjoint;
                problem.layers.width.fill(kind == 2 ? 20 : 0);
                problem.precision = precision;
                const int shared_limit = std::string(architecture) == "sm_80" ? 163 << 10 : 227 << 10;
                const std::vector<TtiKernel> kernels = tti_kernels(problem, shared_limit);
                for (const TtiKernel& kernel : kernels) EXPECT_LE(kernel.shared_bytes, shared_limit);
                const bool one_pass = row == 5;  // self-adjoint without layers in float, where a block has the memory
                const bool cut = row == 9;       // with layers
                EXPECT_EQ(kernels.size(), kind == 0 || one_pass ? 1U : cut ? 5U : 3U);
                if (!compiles_row(row++)) continue;
                const Usage usage = usage_of(nvrtc_compile("test", tti_source(problem, kernels), architecture).log);
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, most[row - 1]);
                EXPECT_EQ(usage.spills, 0);
            }
}

/// Sides of 2D grids are written out as the inner nodes are.
TEST(KernelCompile, FlatKernelsCompileWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    ScalarProblem problem;
    problem.extent = {512, 1, 512};
    problem.speed.varies = true;
    unsigned row = 0;
    for (const char* stencil : {"leggy-1", "leggy-5", "leggy-12", "compact-27-iwb", "box-125-opt", "compact-461-me8"})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            SCOPED_TRACE(std::string(stencil) + (precision == Precision::float32 ? " float" : " double"));
            problem.stencil = make_stencil(stencil, 2);
            problem.precision = precision;
            if (!compiles_row(row++)) continue;
            const KernelTile tile = choose_tile(forms::texture_unrolled, problem);
            const Usage usage = usage_of(problem, forms::texture_unrolled, tile, "sm_90");
            EXPECT_GT(usage.registers, 0);
            EXPECT_LE(usage.registers, precision == Precision::float32 ? 128 : 168);
            EXPECT_EQ(usage.spills, 0);
            EXPECT_EQ(usage.stack, 0);
        }
}

/// leggy-1, -2, -4, the longest of sweeps and the longest differences, 2D included; floats and codes in turn.
TEST(KernelCompile, DensityKernelsCompileWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    DensityProblem problem;
    problem.extent = {512, 512, 512};
    problem.speed.varies = true;
    unsigned row = 0;
    for (const int order : {1, 2, 4, 6, 8, most_density_half_order})
        for (const int dims : {2, 3})
            for (const Precision precision : {Precision::float32, Precision::float64}) {
                SCOPED_TRACE(std::to_string(order) + (precision == Precision::float32 ? " float" : " double"));
                problem.stencil = density_stencil(order, dims);
                problem.precision = precision;
                problem.speed.storage = row % 3 == 0 ? MediumStorage::int16 : MediumStorage::float32;
                problem.kind().half_order = order;
                problem.extent = {512, dims == 2 ? 1 : 512, 512};
                EXPECT_EQ(form_why_not(forms::density, problem), "");
                EXPECT_EQ(find_backend("stream25.sweep")->propose(problem, {}).why_not,
                          "this form is for media of one density; stream25.density, stream25.tti and statements are "
                          "for others");
                if (!compiles_row(row++)) continue;
                const KernelTile tile = choose_tile(forms::density, problem);
                const Usage usage = usage_of(problem, forms::density, tile, "sm_90");
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, precision == Precision::float32 ? 128 : 255);
                EXPECT_EQ(usage.spills, 0);
                const bool swept = dims == 3 && order <= 8;
                EXPECT_EQ(form_why_not(forms::density_sweep, problem).empty(), swept);
                const char* const architecture = row % 2 == 0 ? "sm_80" : "sm_90";
                problem.halo.fill(row % 3 == 0 ? HaloRule::odd_half : HaloRule::mirror_half);
                const KernelTile sweep = choose_tile(forms::density_sweep, problem, 163 << 10);
                if (!swept) continue;
                EXPECT_EQ(usage_of(problem, forms::density_sweep, sweep, architecture).spills, 0) << to_string(sweep);
            }
}

TEST(KernelCompile, SweepsFarNeighboursWhereTheirPlanesFit) {
    ScalarProblem problem;
    problem.extent = {512, 512, 512};
    const auto why_not = [&](const char* stencil, int shared_limit) {
        problem.stencil = make_stencil(stencil, 3);
        return form_why_not(forms::sweep, problem, shared_limit);
    };
    EXPECT_EQ(why_not("leggy-10", 227 << 10), "");
    EXPECT_EQ(why_not("leggy-10", 163 << 10), "the planes around a node do not fit shared memory");
    EXPECT_EQ(why_not("leggy-9", 163 << 10), "");
    EXPECT_THAT(why_not("leggy-11", 227 << 10), ::testing::HasSubstr("at most R = 6, leggy stencils R = 10"));
}

TEST(KernelCompile, AnErrorNamesTheKernelTheOptionsAndTheLog) {
    ASSERT_EQ(nvrtc_why_not(), "");
    try {
        nvrtc_compile("broken", "WAVESIM_KERNEL(1, 1) broken() { undeclared = 1; }", "sm_90");
        FAIL() << "a broken kernel compiled";
    } catch (const std::exception& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("kernel broken does not compile"));
        EXPECT_THAT(error.what(), ::testing::HasSubstr("--gpu-architecture=sm_90"));
    }
}

}  // namespace
}  // namespace wavesim
