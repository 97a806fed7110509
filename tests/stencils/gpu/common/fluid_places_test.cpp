// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/fluid_places.hpp"

#include <gtest/gtest.h>

#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

/// One part behind the other: a level of moduli, one of buoyancies for each axis, and the faces of each low side.
TEST(FluidPlaces, StandOneBehindTheOther) {
    for (const MediumStorage storage : {MediumStorage::float32, MediumStorage::int16}) {
        ProblemShape shape;
        shape.medium = DensityShape{};
        shape.stencil = make_stencil("leggy-2", 3);
        shape.extent = {7, 5, 3};
        shape.speed = {true, storage};
        DeviceLayout layout;
        layout.values = 1000;
        const std::int64_t level = storage == MediumStorage::int16 ? 2000 : 4000;

        const FluidPlaces places = fluid_places(shape, layout);

        EXPECT_EQ(places.buoyancy, (std::array<std::int64_t, 3>{level, 2 * level, 3 * level}));
        EXPECT_EQ(places.low_side,
                  (std::array<std::int64_t, 3>{4 * level, 4 * level + 4 * 15, 4 * level + 4 * (15 + 21)}));
        EXPECT_EQ(places.bytes, 4 * level + 4 * (15 + 21 + 35));
    }
}

TEST(FluidPlaces, HaveNoAxisAcrossAPlane) {
    ProblemShape shape;
    shape.medium = DensityShape{};
    shape.stencil = make_stencil("leggy-2", 2);
    shape.extent = {7, 1, 3};
    DeviceLayout layout;
    layout.values = 50;

    const FluidPlaces places = fluid_places(shape, layout);

    EXPECT_EQ(places.buoyancy, (std::array<std::int64_t, 3>{200, 0, 400}));
    EXPECT_EQ(places.bytes, 600 + 4 * (3 + 7));
}

}  // namespace
}  // namespace wavesim
