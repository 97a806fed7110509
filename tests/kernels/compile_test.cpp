// SPDX-License-Identifier: MIT
// Every kernel form compiles through the run-time compiler for the architectures we ship to, without spills.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "stencils/backend.hpp"
#include "stencils/catalogue.hpp"
#include "stencils/density_operator.hpp"
#include "stencils/launch/launch_choice.hpp"
#include "stencils/launch/layer_slabs.hpp"
#include "stencils/launch/tti_launch.hpp"
#include "stencils/rtc/nvrtc.hpp"

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

enum class Medium { constant, varies };

struct Case {
    const char* stencil;
    KernelForm form;
    int registers[4];  ///< most allowed: sm_80 float and double, sm_90 float and double
    Medium medium = Medium::constant;
    MediumStorage storage = MediumStorage::float32;
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.stencil << " " << to_string(c.form)
         << (c.medium == Medium::varies ? " medium " + to_string(c.storage) : "");
}

class KernelCompile : public ::testing::TestWithParam<Case> {};

TEST_P(KernelCompile, FitsItsRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "") << "kernels cannot be checked without the CUDA run-time compiler";
    ScalarProblem problem;
    problem.stencil = make_stencil(GetParam().stencil, 3);
    problem.extent = {512, 512, 512};
    problem.speed.varies = GetParam().medium == Medium::varies;
    problem.speed.storage = GetParam().storage;
    const int* allowed = GetParam().registers;
    for (const char* architecture : {"sm_80", "sm_90"})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            SCOPED_TRACE(std::string(architecture) + (precision == Precision::float32 ? " float" : " double"));
            problem.precision = precision;
            const int shared_limit = std::string(architecture) == "sm_80" ? 163 << 10 : 227 << 10;
            const KernelTile tile = choose_tile(GetParam().form, problem, shared_limit);
            const CompiledSource compiled = nvrtc_compile(
                "test", bulk_source(problem.stencil, 0.4, precision, GetParam().form, tile), architecture);
            const Usage usage = usage_of(compiled.log);
            EXPECT_GT(usage.registers, 0) << compiled.log;
            EXPECT_LE(usage.registers, *allowed++);
            EXPECT_EQ(usage.spills, 0);
            EXPECT_LE(shared_bytes(GetParam().form, tile, precision, radius(problem.stencil), 3), shared_limit);
        }
}

