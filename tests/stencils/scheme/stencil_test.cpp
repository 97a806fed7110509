// SPDX-License-Identifier: MIT
#include "stencils/scheme/stencil.hpp"

#include <gtest/gtest.h>

#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

TEST(Stencil, CentreWeightOfLeggyStencilsIsTwoMinusTheArms) {
    // The centre weight is 2 + 3 courant^2 beta_{M,0}, beta_{M,0} = -2 sum beta_{M,m}; for M = 1 that is 2 - 6
    // courant^2.
    EXPECT_NEAR(centre_weight(make_stencil("leggy-1", 3), 0.5), 2 - 6 * 0.25, 1e-15);
    EXPECT_NEAR(centre_weight(make_stencil("leggy-2", 3), 0.5), 2 - 3 * 0.25 * 2.5, 1e-14);
    EXPECT_NEAR(centre_weight(make_stencil("leggy-1", 2), 0.5), 2 - 4 * 0.25, 1e-15);
}

TEST(Stencil, RadiusIsTheReachAlongAnAxisNotTheDistance) {
    EXPECT_EQ(radius(make_stencil("compact-461", 3)), 4);
    EXPECT_EQ(radius(make_stencil("compact-27", 3)), 1);
    EXPECT_EQ(radius(make_stencil("box-125", 3)), 2);
    EXPECT_EQ(radius(make_stencil("leggy-20", 3)), 20);
}

TEST(Stencil, ShapeIsDerivedFromTheShells) {
    EXPECT_EQ(shape_of(make_stencil("leggy-1", 3)), StencilShape::leggy);
    EXPECT_EQ(shape_of(make_stencil("leggy-4", 3)), StencilShape::leggy);
    EXPECT_EQ(shape_of(make_stencil("compact-57", 3)), StencilShape::compact_in_space);
    EXPECT_EQ(shape_of(make_stencil("compact-461", 3)), StencilShape::compact_in_space);
    EXPECT_EQ(shape_of(make_stencil("box-125", 3)), StencilShape::box_compact);
    EXPECT_EQ(shape_of(make_stencil("box-343", 3)), StencilShape::box_compact);
    EXPECT_EQ(shape_of(make_explicit_stencil({{1, 1, 0}, {2, 0, 0}}, {0.1, 0.1}, 3)), StencilShape::general);
    EXPECT_EQ(shape_of(make_explicit_stencil({{2, 0, 0}}, {0.25}, 3)), StencilShape::general);
    EXPECT_EQ(shape_of(make_explicit_stencil({{1, 1, 0}, {1, 0, 0}}, {0.1, 0.1}, 3)), StencilShape::compact_in_space);
    EXPECT_EQ(shape_of(make_stencil("leggy-4", 2)), StencilShape::leggy);
    EXPECT_EQ(shape_of(make_stencil("compact-57", 2)), StencilShape::compact_in_space);
    EXPECT_EQ(shape_of(make_stencil("box-125", 2)), StencilShape::compact_in_space);  // the same set in the plane
    EXPECT_EQ(shape_of(make_stencil("box-343", 2)), StencilShape::box_compact);
    EXPECT_EQ(to_string(StencilShape::compact_in_space), "compact-in-space");
}

TEST(Stencil, NinePointPlaneOfTheInterpolatedWideband) {
    const Stencil flat = make_stencil("compact-27-iwb", 2);

    ASSERT_EQ(flat.shells, (std::vector<Shell>{{1, 0, 0}, {1, 1, 0}}));
    EXPECT_NEAR(flat.a[0], 1.0 / 4 + 2.0 / 8, 1e-15);   // (1,0,0) with (1,+-1,0) above and below
    EXPECT_NEAR(flat.a[1], 1.0 / 8 + 2.0 / 16, 1e-15);  // (1,0,1) with (1,+-1,1)
    EXPECT_EQ(point_count(flat), 9);
}

TEST(Stencil, ProjectionKeepsLeggyWeightsAndIsIdempotent) {
    const Stencil leggy = make_stencil("leggy-3", 3);
    const Stencil flat = project_to_2d(leggy);

    EXPECT_EQ(flat.shells, leggy.shells);
    EXPECT_EQ(flat.a, leggy.a);
    EXPECT_EQ(point_count(flat), 13);
    EXPECT_EQ(project_to_2d(flat).a, flat.a);
}

TEST(Stencil, CollapseToAnAxisSumsWholePlanes) {
    const auto iwb = collapse_to_axis(make_stencil("compact-27-iwb", 3));
    ASSERT_EQ(iwb.size(), 1u);
    EXPECT_NEAR(iwb[0], 1, 1e-15);  // 1/4 + 4/8 + 4/16

    const auto order6 = collapse_to_axis(make_stencil("compact-147", 3));
    ASSERT_EQ(order6.size(), 3u);
    EXPECT_NEAR(order6[0], 3.0 / 2, 1e-12);
    EXPECT_NEAR(order6[1], -3.0 / 20, 1e-12);
    EXPECT_NEAR(order6[2], 1.0 / 90, 1e-12);
    const auto flat = collapse_to_axis(make_stencil("compact-147", 2));
    for (std::size_t m = 0; m < 3; ++m) EXPECT_NEAR(flat[m], order6[m], 1e-14);
}

}  // namespace
}  // namespace wavesim
