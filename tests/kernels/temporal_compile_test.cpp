// SPDX-License-Identifier: MIT
// The kernel of several steps per pass compiles for the architectures we ship to, without spills.
#include <gtest/gtest.h>

#include <regex>

#include "stencils/catalogue.hpp"
#include "stencils/launch/temporal_plan.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {
namespace {

/// Largest number before `unit` in what the assembler says.
int most_of(const std::string& log, const std::string& unit) {
    const std::regex pattern("([0-9]+) " + unit);
    int most = -1;
    for (std::sregex_iterator it(log.begin(), log.end(), pattern), end; it != end; ++it)
        most = std::max(most, std::stoi((*it)[1]));
    return most;
}

struct Compiled {
    const char* stencil;
    const char* architecture;
    int shared_limit;
    int levels;
};
void PrintTo(const Compiled& c, std::ostream* out) { *out << c.stencil << " " << c.architecture; }

class PassCompile : public ::testing::TestWithParam<Compiled> {};

TEST_P(PassCompile, FitsRegistersAndSharedMemoryWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const Compiled& c = GetParam();
    ScalarProblem problem;
    problem.stencil = make_stencil(c.stencil, 3);
    problem.extent = {512, 512, 512};
    problem.courant = 0.4;
    problem.halo.fill(HaloRule::mirror_half);
    const TemporalTiling tiling = temporal_tiling(problem, c.shared_limit);
    EXPECT_EQ(tiling.levels, c.levels);
    EXPECT_EQ(tiling.tiles(), 128);
    EXPECT_LE(tiling.shared_bytes(), c.shared_limit);
    const std::string log = nvrtc_compile("test", temporal_source(problem, tiling), c.architecture).log;
    constexpr int most_registers = 65536 / 384 / 8 * 8;  // of 384 threads
    EXPECT_GT(most_of(log, "registers"), 0) << log;
    EXPECT_LE(most_of(log, "registers"), most_registers);
    EXPECT_EQ(most_of(log, "bytes spill"), 0);
    EXPECT_EQ(most_of(log, "bytes stack frame"), 0);
}

INSTANTIATE_TEST_SUITE_P(Stencils, PassCompile,
                         ::testing::Values(Compiled{"leggy-1", "sm_80", 163 << 10, 3},
                                           Compiled{"leggy-1", "sm_90", 227 << 10, 5},
                                           Compiled{"compact-19-isotropic", "sm_90", 227 << 10, 4},
                                           Compiled{"compact-27-iwb", "sm_80", 163 << 10, 3},
                                           Compiled{"compact-27-iwb", "sm_90", 227 << 10, 4}));

}  // namespace
}  // namespace wavesim