/// Recorded with the run-time compiler of CUDA 13.0 at the tiles of choose_tile for 512^3 nodes.
INSTANTIATE_TEST_SUITE_P(
    Shapes, KernelCompile,
    ::testing::Values(
        Case{"leggy-1", KernelForm::sweep, {70, 71, 74, 74}}, Case{"leggy-2", KernelForm::sweep, {95, 96, 95, 102}},
        Case{"leggy-4", KernelForm::sweep, {154, 158, 149, 156}},
        Case{"leggy-8", KernelForm::sweep, {147, 158, 147, 158}},
        Case{"compact-27-iwb", KernelForm::sweep, {80, 80, 80, 80}},
        Case{"compact-57-opt", KernelForm::sweep, {119, 128, 120, 124}},
        Case{"box-125-opt", KernelForm::sweep, {128, 132, 124, 128}},
        Case{"leggy-1", KernelForm::stream_register, {45, 56, 52, 64}},
        Case{"leggy-2", KernelForm::stream_register, {66, 85, 72, 97}},
        Case{"leggy-4", KernelForm::stream_register, {111, 142, 112, 160}},
        Case{"compact-27-iwb", KernelForm::stream_register, {64, 84, 72, 89}},
        Case{"compact-57-opt", KernelForm::stream_register, {125, 149, 122, 163}},
        Case{"box-125-opt", KernelForm::stream_register, {147, 171, 140, 187}},
        Case{"leggy-1", KernelForm::stream_hybrid, {31, 40, 38, 48}},
        Case{"leggy-2", KernelForm::stream_hybrid, {38, 52, 44, 60}},
        Case{"leggy-4", KernelForm::stream_hybrid, {48, 78, 56, 85}},
        Case{"compact-27-iwb", KernelForm::stream_hybrid, {32, 45, 40, 52}},
        Case{"compact-57-opt", KernelForm::stream_hybrid, {48, 72, 56, 84}},
        Case{"box-125-opt", KernelForm::stream_hybrid, {52, 84, 59, 91}},
        Case{"leggy-1", KernelForm::stream_shared, {32, 40, 40, 48}},
        Case{"leggy-2", KernelForm::stream_shared, {39, 52, 47, 59}},
        Case{"leggy-4", KernelForm::stream_shared, {48, 56, 56, 64}},
        Case{"compact-27-iwb", KernelForm::stream_shared, {47, 52, 48, 59}},
        Case{"compact-57-opt", KernelForm::stream_shared, {47, 52, 56, 61}},
        Case{"box-125-opt", KernelForm::stream_shared, {47, 56, 56, 64}},
        Case{"leggy-1", KernelForm::texture_loop, {38, 48, 40, 48}},
        Case{"leggy-2", KernelForm::texture_loop, {38, 48, 40, 48}},
        Case{"leggy-4", KernelForm::texture_loop, {38, 48, 40, 48}},
        Case{"compact-27-iwb", KernelForm::texture_loop, {38, 48, 40, 48}},
        Case{"compact-57-opt", KernelForm::texture_loop, {38, 48, 40, 48}},
        Case{"box-125-opt", KernelForm::texture_loop, {38, 48, 40, 48}},
        Case{"leggy-1", KernelForm::texture_factored, {32, 40, 40, 44}},
        Case{"leggy-2", KernelForm::texture_factored, {32, 40, 40, 44}},
        Case{"leggy-4", KernelForm::texture_factored, {32, 40, 40, 44}},
        Case{"compact-27-iwb", KernelForm::texture_factored, {32, 40, 40, 44}},
        Case{"compact-57-opt", KernelForm::texture_factored, {32, 40, 40, 44}},
        Case{"box-125-opt", KernelForm::texture_factored, {32, 40, 40, 44}},
        Case{"leggy-1", KernelForm::texture_leggy, {56, 80, 56, 80}},
        Case{"leggy-2", KernelForm::texture_leggy, {56, 80, 56, 80}},
        Case{"leggy-3", KernelForm::texture_leggy, {56, 80, 56, 80}},
        Case{"leggy-4", KernelForm::texture_leggy, {56, 80, 56, 80}},
        Case{"leggy-6", KernelForm::texture_leggy, {56, 80, 56, 80}},
        Case{"leggy-8", KernelForm::texture_leggy, {56, 80, 56, 80}},
        Case{"leggy-1", KernelForm::texture_unrolled, {52, 66, 60, 72}},
        Case{"leggy-2", KernelForm::texture_unrolled, {64, 104, 64, 112}},
        Case{"leggy-4", KernelForm::texture_unrolled, {64, 106, 64, 104}},
        Case{"compact-27-iwb", KernelForm::texture_unrolled, {80, 114, 80, 138}},
        Case{"compact-57-opt", KernelForm::texture_unrolled, {167, 154, 167, 212}},
        Case{"box-125-opt", KernelForm::texture_unrolled, {124, 150, 121, 150}},
        Case{"leggy-1", KernelForm::stream_global, {79, 80, 84, 94}},
        Case{"leggy-2", KernelForm::stream_global, {56, 61, 64, 69}},
        Case{"leggy-4", KernelForm::stream_global, {96, 107, 96, 118}},
        Case{"compact-27-iwb", KernelForm::stream_global, {72, 96, 72, 96}},
        Case{"compact-57-opt", KernelForm::stream_global, {168, 186, 168, 187}},
        Case{"box-125-opt", KernelForm::stream_global, {254, 246, 254, 248}},
        Case{"leggy-1", KernelForm::sweep, {80, 81, 83, 83}, Medium::varies},
        Case{"leggy-2", KernelForm::sweep, {102, 101, 102, 107}, Medium::varies},
        Case{"leggy-4", KernelForm::sweep, {154, 154, 151, 160}, Medium::varies},
        Case{"compact-27-iwb", KernelForm::sweep, {89, 94, 91, 104}, Medium::varies},
        Case{"compact-57-opt", KernelForm::sweep, {122, 132, 117, 126}, Medium::varies},
        Case{"box-125-opt", KernelForm::sweep, {128, 142, 124, 128}, Medium::varies},
        Case{"leggy-1", KernelForm::texture_unrolled, {54, 72, 64, 72}, Medium::varies},
        Case{"leggy-2", KernelForm::texture_unrolled, {72, 112, 72, 110}, Medium::varies},
        Case{"leggy-4", KernelForm::texture_unrolled, {64, 106, 64, 110}, Medium::varies},
        Case{"compact-27-iwb", KernelForm::texture_unrolled, {80, 120, 80, 136}, Medium::varies},
        Case{"compact-57-opt", KernelForm::texture_unrolled, {148, 158, 167, 192}, Medium::varies},
        Case{"box-125-opt", KernelForm::texture_unrolled, {128, 152, 125, 150}, Medium::varies},
        Case{"leggy-4", KernelForm::stream_register, {111, 143, 111, 156}, Medium::varies},
        Case{"compact-27-iwb", KernelForm::stream_register, {63, 86, 64, 85}, Medium::varies},
        Case{"leggy-4", KernelForm::stream_hybrid, {47, 79, 53, 80}, Medium::varies},
        Case{"compact-27-iwb", KernelForm::stream_hybrid, {32, 47, 39, 48}, Medium::varies},
        Case{"leggy-4", KernelForm::stream_shared, {48, 55, 56, 67}, Medium::varies},
        Case{"compact-27-iwb", KernelForm::stream_shared, {47, 53, 55, 60}, Medium::varies},
        Case{"leggy-4", KernelForm::stream_global, {96, 107, 96, 118}, Medium::varies},
        Case{"compact-27-iwb", KernelForm::stream_global, {72, 96, 72, 96}, Medium::varies},
        Case{"leggy-4", KernelForm::texture_loop, {40, 49, 40, 50}, Medium::varies},
        Case{"compact-27-iwb", KernelForm::texture_loop, {40, 49, 40, 50}, Medium::varies},
        Case{"compact-27-iwb", KernelForm::texture_factored, {34, 44, 40, 44}, Medium::varies},
        Case{"leggy-4", KernelForm::texture_leggy, {56, 80, 56, 80}, Medium::varies},
        Case{"leggy-1", KernelForm::sweep, {80, 81, 83, 83}, Medium::varies, MediumStorage::int16},
        Case{"leggy-1", KernelForm::sweep, {80, 81, 83, 83}, Medium::varies, MediumStorage::index8},
        Case{"leggy-4", KernelForm::sweep, {154, 154, 153, 160}, Medium::varies, MediumStorage::int16},
        Case{"leggy-4", KernelForm::sweep, {154, 154, 153, 160}, Medium::varies, MediumStorage::index8},
        Case{"leggy-4", KernelForm::sweep, {154, 154, 153, 160}, Medium::varies, MediumStorage::index16},
        Case{"box-125-opt", KernelForm::sweep, {128, 142, 124, 128}, Medium::varies, MediumStorage::index8},
        Case{"leggy-4", KernelForm::texture_unrolled, {64, 108, 64, 110}, Medium::varies, MediumStorage::int16}));

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
            const KernelTile tile = choose_tile(KernelForm::sweep, problem);
            EXPECT_EQ(tile.end_column, precision == Precision::float32 ? 3 : 1);
            const Usage usage = usage_of(
                nvrtc_compile("test", bulk_source(problem.stencil, 0.4, precision, KernelForm::sweep, tile), "sm_90")
                    .log);
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
    const int* allowed = most;
    for (const bool averaged : {false, true})
        for (const Precision precision : {Precision::float32, Precision::float64})
            for (const char* architecture : {"sm_80", "sm_90"}) {
                SCOPED_TRACE(std::string(architecture) + (averaged ? " averaged" : ""));
                problem.precision = precision;
                problem.layers.averaged = averaged;
                problem.layers.half_order = averaged ? 1 : 4;
                const LayerPlan plan = plan_layers(problem, device_layout(problem.extent, precision));
                const Usage usage =
                    usage_of(nvrtc_compile("test", layer_source(problem, plan, LayeredFields::one), architecture).log);
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, *allowed++);
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
    const int* allowed = most;
    for (const std::int64_t damped : {6, 18})
        for (const Precision precision : {Precision::float32, Precision::float64})
            for (const char* architecture : {"sm_80", "sm_90"}) {
                SCOPED_TRACE(architecture + std::to_string(damped));
                problem.precision = precision;
                problem.layers.width.fill(damped);
                const LayerPlan plan = plan_layers(problem, tti_device_layout(problem));
                const Usage usage =
                    usage_of(nvrtc_compile("test", layer_source(problem, plan, LayeredFields::two), architecture).log);
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, *allowed++);
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
                plan_slabs(problem, KernelForm::sweep, device_layout(problem.extent, precision), most_shared_bytes);
            ASSERT_EQ(plan.slabs.size(), 3U);
            for (const std::size_t axis : {1U, 2U}) {
                const KernelTile& tile = plan.slabs[axis].tile;
                SCOPED_TRACE(std::string(stencil) + " " + to_string(tile));
                const Usage usage =
                    usage_of(nvrtc_compile(
                                 "test", bulk_source(problem.stencil, 0.4, precision, KernelForm::sweep, tile), "sm_90")
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
                            105, 105, 138, 141, 159, 167, 196, 218};
    const int* allowed = most;
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
                const Usage usage = usage_of(nvrtc_compile("test", tti_source(problem, kernels), architecture).log);
                for (const TtiKernel& kernel : kernels) EXPECT_LE(kernel.shared_bytes, shared_limit);
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, *allowed++);
                EXPECT_EQ(usage.spills, 0);
            }
}

