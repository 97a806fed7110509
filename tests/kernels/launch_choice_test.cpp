// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/launch_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "stencils/gpu/families/gpu_backends.hpp"
#include "stencils/gpu/per_node/per_node_forms.hpp"
#include "stencils/gpu/single/bulk_source.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/rtc/nvrtc.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

ScalarProblem problem_of(const char* stencil, const Extent& extent, Precision precision) {
    ScalarProblem problem;
    problem.extent = extent;
    problem.stencil = make_stencil(stencil, extent.ny == 1 ? 2 : 3);
    problem.precision = precision;
    return problem;
}

TEST(LaunchChoice, BeginsWithTheChosenOneAndNamesEachOnce) {
    for (const KernelForm* form : kernel_forms())
        for (const char* stencil : {"leggy-1", "leggy-4", "compact-27-iwb", "box-125-opt"})
            for (const Precision precision : {Precision::float32, Precision::float64})
                for (const Extent& extent : {Extent{40, 30, 20}, Extent{512, 512, 512}, Extent{700, 1, 900}}) {
                    const ScalarProblem problem = problem_of(stencil, extent, precision);
                    if (form->density || !form_why_not(*form, problem).empty()) continue;
                    SCOPED_TRACE(form->name() + " " + stencil);
                    const std::vector<KernelTile> tiles = tiles_to_try(*form, problem);
                    ASSERT_GT(tiles.size(), 3u);
                    EXPECT_EQ(tiles[0], choose_tile(*form, problem));
                    std::set<std::string> names;
                    for (const KernelTile& tile : tiles) {
                        EXPECT_TRUE(names.insert(to_string(tile)).second) << to_string(tile);
                        EXPECT_EQ(tile_named(to_string(tile), *form, problem), tile);
                        const int threads = form->threads(tile, precision);
                        EXPECT_LE(threads * tile.blocks, 2048) << to_string(tile);
                        EXPECT_LE(threads, 1024) << to_string(tile);
                        EXPECT_EQ(threads % 32, 0) << to_string(tile);
                        EXPECT_LE(form->shared_bytes(tile, precision, problem.stencil), most_shared_bytes);
                        EXPECT_EQ(form->sweeps ? tile.y % tile.rows : 0, 0) << to_string(tile);
                    }
                }
}

/// Of fields that stay in the cache, twice as large in double; without layers, whose slabs have tiles of their own.
TEST(LaunchChoice, TakesNarrowTilesForSmallGrids) {
    const auto tile = [](const char* stencil, const Extent& extent, Precision precision) {
        return to_string(choose_tile(forms::sweep, problem_of(stencil, extent, precision)));
    };
    EXPECT_EQ(tile("leggy-1", {160, 160, 160}, Precision::float32), "64x16");
    EXPECT_EQ(tile("leggy-1", {162, 162, 162}, Precision::float32), "256x8 rows 2");
    EXPECT_EQ(tile("leggy-1", {160, 160, 160}, Precision::float64), "64x16 rows 2");
    EXPECT_EQ(tile("leggy-1", {120, 120, 120}, Precision::float64), "32x16");
    EXPECT_EQ(tile("compact-57-opt", {96, 96, 96}, Precision::float32), "64x16 rows 2");
    EXPECT_EQ(tile("leggy-6", {96, 96, 96}, Precision::float32), "128x8");

    ScalarProblem layered = problem_of("leggy-1", {160, 160, 160}, Precision::float32);
    layered.layers.width = {20, 20, 20, 20, 20, 20};
    EXPECT_EQ(to_string(choose_tile(forms::sweep, layered)), "256x8 rows 2");
}

/// Each multiprocessor has 65536 registers, of which a thread gets a multiple of eight: the blocks of a row of
/// sweep_tiles.hpp have place, and another one has not.
TEST(LaunchChoice, SweepsFillTheRegisters) {
    for (const ExpectedRegisters& expected : forms::sweep.registers)
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            ScalarProblem problem = problem_of(expected.stencil, {512, 512, 512}, precision);
            problem.speed = expected.speed;
            const KernelTile tile = choose_tile(forms::sweep, problem);
            const int registers = (expected.most[precision == Precision::float32 ? 2 : 3] + 7) / 8 * 8;
            EXPECT_EQ(tile.blocks, 65536 / (registers * forms::sweep.threads(tile, precision)))
                << expected.stencil << " " << to_string(tile) << (problem.speed.varies ? " varies" : "");
        }
}

