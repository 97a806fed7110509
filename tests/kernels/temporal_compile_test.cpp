// SPDX-License-Identifier: MIT
// The kernel of several steps per pass compiles for the architectures we ship to, without spills.
#include <gtest/gtest.h>

#include "kernels/assembler_log.hpp"
#include "kernels/compile_sample.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/temporal/temporal_plan.hpp"
#include "stencils/gpu/temporal/temporal_source.hpp"
#include "stencils/rtc/nvrtc.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

using test::most_of;

namespace {

enum class Sides { rigid, explicit_walls, branch_walls };

struct Compiled {
    const char* stencil;
    const char* architecture;
    int shared_limit;
    int levels;
    Sides sides = Sides::rigid;
    Extent extent = {512, 512, 32};
    Precision precision = Precision::float32;
    std::optional<MediumStorage> speed = {};
    int tiles = 128;
    int panels = 1;
    int spills = 0;  ///< bytes, where fewer steps or none take longer
};
void PrintTo(const Compiled& c, std::ostream* out) {
    *out << c.stencil << " " << c.architecture << (c.sides == Sides::rigid ? "" : " walls")
         << (c.extent.nx > 512 ? " " + std::to_string(c.extent.ny) + " rows" : "");
}

/// Walls with losses on all sides, a law for each axis.
void add_walls(ScalarProblem& problem, Sides sides) {
    if (sides == Sides::rigid) return;
    const Extent& n = problem.extent;
    WallPasses& walls = problem.walls;
    walls.explicit_walls.law = walls.branch_walls.law = {{2, 0.5, 1, 1}, {3, 0.5, 1, 1}, {4, 0.5, 1, 1}};
    for (std::int64_t i = 0; i < n.nodes(); ++i) {
        const Node at = node_at(n, i);
        std::vector<std::uint16_t> faces;
        if (at.x == 0 || at.x == n.nx - 1) faces.push_back(0);
        if (at.y == 0 || at.y == n.ny - 1) faces.push_back(1);
        if (at.z == 0 || at.z == n.nz - 1) faces.push_back(2);
        if (faces.empty()) continue;
        if (sides == Sides::branch_walls) {
            walls.branch_walls.nodes.push_back(i);
            walls.branch_walls.laws.insert(walls.branch_walls.laws.end(), faces.begin(), faces.end());
            walls.branch_walls.first.push_back(static_cast<std::int64_t>(walls.branch_walls.laws.size()));
        } else {
            walls.explicit_walls.nodes.insert(walls.explicit_walls.nodes.end(), faces.size(), i);
            walls.explicit_walls.laws.insert(walls.explicit_walls.laws.end(), faces.begin(), faces.end());
        }
    }
}

class PassCompile : public ::testing::TestWithParam<Compiled> {};

TEST_P(PassCompile, FitsRegistersAndSharedMemoryWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const Compiled& c = GetParam();
    ScalarProblem problem;
    problem.stencil = make_stencil(c.stencil, 3);
    problem.extent = c.extent;
    problem.courant = 0.4;
    problem.halo.fill(HaloRule::mirror_half);
    problem.precision = c.precision;
    problem.speed.varies = c.speed.has_value();
    problem.speed.storage = c.speed.value_or(MediumStorage::float32);
    add_walls(problem, c.sides);
    Gpu gpu = test::some_gpu();
    gpu.shared_per_block = c.shared_limit;
    const TemporalTiling tiling = temporal_tiling(problem, gpu);
    EXPECT_EQ(tiling.levels, c.levels);
    EXPECT_EQ(tiling.tiles(), c.tiles);
    EXPECT_EQ(tiling.panels.count, c.panels);
    EXPECT_LE(tiling.shared_bytes(), c.shared_limit);
    if (!compiles_this_parameter()) return;
    const std::string log = nvrtc_compile("test", temporal_source(problem, tiling), c.architecture).log;
    EXPECT_GT(most_of(log, "registers"), 0) << log;
    EXPECT_LE(most_of(log, "registers"), 65536 / tiling.threads() / 8 * 8);
    EXPECT_LE(most_of(log, "bytes spill"), c.spills);
    EXPECT_LE(most_of(log, "bytes stack frame"), c.spills);
}

INSTANTIATE_TEST_SUITE_P(
    Stencils, PassCompile,
    ::testing::Values(
        Compiled{"leggy-1", "sm_80", 163 << 10, 3}, Compiled{"leggy-1", "sm_90a", 227 << 10, 5},
        Compiled{"compact-19-isotropic", "sm_90a", 227 << 10, 4}, Compiled{"compact-27-iwb", "sm_80", 163 << 10, 3},
        Compiled{"compact-27-iwb", "sm_90a", 227 << 10, 4},
        Compiled{"leggy-1", "sm_90a", 227 << 10, 4, Sides::explicit_walls},
        Compiled{"leggy-1", "sm_90a", 227 << 10, 4, Sides::branch_walls},
        Compiled{"compact-27-iwb", "sm_90a", 227 << 10, 4, Sides::branch_walls},
        Compiled{"leggy-1", "sm_90a", 227 << 10, 5, Sides::rigid, {1024, 192, 8}},
        Compiled{"leggy-1", "sm_90a", 227 << 10, 5, Sides::rigid, {1024, 128, 8}},
        Compiled{"compact-27-iwb", "sm_90a", 227 << 10, 4, Sides::rigid, {1024, 128, 8}},
        Compiled{"compact-27-iwb", "sm_90a", 227 << 10, 4, Sides::branch_walls, {1024, 192, 8}},
        Compiled{"compact-27-iwb", "sm_90a", 227 << 10, 4, Sides::branch_walls, {1024, 128, 8}},
        Compiled{"leggy-1", "sm_90a", 227 << 10, 4, Sides::explicit_walls, {1024, 192, 8}},
        Compiled{"leggy-1", "sm_90a", 227 << 10, 5, Sides::rigid, {1024, 980, 8}, Precision::float32, {}, 128, 4},
        Compiled{
            "compact-27-iwb", "sm_90a", 227 << 10, 4, Sides::rigid, {1024, 980, 8}, Precision::float32, {}, 128, 4},
        Compiled{
            "leggy-1", "sm_90a", 227 << 10, 4, Sides::explicit_walls, {1024, 980, 8}, Precision::float32, {}, 128, 4},
        Compiled{"compact-27-iwb",
                 "sm_90a",
                 227 << 10,
                 4,
                 Sides::branch_walls,
                 {1024, 980, 8},
                 Precision::float32,
                 {},
                 128,
                 4}));

Compiled varying(const char* stencil, int levels, MediumStorage storage, Extent extent = {512, 512, 32},
                 Precision precision = Precision::float32, int tiles = 128, int panels = 1, int spills = 0) {
    return {stencil, "sm_90a", 227 << 10, levels, Sides::rigid, extent, precision, storage, tiles, panels, spills};
}
INSTANTIATE_TEST_SUITE_P(
    ThatReachTwoNodes, PassCompile,
    ::testing::Values(
        Compiled{"leggy-2", "sm_80", 163 << 10, 2}, Compiled{"leggy-2", "sm_90a", 227 << 10, 3},
        Compiled{"compact-57-opt", "sm_90a", 227 << 10, 3},
        Compiled{"leggy-2", "sm_90a", 227 << 10, 3, Sides::rigid, {1024, 192, 8}},
        Compiled{"leggy-2", "sm_90a", 227 << 10, 3, Sides::rigid, {1024, 972, 8}, Precision::float32, {}, 128, 4},
        Compiled{"leggy-2", "sm_90a", 227 << 10, 3, Sides::rigid, {512, 256, 32}, Precision::float64},
        Compiled{"compact-57-opt", "sm_90a", 227 << 10, 2, Sides::rigid, {512, 256, 32}, Precision::float64},
        varying("leggy-2", 3, MediumStorage::int16), varying("leggy-2", 3, MediumStorage::float32),
        varying("leggy-2", 3, MediumStorage::index16), varying("compact-57-opt", 2, MediumStorage::int16),
        varying("compact-57-opt", 2, MediumStorage::float32)));

constexpr Extent of_double{512, 256, 32};
INSTANTIATE_TEST_SUITE_P(
    OnOlder, PassCompile,
    ::testing::Values(
        Compiled{"leggy-1", "sm_80", 163 << 10, 3, Sides::rigid, of_double, Precision::float64},
        Compiled{"compact-27-iwb", "sm_80", 163 << 10, 3, Sides::rigid, of_double, Precision::float64},
        Compiled{
            "leggy-1", "sm_80", 163 << 10, 3, Sides::rigid, {512, 512, 32}, Precision::float32, MediumStorage::int16},
        Compiled{
            "leggy-1", "sm_80", 163 << 10, 3, Sides::rigid, {512, 512, 32}, Precision::float32, MediumStorage::float32},
        Compiled{"compact-27-iwb",
                 "sm_80",
                 163 << 10,
                 3,
                 Sides::rigid,
                 {512, 512, 32},
                 Precision::float32,
                 MediumStorage::int16},
        Compiled{"compact-27-iwb",
                 "sm_80",
                 163 << 10,
                 3,
                 Sides::rigid,
                 {512, 512, 32},
                 Precision::float32,
                 MediumStorage::float32},
        Compiled{"compact-27-iwb",
                 "sm_80",
                 163 << 10,
                 3,
                 Sides::rigid,
                 {512, 512, 32},
                 Precision::float32,
                 MediumStorage::index8,
                 128,
                 1,
                 8}));
INSTANTIATE_TEST_SUITE_P(
    InDouble, PassCompile,
    ::testing::Values(
        Compiled{"leggy-1", "sm_90a", 227 << 10, 4, Sides::rigid, of_double, Precision::float64},
        Compiled{"leggy-1", "sm_90a", 227 << 10, 4, Sides::rigid, {512, 600, 32}, Precision::float64, {}, 104, 3},
        Compiled{"leggy-1", "sm_90a", 227 << 10, 3, Sides::rigid, {512, 512, 32}, Precision::float64, {}, 120, 2},
        Compiled{
            "compact-27-iwb", "sm_90a", 227 << 10, 3, Sides::rigid, {512, 512, 32}, Precision::float64, {}, 120, 2},
        Compiled{"compact-19-isotropic",
                 "sm_90a",
                 227 << 10,
                 3,
                 Sides::rigid,
                 {512, 512, 32},
                 Precision::float64,
                 {},
                 120,
                 2},
        Compiled{"compact-19-isotropic", "sm_90a", 227 << 10, 4, Sides::rigid, of_double, Precision::float64},
        Compiled{"compact-27-iwb", "sm_90a", 227 << 10, 4, Sides::rigid, of_double, Precision::float64}));

INSTANTIATE_TEST_SUITE_P(
    InMediaThatVary, PassCompile,
    ::testing::Values(
        varying("leggy-1", 4, MediumStorage::int16), varying("leggy-1", 4, MediumStorage::float32),
        varying("leggy-1", 4, MediumStorage::index8), varying("leggy-1", 4, MediumStorage::index16),
        varying("compact-27-iwb", 4, MediumStorage::int16), varying("compact-27-iwb", 3, MediumStorage::float32),
        varying("compact-27-iwb", 4, MediumStorage::index8, {512, 512, 32}, Precision::float32, 128, 1, 72),
        varying("compact-27-iwb", 4, MediumStorage::index16, {512, 512, 32}, Precision::float32, 128, 1, 146),
        varying("compact-19-isotropic", 4, MediumStorage::int16, {512, 512, 32}, Precision::float32, 128, 1, 16),
        varying("leggy-1", 4, MediumStorage::int16, of_double, Precision::float64),
        varying("compact-27-iwb", 4, MediumStorage::int16, of_double, Precision::float64),
        varying("leggy-1", 3, MediumStorage::int16, {512, 512, 32}, Precision::float64, 120, 2),
        varying("compact-27-iwb", 3, MediumStorage::int16, {512, 512, 32}, Precision::float64, 120, 2),
        varying("compact-27-iwb", 4, MediumStorage::float32, of_double, Precision::float64)));

Compiled varying_beside(Sides sides, const char* stencil, int levels, MediumStorage storage, int spills = 0) {
    return {stencil, "sm_90a", 227 << 10, levels, sides, {512, 512, 32}, Precision::float32, storage, 128, 1, spills};
}
INSTANTIATE_TEST_SUITE_P(
    InMediaThatVaryBesideWalls, PassCompile,
    ::testing::Values(varying_beside(Sides::explicit_walls, "leggy-1", 4, MediumStorage::int16),
                      varying_beside(Sides::explicit_walls, "leggy-1", 4, MediumStorage::float32),
                      varying_beside(Sides::explicit_walls, "leggy-1", 4, MediumStorage::index16, 16),
                      varying_beside(Sides::branch_walls, "leggy-1", 4, MediumStorage::int16),
                      varying_beside(Sides::branch_walls, "leggy-1", 4, MediumStorage::index8, 8),
                      varying_beside(Sides::branch_walls, "compact-27-iwb", 3, MediumStorage::int16),
                      varying_beside(Sides::branch_walls, "compact-27-iwb", 3, MediumStorage::float32),
                      varying_beside(Sides::branch_walls, "compact-27-iwb", 3, MediumStorage::index16)));

}  // namespace
}  // namespace wavesim
