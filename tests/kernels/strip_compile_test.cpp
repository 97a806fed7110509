// SPDX-License-Identifier: MIT
// The kernel of several steps per pass in 2D compiles for the architectures we ship to, without spills, for as many
// warps of a multiprocessor as the plan counts on.
#include <gtest/gtest.h>

#include "kernels/assembler_log.hpp"
#include "kernels/compile_sample.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/temporal/strip_plan.hpp"
#include "stencils/gpu/temporal/temporal_source.hpp"
#include "stencils/rtc/nvrtc.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

using test::most_of;

namespace {

struct Compiled {
    const char* stencil;
    int levels;
    int warps;
    Precision precision = Precision::float32;
    std::optional<MediumStorage> speed = {};
    HaloRule sides = HaloRule::mirror_half;
    int fewer_on_older = 0;  ///< levels
    int spills = 0;          ///< bytes, in rows with sources
};
void PrintTo(const Compiled& c, std::ostream* out) {
    *out << c.stencil << (c.precision == Precision::float64 ? " double" : "")
         << (c.sides == HaloRule::odd_half ? " free" : "");
    if (c.speed) *out << " speeds as " << to_string(*c.speed);
}

class StripCompile : public ::testing::TestWithParam<Compiled> {};

TEST_P(StripCompile, FitsRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const Compiled& c = GetParam();
    ScalarProblem problem;
    problem.stencil = make_stencil(c.stencil, 2);
    problem.extent = {4097, 1, 4096};
    problem.courant = 0.4;
    problem.halo.fill(c.sides);
    problem.precision = c.precision;
    problem.speed.varies = c.speed.has_value();
    problem.speed.storage = c.speed.value_or(MediumStorage::float32);
    for (const char* architecture : {"sm_80", "sm_90"}) {
        Gpu gpu = test::some_gpu();
        gpu.capability_major = architecture[3] - '0';
        const StripTiling tiling = strip_tiling(problem, gpu);
        EXPECT_EQ(tiling.levels, c.levels - (gpu.capability_major == 8 ? c.fewer_on_older : 0));
        EXPECT_EQ(tiling.warps, c.warps);
        if (!compiles_this_parameter()) continue;
        const std::string log = nvrtc_compile("test", strip_source(problem, tiling), architecture).log;
        EXPECT_GT(most_of(log, "registers"), 0) << log;
        EXPECT_LE(most_of(log, "registers"), 65536 / (32 * c.warps) / 8 * 8) << architecture;
        EXPECT_LE(most_of(log, "bytes spill"), c.spills) << architecture;
        EXPECT_LE(most_of(log, "bytes stack frame"), c.spills) << architecture;
    }
}

constexpr auto in_double = Precision::float64;
constexpr auto in_float = Precision::float32;
INSTANTIATE_TEST_SUITE_P(
    OneSpeed, StripCompile,
    ::testing::Values(Compiled{"leggy-1", 8, 16}, Compiled{"compact-19-isotropic", 8, 16},
                      Compiled{"compact-27-iwb", 8, 16}, Compiled{"leggy-1", 8, 16, in_float, {}, HaloRule::odd_half},
                      Compiled{"compact-27-iwb", 8, 16, in_float, {}, HaloRule::odd_half},
                      Compiled{"leggy-1", 6, 12, in_double, {}, HaloRule::mirror_half, 1, 16},
                      Compiled{"compact-27-iwb", 6, 12, in_double, {}, HaloRule::mirror_half, 1, 16},
                      Compiled{"compact-27-iwb", 6, 12, in_double, {}, HaloRule::odd_half, 1, 16},
                      Compiled{"leggy-2", 4, 16}, Compiled{"leggy-2", 4, 16, in_float, {}, HaloRule::odd_half},
                      Compiled{"leggy-2", 2, 12, in_double}));
INSTANTIATE_TEST_SUITE_P(
    SpeedsThatVary, StripCompile,
    ::testing::Values(Compiled{"leggy-1", 7, 16, in_float, MediumStorage::float32},
                      Compiled{"leggy-1", 7, 16, in_float, MediumStorage::int16},
                      Compiled{"leggy-1", 7, 16, in_float, MediumStorage::index8},
                      Compiled{"leggy-1", 7, 16, in_float, MediumStorage::index16},
                      Compiled{"compact-27-iwb", 7, 16, in_float, MediumStorage::float32, HaloRule::odd_half},
                      Compiled{"compact-27-iwb", 7, 16, in_float, MediumStorage::int16},
                      Compiled{"compact-27-iwb", 7, 16, in_float, MediumStorage::index8},
                      Compiled{"compact-27-iwb", 7, 16, in_float, MediumStorage::index16, HaloRule::odd_half},
                      Compiled{"leggy-1", 5, 12, in_double, MediumStorage::float32},
                      Compiled{"leggy-1", 5, 12, in_double, MediumStorage::int16},
                      Compiled{"compact-27-iwb", 5, 12, in_double, MediumStorage::float32, HaloRule::odd_half},
                      Compiled{"compact-27-iwb", 5, 12, in_double, MediumStorage::index16},
                      Compiled{"leggy-2", 4, 12, in_float, MediumStorage::float32, HaloRule::odd_half},
                      Compiled{"leggy-2", 4, 12, in_float, MediumStorage::index8},
                      Compiled{"leggy-2", 2, 12, in_double, MediumStorage::float32, HaloRule::odd_half},
                      Compiled{"leggy-2", 2, 12, in_double, MediumStorage::index16}));

}  // namespace
}  // namespace wavesim
