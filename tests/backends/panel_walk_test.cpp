// SPDX-License-Identifier: MIT
// The order of updates against what a step may read: u^n of all rows within the radius, not yet overwritten.
#include "stencils/cpu/panel_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "cases.hpp"
#include "stencils/cpu/row_kernel.hpp"

namespace wavesim::testing {

namespace {

class Rows {
  public:
    Rows(const cpu::FieldLayout& layout) : layout_(layout), walk_(layout) {
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

cpu::FieldLayout layout_of(const Extent& extent, int radius) {
    Stencil stencil;
    stencil.dims = extent.ny == 1 ? 2 : 3;
    stencil.shells = leggy_shells(radius);
    stencil.a.assign(stencil.shells.size(), 1.0);
    return cpu::make_field_layout(extent, stencil, Precision::float32);
}

}  // namespace

TEST(PanelWalk, TwoStepsReadOnlyWhatIsThereWhicheverThreadIsFirst) {
    int walked = 0;
    // Rows this long make tiles of a few rows.
    for (const Extent& extent : {Extent{9, 40, 70}, Extent{9000, 30, 33}, Extent{9, 1, 90}, Extent{5, 3, 2}}) {
        for (const int radius : {1, 2, 3, 4, 7, 12}) {
            for (const int threads : {1, 2, 3, 5}) {
                const cpu::FieldLayout layout = layout_of(extent, radius);
                const auto tiles = cpu::make_tiles(layout, Precision::float32, threads);
                const cpu::PanelWalk walk(layout);
                if (!walk.allows_two_steps(tiles)) continue;
                ++walked;
                std::vector<int> order(static_cast<std::size_t>(threads));
                std::iota(order.begin(), order.end(), 0);
                for (const bool backwards : {false, true}) {
                    SCOPED_TRACE(::testing::Message()
                                 << extent.ny << " x " << extent.nz << ", radius " << radius << ", " << threads
                                 << " threads" << (backwards ? ", last first" : ""));
                    if (backwards) std::reverse(order.begin(), order.end());
                    Rows rows(layout);
                    const auto update = [&](const cpu::PanelVisit& visit) { rows.update(visit); };
                    for (const int t : order)
                        for (const cpu::Tile& tile : tiles[static_cast<std::size_t>(t)]) walk.two_steps(tile, update);
                    for (const int t : order)
                        for (const cpu::Tile& tile : tiles[static_cast<std::size_t>(t)])
                            walk.finish_two_steps(tile, update);
                    EXPECT_TRUE(rows.all_are(2));
                }
            }
        }
    }
    EXPECT_GT(walked, 40);
}

TEST(PanelWalk, OneStepVisitsEveryRowOnce) {
    const cpu::FieldLayout layout = layout_of({9, 23, 17}, 2);
    Rows rows(layout);
    for (const auto& of_thread : cpu::make_tiles(layout, Precision::float32, 3))
        for (const cpu::Tile& tile : of_thread)
            cpu::PanelWalk(layout).one_step(tile, [&](const cpu::PanelVisit& visit) { rows.update(visit); });
    EXPECT_TRUE(rows.all_are(1));
}

TEST(PanelWalk, RefusesTwoStepsInThinSlabs) {
    const auto allows = [](const Extent& extent, int radius, int threads) {
        const cpu::FieldLayout layout = layout_of(extent, radius);
        return cpu::PanelWalk(layout).allows_two_steps(cpu::make_tiles(layout, Precision::float32, threads));
    };
    EXPECT_TRUE(allows({9, 9, 3}, 4, 1));
    EXPECT_TRUE(allows({9, 9, 32}, 4, 2));
    EXPECT_FALSE(allows({9, 9, 31}, 4, 2));
    EXPECT_FALSE(allows({9, 9, 2}, 1, 3));
}

}  // namespace wavesim::testing
