// SPDX-License-Identifier: MIT
#include "stencils/backend/gpu_profile.hpp"

#include <gtest/gtest.h>

#include "stencils/problem/medium_name.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

TunedRow row(const Extent& extent, const std::string& tile, const std::string& medium = "one") {
    TunedRow one;
    one.stencil = "leggy-1";
    one.medium = medium;
    one.extent = extent;
    one.backend = "sweep";
    one.tile = tile;
    return one;
}

std::string tile_for(const GpuProfile& profile, const Extent& extent) {
    ProblemShape shape;
    shape.stencil = make_stencil("leggy-1", extent.ny == 1 ? 2 : 3);
    shape.extent = extent;
    const TunedRow* const found = find_row(profile, shape, "sweep");
    return found == nullptr ? "" : found->tile;
}

TEST(GpuProfile, HasTheRowOfTheNearestSize) {
    GpuProfile profile;
    profile.rows = {row({256, 256, 256}, "a"), row({512, 512, 512}, "b"), row({4096, 1, 4096}, "flat"),
                    row({512, 512, 500}, "c", "int16")};

    EXPECT_EQ(tile_for(profile, {256, 256, 250}), "a");
    EXPECT_EQ(tile_for(profile, {350, 350, 350}), "a");
    EXPECT_EQ(tile_for(profile, {370, 370, 370}), "b");
    EXPECT_EQ(tile_for(profile, {720, 720, 720}), "b");
    EXPECT_EQ(tile_for(profile, {730, 730, 730}), "");
    EXPECT_EQ(tile_for(profile, {180, 180, 180}), "");
    EXPECT_EQ(tile_for(profile, {4096, 1, 4000}), "flat");
}

TEST(GpuProfile, DistinguishesMedia) {
    ProblemShape shape;
    EXPECT_EQ(medium_name(shape), "one");
    shape.speed = {true, MediumStorage::int16};
    EXPECT_EQ(medium_name(shape), "int16");
    shape.medium = DensityShape{};
    EXPECT_EQ(medium_name(shape), "density-int16");
    shape.medium = TtiShape{};
    EXPECT_EQ(medium_name(shape), "tti");
}

}  // namespace
}  // namespace wavesim
