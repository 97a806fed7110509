// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/tuned_tile.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "stencils/gpu/families/modelled_h200.hpp"
#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/single/tile_cost.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::test {
namespace {

constexpr Extent cube{512, 512, 512};

TunedRow row(const std::string& tile, double ps) {
    return {.stencil = "leggy-4",
            .precision = Precision::float32,
            .medium = "one",
            .layers = false,
            .extent = cube,
            .backend = "stream25.sweep",
            .tile = tile,
            .ps = ps,
            .usual = "128x24 rows 2",
            .usual_ps = 4,
            .expected_ps = 3.9,
            .first = tile,
            .first_ps = ps};
}

Machine with_rows(const std::vector<TunedRow>& rows) {
    Machine machine = h200(Precision::float32, 2.77);
    GpuProfile profile;
    profile.rows = rows;
    profile.file = "h200.yaml";
    profile.hash = "0123456789abcdef";
    machine.profile = std::make_shared<const GpuProfile>(profile);
    return machine;
}

std::optional<TunedTile> found(const StencilProblem& problem, const Machine& machine) {
    return find_tuned_tile(forms::sweep, problem, machine);
}

TEST(TunedTile, IsWhatTheProfileNamesOnTheMeasuredGrid) {
    const StencilProblem problem = box("leggy-4", cube, Precision::float32);
    const auto tuned = found(problem, with_rows({row("128x16 rows 2", 3)}));

    ASSERT_TRUE(tuned);
    EXPECT_EQ(tuned->tile, "128x16 rows 2");
    EXPECT_DOUBLE_EQ(tuned->ratio, 0.75);
    EXPECT_EQ(tuned->text(),
              "tile 128x16 rows 2 by h200.yaml (0123456789abcdef): expected to take 0.750 of the time of the usual "
              "128x24 rows 2");
    EXPECT_FALSE(found(problem, h200(Precision::float32, 2.77)));
}

TEST(TunedTile, IsForTheSameStepsOnly) {
    const Machine machine = with_rows({row("128x16 rows 2", 3)});
    const auto with = [&](auto change) {
        StencilProblem problem = box("leggy-4", cube, Precision::float32);
        change(problem);
        return found(problem, machine).has_value();
    };
    EXPECT_TRUE(with([](StencilProblem& p) { p.extent = {512, 512, 300}; }));
    EXPECT_FALSE(with([](StencilProblem& p) { p.extent = {512, 512, 100}; }));
    EXPECT_FALSE(with([](StencilProblem& p) { p.stencil = make_stencil("leggy-3", 3); }));
    EXPECT_FALSE(with([](StencilProblem& p) { p.precision = Precision::float64; }));
    EXPECT_FALSE(with([](StencilProblem& p) { p.speed.varies = true; }));
    EXPECT_FALSE(with([](StencilProblem& p) { p.layers.width.fill(20); }));
}

/// A tile that is quicker on a cube may be slower where most of its last column lies outside the grid.
TEST(TunedTile, GivesWayToTheUsualOneOnGridsThatItDoesNotFit) {
    const Machine machine = with_rows({row("256x8 rows 2", 3.9)});
    EXPECT_TRUE(found(box("leggy-4", cube, Precision::float32), machine));
    EXPECT_FALSE(found(box("leggy-4", {520, 512, 512}, Precision::float32), machine));
}

TEST(TunedTile, IsTheUsualOneWhereNoneWasQuicker) {
    const StencilProblem problem = box("leggy-4", cube, Precision::float32);
    const auto tuned = found(problem, with_rows({row("128x24 rows 2", 4)}));

    ASSERT_TRUE(tuned);
    EXPECT_EQ(tuned->ratio, 1);
    EXPECT_EQ(tuned->text(), "tile 128x24 rows 2 by h200.yaml (0123456789abcdef): none was quicker");
}

TEST(TunedTile, IsLeftOutWhereTheFormHasNoSuchTile) {
    EXPECT_FALSE(found(box("leggy-4", cube, Precision::float32), with_rows({row("100x7", 1)})));
}

/// The plan shows the tile and takes its time; what decides between backends does not change.
TEST(TunedTile, IsThatOfTheProposal) {
    const StencilProblem problem = box("leggy-4", cube, Precision::float32);
    const BackendEntry& sweep = *find_backend("stream25.sweep");
    const Proposal usual = sweep.propose(problem, with_rows({}));
    const Proposal tuned = sweep.propose(problem, with_rows({row("128x16 rows 2", 3)}));

    EXPECT_EQ(usual.regions.front().tile, "128x24 rows 2");
    EXPECT_EQ(tuned.regions.front().tile, "128x16 rows 2");
    EXPECT_EQ(tuned.tiles.front(), "128x16 rows 2");
    EXPECT_EQ(tuned.tiles.size(), usual.tiles.size());
    EXPECT_EQ(tuned.ctpn_s, usual.ctpn_s);
    EXPECT_DOUBLE_EQ(expected_ctpn(tuned), 0.75 * usual.ctpn_s);
    EXPECT_EQ(expected_ctpn(usual), usual.ctpn_s);
}

TEST(TunedTile, IsNotForOneOfSeveralGpus) {
    EXPECT_EQ(with_rows({row("128x16 rows 2", 3)}).with_gpu(0).profile, nullptr);
}

/// A tile of 512 x 512 nodes with a halo of 4 reads 1.03 values per node and moves two more, the sides of chunks apart.
TEST(TileCost, CountsHalosAndWhatLiesOutsideTheGrid) {
    const Gpu gpu = some_gpu();
    const auto cost = [&](const Extent& extent, const KernelTile& tile) {
        return tile_cost(forms::sweep, tile, box("leggy-4", extent, Precision::float32), gpu);
    };
    const KernelTile narrow{32, 8, 1, 1, 7, 1}, wide{128, 24, 1, 2, 7, 1, true};
    EXPECT_GT(cost(cube, narrow), 1.2 * cost(cube, wide));
    EXPECT_NEAR(cost({520, 512, 512}, wide) / cost(cube, wide), 640.0 / 520, 0.05);
    EXPECT_GT(cost(cube, wide), 2 + 136.0 * 32 / (128 * 24));
    EXPECT_LT(cost(cube, wide), 1.2 * (2 + 136.0 * 32 / (128 * 24)));
}

}  // namespace
}  // namespace wavesim::test