/// A thread has rows enough to wait for, where there are threads enough.
TEST(LaunchChoice, TakesMoreRowsPerThreadForLargeGridsIn2D) {
    const auto tile = [](const char* stencil, const Extent& extent) {
        StencilProblem problem = problem_of(stencil, extent, Precision::float32);
        problem.stencil = make_stencil(stencil, 2);
        return to_string(choose_tile(forms::texture_unrolled, problem));
    };
    EXPECT_EQ(tile("leggy-1", {4096, 1, 4096}), "32x1x4 rows 4");
    EXPECT_EQ(tile("leggy-4", {1400, 1, 1000}), "32x1x4 rows 4");
    EXPECT_EQ(tile("leggy-4", {1000, 1, 500}), "32x1x4 rows 2");
    EXPECT_EQ(tile("leggy-1", {1000, 1, 500}), "32x1x4 rows 4");
    EXPECT_EQ(tile("leggy-1", {500, 1, 400}), "32x1x4 rows 2");
    EXPECT_EQ(tile("leggy-8", {4096, 1, 4096}), "32x1x4 rows 2");
}

TEST(LaunchChoice, IsTheSameOnEveryGridButForTheFirst) {
    // What is measured on a large grid is checked on a small one.
    const auto names = [](const Extent& extent) {
        std::set<std::string> found;
        for (const KernelTile& tile : tiles_to_try(forms::sweep, problem_of("leggy-4", extent, Precision::float32)))
            found.insert(to_string(tile));
        return found;
    };

    EXPECT_EQ(names({160, 48, 40}), names({512, 512, 512}));
    EXPECT_EQ(names({50, 48, 40}), names({512, 512, 512}));
}

TEST(LaunchChoice, StandsInTheGridWithItsLastColumn) {
    const auto sweep = [](const char* stencil, std::int64_t nx) {
        return choose_tile(forms::sweep, problem_of(stencil, {nx, 600, 600}, Precision::float32));
    };
    for (const std::int64_t nx : {512, 760, 1024}) EXPECT_EQ(sweep("compact-27-iwb", nx).x, 256) << nx;
    for (const std::int64_t nx : {600, 1056}) {
        EXPECT_EQ(sweep("compact-27-iwb", nx).x, 128) << nx;
        EXPECT_EQ(sweep("compact-27-iwb", nx).y, 16) << nx;
        EXPECT_EQ(sweep("box-125-opt", nx).y, 32) << nx;
        EXPECT_EQ(sweep("leggy-4", nx).x, 128) << nx;
    }
}

/// A tile for another grid would finish the wrong nodes.
TEST(LaunchChoice, FinishesWallsWhereTheRowsOfThisGridEnd) {
    ScalarProblem problem = problem_of("leggy-1", {761, 64, 64}, Precision::float32);
    problem.walls.explicit_walls = {{0}, {0}, {{}}};

    for (const KernelTile& tile : tiles_to_try(forms::sweep, problem)) EXPECT_EQ(tile.end_column, 760 % 4);
}

TEST(LaunchChoice, KnowsOnlyItsOwnNames) {
    const ScalarProblem problem = problem_of("leggy-1", {64, 64, 64}, Precision::float32);

    EXPECT_EQ(tile_named("", forms::stream_hybrid, problem), choose_tile(forms::stream_hybrid, problem));
    EXPECT_THROW(tile_named("63x2", forms::stream_hybrid, problem), std::invalid_argument);
}

TEST(LaunchChoice, CountsWhatThreadsLoad) {
    const Stencil seven = make_stencil("leggy-1", 3);
    const Stencil five = make_stencil("leggy-1", 2);
    const auto loads = [&](const KernelForm& form, const KernelTile& of = {64, 2}) {
        return form.loaded_values(of, Precision::float32, seven);
    };

    EXPECT_DOUBLE_EQ(loads(forms::stream_global), 8);
    EXPECT_DOUBLE_EQ(loads(forms::stream_register), 6);                 // a plane of the star, and u-
    EXPECT_DOUBLE_EQ(loads(forms::stream_shared), 66 * 4 / 128.0 + 1);  // the rim is one node wide
    EXPECT_DOUBLE_EQ(loads(forms::sweep), 72 * 4 / 128.0 + 1);          // rows are padded to whole packs
    EXPECT_DOUBLE_EQ(loads(forms::texture_unrolled, {32, 4, 1, 2}), (7 + 5) / 2.0 + 1);
    EXPECT_DOUBLE_EQ(forms::stream_hybrid.loaded_values({64, 1}, Precision::float32, five), 66 / 64.0 + 1);
}

/// A measurement may meet tiles that spill, but none that the compiler refuses.
TEST(LaunchChoice, TilesOfOneStencilCompile) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const ScalarProblem problem = problem_of("leggy-1", {512, 512, 512}, Precision::float32);
    for (const KernelForm* form : {&forms::sweep, &forms::stream_hybrid}) {
        const std::vector<KernelTile> tiles = tiles_to_try(*form, problem);
        for (const std::size_t i : {tiles.size() / 4, tiles.size() - 1}) {
            SCOPED_TRACE(form->name() + " " + to_string(tiles[i]));
            EXPECT_NO_THROW(
                nvrtc_compile("test", bulk_source(problem.stencil, 0.4, problem.precision, *form, tiles[i]), "sm_90"));
        }
    }
}

}  // namespace
}  // namespace wavesim