/// leggy-1, -2, -4 and the longest differences, 2D included.
TEST(KernelCompile, DensityKernelsCompileWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    DensityProblem problem;
    problem.extent = {512, 512, 512};
    problem.speed.varies = true;
    for (const int order : {1, 2, 4, most_density_half_order})
        for (const int dims : {2, 3})
            for (const Precision precision : {Precision::float32, Precision::float64}) {
                SCOPED_TRACE(std::to_string(order) + (precision == Precision::float32 ? " float" : " double"));
                problem.stencil = density_stencil(order, dims);
                problem.precision = precision;
                problem.kind().half_order = order;
                problem.extent = {512, dims == 2 ? 1 : 512, 512};
                const KernelTile tile = choose_tile(KernelForm::density, problem);
                const Usage usage = usage_of(
                    nvrtc_compile("test", bulk_source(problem.stencil, 0.4, precision, KernelForm::density, tile),
                                  "sm_90")
                        .log);
                EXPECT_GT(usage.registers, 0);
                EXPECT_LE(usage.registers, precision == Precision::float32 ? 128 : 255);
                EXPECT_EQ(usage.spills, 0);
                EXPECT_EQ(form_why_not(KernelForm::density, problem), "");
                EXPECT_EQ(find_backend("stream25.sweep")->why_not(problem, {}),
                          "this form is for media of one density; texture.density and stream25.tti are for others");
            }
}

TEST(KernelCompile, SweepsFarNeighboursWhereTheirPlanesFit) {
    ScalarProblem problem;
    problem.extent = {512, 512, 512};
    const auto why_not = [&](const char* stencil, int shared_limit) {
        problem.stencil = make_stencil(stencil, 3);
        return form_why_not(KernelForm::sweep, problem, shared_limit);
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
