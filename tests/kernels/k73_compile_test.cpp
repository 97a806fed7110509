// SPDX-License-Identifier: MIT
// The 73-point form of TTI media in the strategies of semi-stencils compiles for the architectures we ship to.
#include <gtest/gtest.h>

#include <cstdlib>

#include "kernels/assembler_log.hpp"
#include "kernels/compile_sample.hpp"
#include "stencils/gpu/tti/k73_strategy.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {
namespace {

/// k73 in the strategies of semi-stencils, in every block that a GPU of that kind offers; usual runs compile a sample.
TEST(K73Compile, StrategiesFitTheirRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    TtiProblem problem;
    problem.extent = {512, 512, 512};
    problem.kind().form = TtiForm::k73;
    unsigned row = 0;
    for (const char* backend :
         {"semi.gmem_3d", "semi.smem_3d", "semi.smem_25d", "semi.semi_25d", "semi.b", "semi.ba", "semi.2z"})
        for (const bool usual : {true, false})
            for (const Precision precision : {Precision::float32, Precision::float64})
                for (const char* architecture : {"sm_80", "sm_90"}) {
                    const K73Strategy& strategy = *find_k73_strategy(backend);
                    const int shared_limit = std::string(architecture) == "sm_80" ? 163 << 10 : 227 << 10;
                    problem.precision = precision;
                    std::vector<KernelTile> tiles = k73_tiles(strategy, problem, shared_limit);
                    ASSERT_GE(tiles.size(), 4U);
                    if (!compiles_row(row++)) continue;
                    tiles = usual ? std::vector{tiles[0]} : std::vector(tiles.begin() + 1, tiles.end());
                    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) tiles = {tiles.back()};
                    for (const KernelTile& tile : tiles) {
                        SCOPED_TRACE(std::string(backend) + " " + to_string(tile) + " " + architecture +
                                     (precision == Precision::float32 ? " float" : " double"));
                        const std::vector<TtiKernel> kernels =
                            k73_kernels(strategy, problem, shared_limit, to_string(tile));
                        ASSERT_EQ(kernels.size(), 1U);
                        EXPECT_LE(kernels[0].shared_bytes, shared_limit);
                        const std::string log = nvrtc_compile("test", tti_source(problem, kernels), architecture).log;
                        const int registers = test::most_of(log, "registers");
                        EXPECT_GT(registers, 0);
                        EXPECT_LE(registers * kernels[0].threads * kernels[0].resident, 65536);
                        EXPECT_EQ(test::most_of(log, "bytes spill"), 0);
                        EXPECT_EQ(test::most_of(log, "bytes stack frame"), 0);
                    }
                }
}

}  // namespace
}  // namespace wavesim
