// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "cases.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_stencil.hpp"
#include "stencils/cpu/tiling.hpp"

namespace wavesim::testing {
namespace {

Stencil star(int radius, int dims = 3) {
    Stencil stencil;
    stencil.dims = dims;
    stencil.shells = leggy_shells(radius);
    stencil.a.assign(stencil.shells.size(), 1.0);
    return stencil;
}

TEST(FieldLayout, StartsEveryRowOnACacheLine) {
    for (const Precision precision : {Precision::float32, Precision::float64}) {
        for (const int radius : {1, 4, 20}) {
            const auto layout = cpu::make_field_layout({37, 5, 6}, star(radius), precision);
            const std::int64_t line = 64 / bytes_of(precision);
            EXPECT_EQ(layout.at(0, 0, 0) % line, 0);
            EXPECT_EQ(layout.row_pitch % line, 0);
            EXPECT_EQ(layout.plane_pitch % line, 0);
        }
    }
}

TEST(FieldLayout, GivesEveryHaloNodeItsOwnPlace) {
    const auto layout = cpu::make_field_layout({7, 3, 2}, star(3), Precision::float32);

    std::int64_t last = -1;
    for (std::int64_t z = -3; z < 2 + 3; ++z) {
        for (std::int64_t y = -3; y < 3 + 3; ++y) {
            for (std::int64_t x = -3; x < 7 + 3; ++x) {
                EXPECT_GT(layout.at(x, y, z), last);
                last = layout.at(x, y, z);
            }
        }
    }
    EXPECT_GE(layout.at(-3, -3, -3), 0);
    EXPECT_LT(last, layout.values);
}

TEST(FieldLayout, CountsBeyondTwoToThe31) {
    const Extent extent{2000, 2000, 2000};

    const auto layout = cpu::make_field_layout(extent, star(4), Precision::float64);

    const std::int64_t expected = (1999 + 4) * layout.plane_pitch + (1999 + 4) * layout.row_pitch + layout.lead + 1999;
    EXPECT_EQ(layout.at(1999, 1999, 1999), expected);
    EXPECT_GT(expected, std::int64_t{1} << 32);
    EXPECT_LT(expected, layout.values);
    EXPECT_LT(layout.values, extent.nodes() / 100 * 103);
}

TEST(FieldLayout, AvoidsPitchesThatShareCacheSets) {
    for (std::int64_t nx = 1; nx < 2100; ++nx) {
        const auto layout = cpu::make_field_layout({nx, 64, 4}, star(1), Precision::float32);
        EXPECT_NE(layout.row_pitch * 4 % 512, 0) << nx;
        EXPECT_NE(layout.plane_pitch * 4 % 4096, 0) << nx;
    }
}

TEST(FieldLayout, HasNoYHaloIn2D) {
    const auto layout = cpu::make_field_layout({9, 1, 5}, star(2, 2), Precision::float32);
    EXPECT_EQ(layout.halo_y, 0);
    EXPECT_EQ(layout.plane_pitch, layout.row_pitch);
}

TEST(Tiles, CoverEveryRowOnceForAnyThreadCount) {
    for (const Extent& extent : {Extent{512, 100, 40}, Extent{9, 1, 1}, Extent{9, 1, 30}, Extent{40, 3, 2}}) {
        const auto layout = cpu::make_field_layout(extent, star(4), Precision::float32);
        for (const int threads : {1, 2, 3, 7, 64}) {
            std::vector<int> seen(static_cast<std::size_t>(extent.ny * extent.nz));
            const auto tiles = cpu::make_tiles(layout, Precision::float32, threads, cpu::whole_grid(layout));
            EXPECT_EQ(tiles.size(), static_cast<std::size_t>(threads));
            for (const auto& of_thread : tiles) {
                for (const cpu::Tile& tile : of_thread) {
                    for (std::int64_t z = tile.z_from; z < tile.z_to; ++z) {
                        for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) {
                            ++seen[static_cast<std::size_t>(y + extent.ny * z)];
                        }
                    }
                }
            }
            for (const int count : seen) ASSERT_EQ(count, 1);
        }
    }
}

TEST(Tiles, ChunksAreWholeCacheLinesAndCoverTheRow) {
    for (const std::int64_t nx : {1, 15, 16, 100, 512, 5000}) {
        const auto layout = cpu::make_field_layout({nx, 4, 4}, star(1), Precision::float32);
        const std::int64_t chunk = cpu::make_chunk(layout, Precision::float32);
        EXPECT_GT(chunk, 0);
        EXPECT_EQ(chunk % 16, 0);
        EXPECT_LE(chunk, 1024);
    }
}

TEST(RowStencil, GroupsRowsOfEqualWeightsAndKeepsTheirSum) {
    for (const NamedStencil& s : contract_stencils()) {
        SCOPED_TRACE(s.name);
        const auto layout = cpu::make_field_layout({16, s.stencil.dims == 2 ? 1 : 8, 8}, s.stencil, Precision::float64);

        const auto rows = cpu::make_row_stencil<double>(s.stencil, 1.0, layout);

        // Weights of all points but the middle one, once from the shells and once from the collapsed axis.
        double points = 0;
        double across = 0;
        for (std::size_t p = 0; p < s.stencil.shells.size(); ++p) {
            for (const Offset& o : shell_points(s.stencil.shells[p], s.stencil.dims)) {
                points += s.stencil.a[p];
                if (o.x == 0) across += s.stencil.a[p];
            }
        }
        double axis = 0;
        for (std::size_t dx = 1; dx < rows.axis.size(); ++dx) axis += 2 * (rows.axis[dx] + rows.axis_rest[dx]);
        EXPECT_NEAR(axis + across, points, 1e-12);
        EXPECT_EQ(rows.class_count[0] + rows.class_count[1] + rows.class_count[2],
                  static_cast<std::int64_t>(rows.classes.size()));
    }
}

TEST(Isa, RefusesWhatThisMachineDoesNotHave) {
    EXPECT_EQ(cpu::choose_isa(""), cpu::available_isas().back());
    for (const cpu::Isa isa : cpu::available_isas()) EXPECT_EQ(cpu::choose_isa(to_string(isa)), isa);
    EXPECT_THROW(cpu::choose_isa("x86-64-v9"), std::invalid_argument);
    EXPECT_THROW(cpu::choose_isa("x86-64"), std::invalid_argument);
}

}  // namespace
}  // namespace wavesim::testing
