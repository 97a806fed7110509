// SPDX-License-Identifier: MIT
// The kernel of fields on chip compiles for the architectures we ship to, without spills, and leaves room for its
// block.
#include <gtest/gtest.h>

#include "kernels/assembler_log.hpp"
#include "kernels/compile_sample.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/resident/resident_source.hpp"
#include "stencils/rtc/nvrtc.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

using test::most_of;

namespace {

struct ResidentRegisters {
    const char* stencil;
    Extent extent;
    HaloRule sides;
    int blocks_y, blocks_z;
    std::array<int, 2> most;  ///< sm_80, sm_90
};
/// Tilings of GPUs with 108 and 132 multiprocessors. Recorded with CUDA 13.0.
constexpr ResidentRegisters resident_registers[] = {
    {"leggy-1", {180, 126, 81}, HaloRule::mirror_half, 14, 9, {128, 128}},
    {"compact-27-iwb", {180, 126, 81}, HaloRule::mirror_half, 14, 9, {128, 128}},
    {"compact-19-isotropic", {103, 79, 55}, HaloRule::mirror_whole, 12, 11, {168, 180}},
    {"leggy-1", {103, 79, 55}, HaloRule::mirror_whole, 12, 11, {168, 168}},
};
class ResidentCompile : public ::testing::TestWithParam<unsigned> {};

TEST_P(ResidentCompile, FitsItsRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const ResidentRegisters& expected = resident_registers[GetParam()];
    StencilProblem problem;
    problem.stencil = make_stencil(expected.stencil, 3);
    problem.extent = expected.extent;
    problem.courant = 0.4;
    problem.halo.fill(expected.sides);
    const ResidentTiling tiling{problem.extent, point_count(problem.stencil) != 7, expected.blocks_y,
                                expected.blocks_z};
    unsigned row = 2 * GetParam();
    auto most = expected.most.begin();
    for (const char* architecture : {"sm_80", "sm_90"}) {
        const int allowed = *most++;
        if (!compiles_row(row++)) continue;
        SCOPED_TRACE(std::string(architecture) + " " + to_string(tiling));
        const std::string log = nvrtc_compile("test", resident_source(problem, tiling), architecture).log;
        EXPECT_GT(most_of(log, "registers"), 0) << log;
        EXPECT_LE(most_of(log, "registers"), allowed);
        EXPECT_EQ(most_of(log, "bytes spill"), 0);
        EXPECT_EQ(most_of(log, "bytes stack frame"), 0);
        EXPECT_LE(most_of(log, "registers") * tiling.threads(), 65536);
    }
}

INSTANTIATE_TEST_SUITE_P(Stencils, ResidentCompile,
                         ::testing::Range(0U, static_cast<unsigned>(std::size(resident_registers))));

}  // namespace
}  // namespace wavesim
