// SPDX-License-Identifier: MIT
// The order of updates against what a step may read: u^n of all rows within the radius, not yet overwritten.
#include "stencils/cpu/panel_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "cases.hpp"
#include "stencils/cpu/row_kernel.hpp"
#include "stencils/cpu/two_steps.hpp"

namespace wavesim::testing {

namespace {

class Rows {
  public:
    Rows(const cpu::FieldLayout& layout) : layout_(layout), walk_(layout, cpu::whole_grid(layout)) {
        done_.assign(static_cast<std::size_t>(layout.extent.ny * layout.extent.nz), 0);
    }

    /// Takes the rows of a panel one step further.
    void update(const cpu::PanelVisit& visit) {
        const cpu::Tile& rows = visit.rows;
        EXPECT_LT(rows.y_from, rows.y_to);
        EXPECT_LE(rows.y_to - rows.y_from, walk_.most_rows());
        EXPECT_LE(rows.z_to - rows.z_from, cpu::most_planes);
        for (std::int64_t z = rows.z_from; z < rows.z_to; ++z) {
            for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) {
                EXPECT_EQ(at(y, z), visit.step) << y << " " << z;
                expect_readable(y, z, visit.step);
            }
        }
        for (std::int64_t z = rows.z_from; z < rows.z_to; ++z) {
            for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) ++at(y, z);
        }
    }
    bool all_are(int steps) const {
        return std::all_of(done_.begin(), done_.end(), [&](int done) { return done == steps; });
    }

  private:
    int& at(std::int64_t y, std::int64_t z) { return done_[static_cast<std::size_t>(y + layout_.extent.ny * z)]; }
    /// Step 0 reads u^n, which a row loses when it has done both steps; step 1 reads u^{n+1}, there after the first.
    void expect_readable(std::int64_t y, std::int64_t z, std::int64_t step) {
        const cpu::FieldLayout& l = layout_;
        for (std::int64_t j = std::max<std::int64_t>(z - l.halo_z, 0); j < std::min(z + l.halo_z + 1, l.extent.nz);
             ++j) {
            for (std::int64_t i = std::max<std::int64_t>(y - l.halo_y, 0); i < std::min(y + l.halo_y + 1, l.extent.ny);
                 ++i) {
                if (step == 0)
                    ASSERT_LT(at(i, j), 2) << y << " " << z << " reads " << i << " " << j;
                else
                    ASSERT_GE(at(i, j), 1) << y << " " << z << " reads " << i << " " << j;
            }
        }
    }

    cpu::FieldLayout layout_;
    cpu::PanelWalk walk_;
    std::vector<int> done_;
};

ScalarProblem problem_of(const Extent& extent, int radius) {
    ScalarProblem problem;
    problem.extent = extent;
    problem.stencil.dims = extent.ny == 1 ? 2 : 3;
    problem.stencil.shells = leggy_shells(radius);
    problem.stencil.a.assign(problem.stencil.shells.size(), 1.0);
    problem.layers.half_order = radius;
    return problem;
}
cpu::FieldLayout layout_of(const ScalarProblem& problem) {
    return cpu::make_field_layout(problem.extent, problem.stencil, Precision::float32);
}

/// Both steps in the order of the backend, threads one after the other in that order between its barriers.
void advance_two(const cpu::TwoSteps& plan, const cpu::FieldLayout& layout, const std::vector<int>& order, Rows& rows) {
    const cpu::PanelWalk walk(layout, plan.box);
    const auto update = [&](const cpu::PanelVisit& visit) { rows.update(visit); };
    const auto tiles_in_order = [&](const std::vector<std::vector<cpu::Tile>>& tiles, const auto& act) {
        for (const int t : order)
            if (!tiles.empty())
                for (const cpu::Tile& tile : tiles[static_cast<std::size_t>(t)]) act(tile);
    };
    const auto step_frame = [&](std::int64_t step) {
        for (const auto& tiles : {plan.across_z, plan.across_y})
            tiles_in_order(tiles, [&](const cpu::Tile& tile) {
                walk.one_step(tile, [&](cpu::PanelVisit visit) {
                    visit.step = step;
                    rows.update(visit);
                });
            });
    };
    step_frame(0);
    tiles_in_order(plan.of_box, [&](const cpu::Tile& tile) { walk.two_steps(tile, update); });
    tiles_in_order(plan.of_box, [&](const cpu::Tile& tile) { walk.finish_two_steps(tile, update); });
    step_frame(1);
}

}  // namespace

TEST(PanelWalk, TwoStepsReadOnlyWhatIsThereWhicheverThreadIsFirst) {
    int walked = 0;
    int framed = 0;
    const std::array<std::int64_t, 6> widths[] = {
        {0, 0, 0, 0, 0, 0}, {5, 5, 2, 3, 4, 1}, {0, 0, 0, 0, 0, 6}, {0, 0, 3, 0, 0, 0}};
    // Rows this long make tiles of a few rows.
    for (const Extent& extent : {Extent{9, 40, 70}, Extent{9000, 30, 33}, Extent{9, 1, 90}, Extent{5, 3, 2}}) {
        for (const int radius : {1, 2, 3, 4, 7, 12}) {
            for (const auto& width : widths) {
                for (const int threads : {1, 2, 3, 5}) {
                    ScalarProblem problem = problem_of(extent, radius);
                    problem.layers.width = width;
                    if (extent.ny == 1) problem.layers.width[2] = problem.layers.width[3] = 0;
                    const cpu::FieldLayout layout = layout_of(problem);
                    const cpu::TwoSteps plan = cpu::plan_two_steps(problem, layout, threads);
                    if (!plan.possible()) continue;
                    ++walked;
                    framed += plan.frame() ? 1 : 0;
                    std::vector<int> order(static_cast<std::size_t>(threads));
                    std::iota(order.begin(), order.end(), 0);
                    for (const bool backwards : {false, true}) {
                        SCOPED_TRACE(::testing::Message()
                                     << extent.ny << " x " << extent.nz << ", radius " << radius << ", " << threads
                                     << " threads" << (backwards ? ", last first" : ""));
                        if (backwards) std::reverse(order.begin(), order.end());
                        Rows rows(layout);
                        advance_two(plan, layout, order, rows);
                        EXPECT_TRUE(rows.all_are(2));
                    }
                }
            }
        }
    }
    EXPECT_GT(walked, 40);
    EXPECT_GT(framed, 40);
}

TEST(PanelWalk, OneStepVisitsEveryRowOnce) {
    const cpu::FieldLayout layout = layout_of(problem_of({9, 23, 17}, 2));
    const cpu::Tile grid = cpu::whole_grid(layout);
    Rows rows(layout);
    for (const auto& of_thread : cpu::make_tiles(layout, Precision::float32, 3, grid))
        for (const cpu::Tile& tile : of_thread)
            cpu::PanelWalk(layout, grid).one_step(tile, [&](const cpu::PanelVisit& visit) { rows.update(visit); });
    EXPECT_TRUE(rows.all_are(1));
}

TEST(PanelWalk, RefusesTwoStepsInThinSlabs) {
    const auto allows = [](const Extent& extent, int radius, int threads) {
        const ScalarProblem problem = problem_of(extent, radius);
        return cpu::plan_two_steps(problem, layout_of(problem), threads).possible();
    };
    EXPECT_TRUE(allows({9, 9, 3}, 4, 1));
    EXPECT_TRUE(allows({9, 9, 32}, 4, 2));
    EXPECT_FALSE(allows({9, 9, 31}, 4, 2));
    EXPECT_FALSE(allows({9, 9, 2}, 1, 3));
}

}  // namespace wavesim::testing
