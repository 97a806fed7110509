// SPDX-License-Identifier: MIT
// The kernel of whole steps compiles for the architectures we ship to, without spills.
#include <gtest/gtest.h>

#include "kernels/assembler_log.hpp"
#include "kernels/compile_sample.hpp"
#include "stencils/gpu/whole_step/whole_step_plan.hpp"
#include "stencils/gpu/whole_step/whole_step_source.hpp"
#include "stencils/rtc/nvrtc.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

using test::most_of;

namespace {

struct WholeStepRegisters {
    const char* stencil;
    std::array<int, 4> most;  ///< sm_80 float and double, sm_90 float and double
    SpeedShape speed = {};
};
constexpr SpeedShape in_floats{true, MediumStorage::float32}, in_codes{true, MediumStorage::int16};
/// Of the first three tiles. Others may need more, but none spills (WAVESIM_EXHAUSTIVE=1). Recorded with CUDA 13.0.
constexpr WholeStepRegisters whole_step_registers[] = {
    {"leggy-1", {72, 104, 72, 107}},
    {"compact-27-iwb", {72, 104, 72, 107}},
    {"compact-19-isotropic", {72, 104, 72, 107}},
    {"leggy-1", {72, 104, 72, 107}, in_floats},
    {"compact-27-iwb", {72, 104, 72, 107}, in_codes},
};
class WholeStepCompile : public ::testing::TestWithParam<unsigned> {};

TEST_P(WholeStepCompile, FitsItsRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const WholeStepRegisters& expected = whole_step_registers[GetParam()];
    ProblemShape shape;
    shape.stencil = make_stencil(expected.stencil, 3);
    shape.extent = {180, 126, 81};
    shape.halo.fill(HaloRule::mirror_half);
    shape.speed = expected.speed;
    auto most = expected.most.begin();
    unsigned row = 4 * GetParam();
    for (const char* architecture : {"sm_80", "sm_90"})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            const int allowed = *most++;
            if (!compiles_row(row++)) continue;
            shape.precision = precision;
            SCOPED_TRACE(std::string(architecture) + (precision == Precision::float32 ? " float" : " double"));
            const std::vector<KernelTile> tiles = whole_step_tiles(shape);
            const std::size_t count = std::getenv("WAVESIM_EXHAUSTIVE") != nullptr ? tiles.size() : 3;
            for (std::size_t i = 0; i < count; ++i) {
                SCOPED_TRACE(to_string(tiles[i]));
                const std::string log =
                    nvrtc_compile("test", whole_step_source(shape.stencil, 0.4, precision, tiles[i]), architecture).log;
                EXPECT_GT(most_of(log, "registers"), 0) << log;
                if (i < 3) {
                    EXPECT_LE(most_of(log, "registers"), allowed);
                }
                EXPECT_EQ(most_of(log, "bytes spill"), 0);
                EXPECT_EQ(most_of(log, "bytes stack frame"), 0);
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Stencils, WholeStepCompile,
                         ::testing::Range(0U, static_cast<unsigned>(std::size(whole_step_registers))));

/// Odd sides need signs, and every tile has whole warps and threads for receivers.
TEST(WholeStepTiles, HaveThreadsForReceiversAndNoMoreThanABlockMayHave) {
    for (const Precision precision : {Precision::float32, Precision::float64}) {
        ProblemShape shape;
        shape.stencil = make_stencil("compact-27-iwb", 3);
        shape.extent = {37, 41, 43};
        shape.precision = precision;
        shape.halo.fill(HaloRule::odd_half);
        const std::vector<KernelTile> tiles = whole_step_tiles(shape);
        EXPECT_GE(tiles.size(), 7U);
        for (const KernelTile& tile : tiles) {
            EXPECT_TRUE(tile.odd);
            EXPECT_EQ(whole_step_threads(tile, precision) % 32, 0);
            EXPECT_GE(whole_step_threads(tile, precision), 128);
            EXPECT_LE(whole_step_threads(tile, precision), 1024);
        }
        EXPECT_THROW((void)whole_step_tile("1x1", shape), std::invalid_argument);
        EXPECT_EQ(whole_step_tile(to_string(tiles.back()), shape), tiles.back());
    }
}

}  // namespace
}  // namespace wavesim
