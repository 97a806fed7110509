// SPDX-License-Identifier: MIT
#include "programs/blocking_configuration.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "programs/blocking_choice.hpp"
#include "programs/blocking_model.hpp"
#include "programs/blocking_source.hpp"
#include "programs/formula_parser.hpp"
#include "programs/program_file.hpp"

namespace wavesim {
namespace {

constexpr int shared_limit = 227 << 10;

StencilProgram program_of(const std::string& statement, int dims) {
    StencilProgram program;
    program.name = "test";
    program.dims = dims;
    program.formula = parse_formula({statement}, {}, dims);
    program.size = dims == 3 ? 512 : 16384;
    return program;
}
StencilProgram star() {
    return program_of("u = 0.1*u[-1,0,0] + 0.2*u[1,0,0] + 0.1*u[0,-1,0] + 0.2*u[0,1,0] + 0.2*u[0,0,-1] + 0.1*u[0,0,1]",
                      3);
}
StencilProgram nonlinear_box() { return program_of("u = u[1, 1, 1] * u[-1, -1, -1] / (1 + u * u)", 3); }

Gpu h200() {
    Gpu gpu;
    gpu.multiprocessors = 132;
    gpu.threads_per_multiprocessor = 2048;
    gpu.shared_per_block = shared_limit;
    gpu.shared_per_multiprocessor = 228 << 10;
    return gpu;
}

TEST(BlockingConfiguration, IsWrittenAndReadBack) {
    BlockingConfiguration c;
    const std::string text =
        "bT=4 tile=128x12 nodes=4x2 registers=shifting planes=per-level sums=associative lanes=yes stream=128 blocks=2";
    EXPECT_EQ(change_configuration(c, text), "");
    EXPECT_EQ(to_text(c), text);
    EXPECT_EQ(change_configuration(c, "tile=256,nodes=2"), "");
    EXPECT_EQ(c.tile_y, 1);
    EXPECT_EQ(c.levels, 4);
}

TEST(BlockingConfiguration, SaysWhatCannotBeRead) {
    BlockingConfiguration c;
    EXPECT_EQ(change_configuration(c, "bT=0"), "bT=0: a whole number is expected");
    EXPECT_EQ(change_configuration(c, "planes=one"), "planes=one: alternating, per-level or lagged is expected");
    EXPECT_EQ(change_configuration(c, "lanes=1"), "lanes=1: yes or no is expected");
    EXPECT_EQ(change_configuration(c, "fast"), "'fast' is not written as key=value");
    EXPECT_EQ(change_configuration(c, "speed=3"),
              "there is no key 'speed'; there are bT, tile, nodes, registers, planes, sums, lanes, stream and blocks");
}

TEST(BlockingConfiguration, SaysWhyAProgramCannotRunSo) {
    const auto why = [](const StencilProgram& program, const std::string& text) {
        BlockingConfiguration c;
        EXPECT_EQ(change_configuration(c, text), "");
        return why_not(program, c, Precision::float32, shared_limit);
    };
    EXPECT_EQ(why(star(), "bT=2 tile=32x8"), "");
    EXPECT_EQ(why(star(), "bT=4 tile=32x8"), "the tile has no node left: 4 iterations take 4 nodes at each side");
    EXPECT_EQ(why(star(), "tile=20x3"), "a block has 60 threads; it may have 32 to 1024, in warps of 32");
    EXPECT_EQ(
        why(star(), "tile=64x8 lanes=yes"),
        "with lanes a row of the tile is one warp of 32 threads, and the radius is at most the nodes of a thread");
    EXPECT_EQ(why(nonlinear_box(), "tile=32x8"),
              "the formula is no weighted sum, which sums=chained needs; sums=whole");
    EXPECT_EQ(why(nonlinear_box(), "tile=32x8 sums=whole"), "");
    EXPECT_EQ(why(star(), "bT=9 tile=128x64 nodes=4x4 planes=lagged"),
              "a block needs 646272 bytes of shared memory and may have 232448");
}

/// Table 1 of AN5D: footprint of a block in values, without the rim around the tile.
TEST(BlockingConfiguration, SharedMemoryFollowsTableOne) {
    BlockingConfiguration c;
    c.levels = 4, c.tile_x = c.tile_y = 32;
    const int plane = (32 + 2) * (32 + 2) * 4;
    EXPECT_EQ(shared_bytes(star(), c, Precision::float32), 2 * plane);
    c.planes = PlaneScheme::per_level;
    EXPECT_EQ(shared_bytes(star(), c, Precision::float32), 4 * plane);
    c.sums = SumScheme::whole;
    EXPECT_EQ(shared_bytes(nonlinear_box(), c, Precision::float32), 4 * 3 * plane);
    c.planes = PlaneScheme::alternating;
    EXPECT_EQ(shared_bytes(nonlinear_box(), c, Precision::float64), 2 * 2 * 3 * plane);
}

TEST(BlockingChoice, IsPureAndEveryChoiceFits) {
    for (const StencilProgram& program : {star(), nonlinear_box(), program_of("u = 0.5*u[-1, 0] + 0.5*u[0, 4]", 2)})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            const auto ranked = rank_configurations(program, program.usual_extent(), precision, h200());
            ASSERT_FALSE(ranked.empty());
            double before = 0;
            for (const RankedConfiguration& one : ranked) {
                EXPECT_EQ(why_not(program, one.configuration, precision, shared_limit), "");
                EXPECT_GE(one.predicted_ctpn_s, before);
                before = one.predicted_ctpn_s;
            }
            const BlockingConfiguration chosen =
                choose_configuration(program, program.usual_extent(), precision, h200()).configuration;
            EXPECT_TRUE(std::ranges::any_of(ranked, [&](const auto& one) { return one.configuration == chosen; }));
        }
}

/// The choice is expected to leave a tenth of a thread's registers and 8 more; none that is predicted to be faster
/// does.
TEST(BlockingChoice, IsTheFastestThatIsSafeFromSpills) {
    int faster = 0;
    for (const char* name : {"star3d1r", "star3d4r", "box3d2r", "box2d4r"})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            const StencilProgram program = shipped_program(name);
            const auto is_safe = [&](const RankedConfiguration& one) {
                return expected_registers(program, one.configuration, precision) + 8 <=
                       0.9 * most_registers(one.configuration);
            };
            const auto ranked = rank_configurations(program, program.usual_extent(), precision, h200());
            const auto chosen = choose_configuration(program, program.usual_extent(), precision, h200());
            ASSERT_TRUE(std::ranges::any_of(ranked, is_safe)) << name;
            EXPECT_TRUE(is_safe(chosen)) << name << ": " << to_text(chosen.configuration);
            for (const RankedConfiguration& one : ranked) {
                if (one.configuration == chosen.configuration) break;
                EXPECT_FALSE(is_safe(one)) << name << ": " << to_text(one.configuration);
                ++faster;
            }
        }
    EXPECT_GT(faster, 0);
}

TEST(BlockingChoice, KnowsTheConfigurationOfStencilgen) {
    const auto c = stencilgen_configuration(star(), Precision::float32, h200());
    ASSERT_TRUE(c);
    EXPECT_EQ(
        to_text(*c),
        "bT=4 tile=32x32 nodes=1x1 registers=fixed planes=alternating sums=associative lanes=no stream=0 blocks=1");
    EXPECT_FALSE(stencilgen_configuration(program_of("u = 0.5*u[-4, 0, 0] + 0.5*u", 3), Precision::float32, h200()));
}

TEST(BlockingSource, AddsNodesOfOneWeightBeforeTheyAreWeighted) {
    const StencilProgram program = program_of("u = 0.25*u[-1, 0] + 0.25*u[1, 0] + 0.5*u[0, 1]", 2);
    const std::string text = blocking_spec(program, {}, Precision::float32, "Spec");
    EXPECT_NE(text.find("(u(-1, 0) + u(1, 0))"), std::string::npos) << text;
}

TEST(BlockingSource, FusesProductsAndKnowsInverseRoots) {
    BlockingConfiguration c;
    c.sums = SumScheme::whole;
    const std::string text =
        blocking_spec(program_of("u = 2*u + 1/sqrt(3 + u*u[1, 0])/4", 2), c, Precision::float32, "Spec");
    EXPECT_NE(text.find("inverse_root("), std::string::npos) << text;
    EXPECT_NE(text.find("fused(u(0, 0, 0), u(1, 0, 0), Real(3))"), std::string::npos) << text;
    EXPECT_NE(text.find("* Real(0.25)"), std::string::npos) << text;
}

}  // namespace
}  // namespace wavesim
