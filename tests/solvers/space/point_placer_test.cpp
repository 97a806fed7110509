// SPDX-License-Identifier: MIT
#include "solvers/space/point_placer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "boundary/wall_ripple.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

constexpr std::array<HaloRule, 6> half{HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half,
                                       HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half};
constexpr std::array<HaloRule, 6> whole{HaloRule::mirror_whole, HaloRule::mirror_whole, HaloRule::mirror_whole,
                                        HaloRule::mirror_whole, HaloRule::mirror_whole, HaloRule::mirror_whole};

double sum(const PlacedPoint& p) { return std::accumulate(p.weights.weights.begin(), p.weights.weights.end(), 0.0); }

VoxelRoom room(Extent extent) {
    VoxelRoom r;
    r.extent = extent;
    r.dims = extent.ny == 1 ? 2 : 3;
    return r;
}

TEST(PlacePoint, OnANodeItIsThatNodeAlone) {
    const PlacedPoint p =
        place_point(room({12, 11, 10}), half, 0.1, {0.55, 0.45, 0.35}, Placement::interpolated, PointRole::receiver);
    ASSERT_EQ(p.weights.nodes.size(), 1u);
    EXPECT_EQ(p.weights.nodes[0], (Extent{12, 11, 10}.index(5, 4, 3)));
    EXPECT_EQ(p.weights.weights[0], 1);
}

TEST(PlacePoint, NodesAscendOnceEachAndWeightsSumToOne) {
    const PlacedPoint p =
        place_point(room({12, 11, 10}), half, 0.1, {0.02, 0.47, 0.96}, Placement::interpolated, PointRole::source);
    for (std::size_t i = 1; i < p.weights.nodes.size(); ++i) EXPECT_LT(p.weights.nodes[i - 1], p.weights.nodes[i]);
    EXPECT_NEAR(sum(p), 1, 1e-14);
    EXPECT_EQ(p.half_width, 4);
}

/// Lines of a receiver go on beyond rigid sides, while its weights are folded into the room: of node -1 - j into j.
TEST(PointPlacer, LinesIgnoreRigidSides) {
    PointGrid grid{.extent = {12, 11, 10}, .halo = half, .spacing_m = 1};
    grid.is_air = [](const Node&) { return true; };
    PointPlacer placer(grid);
    const Point at{1.8, 5.7, 8.9};  // node coordinates 1.3, 5.2, 8.4
    const AxisWeights lines = placer.lines(at, Placement::interpolated);
    EXPECT_EQ(lines[0], sinc_weights(1.3));
    EXPECT_EQ(lines[0].front().node, -2);
    EXPECT_EQ(lines[1].size(), sinc_weights(5.2).size());
    EXPECT_EQ(lines[2].back().node, 12);

    const PlacedPoint placed = placer.place(at, Placement::interpolated, PointRole::receiver);
    double of_first = 0, expected = 0;
    for (std::size_t i = 0; i < placed.weights.nodes.size(); ++i)
        if (node_at(grid.extent, placed.weights.nodes[i]).x == 0) of_first += placed.weights.weights[i];
    for (const AxisWeight& w : lines[0])
        if (w.node == 0 || w.node == -1) expected += w.weight;
    EXPECT_NEAR(of_first, expected, 1e-12);
}

/// A field that is even about both walls (a rigid mode) is read exactly up to the spectral error.
TEST(PlacePoint, FoldedWeightsReadRigidModes) {
    const Extent extent{20, 17, 16};
    for (const bool is_whole : {false, true}) {
        const double offset = is_whole ? 0 : 0.5;
        const double length_x = is_whole ? 19 : 20;
        const double length_z = is_whole ? 15 : 16;
        const Point at{0.3, 0.9, 15.1 - (is_whole ? 0.4 : 0)};
        const PlacedPoint p =
            place_point(room(extent), is_whole ? whole : half, 1, at, Placement::interpolated, PointRole::receiver);
        double value = 0;
        for (std::size_t i = 0; i < p.weights.nodes.size(); ++i) {
            const Node n = node_at(extent, p.weights.nodes[i]);
            value += p.weights.weights[i] *
                     std::cos(3 * std::numbers::pi * (static_cast<double>(n.x) + offset) / length_x) *
                     std::cos(2 * std::numbers::pi * (static_cast<double>(n.z) + offset) / length_z);
        }
        EXPECT_NEAR(value,
                    std::cos(3 * std::numbers::pi * at.x / length_x) * std::cos(2 * std::numbers::pi * at.z / length_z),
                    5e-3);
    }
}

TEST(PlacePoint, ASourceOnAWholeSampleWallDividesByTheEndMass) {
    const Extent extent{9, 1, 9};
    const Point corner{0, 0, 8};
    const PlacedPoint source = place_point(room(extent), whole, 1, corner, Placement::interpolated, PointRole::source);
    const PlacedPoint receiver =
        place_point(room(extent), whole, 1, corner, Placement::interpolated, PointRole::receiver);
    ASSERT_EQ(source.weights.nodes, receiver.weights.nodes);
    EXPECT_EQ(source.weights.weights, std::vector<double>{4});
    EXPECT_EQ(receiver.weights.weights, std::vector<double>{1});
}

TEST(PlacePoint, APressureReleaseSideFoldsWithASign) {
    std::array<HaloRule, 6> halo = half;
    halo[0] = HaloRule::odd_half;
    const PlacedPoint p =
        place_point(room({16, 1, 16}), halo, 1, {1e-6, 0, 8.5}, Placement::interpolated, PointRole::receiver);
    for (double w : p.weights.weights) EXPECT_NEAR(w, 0, 1e-5);
}

/// cos(k (z - face)) of a wave along x that a rigid face reflects, on nodes in the middle of cells.
double read_beside(const PlacedPoint& p, const Extent& extent, double k, double face) {
    double value = 0;
    for (std::size_t i = 0; i < p.weights.nodes.size(); ++i) {
        const Node n = node_at(extent, p.weights.nodes[i]);
        value += p.weights.weights[i] * std::cos(k * (static_cast<double>(n.x) + 0.5 - face));
    }
    return value;
}

TEST(PlacePoint, BesideSolidsAirAloneIsRead) {
    VoxelRoom r = room({20, 20, 20});
    fill_box(r, {{0, 0, 0}, {5, 12, 20}}, 6);
    for (const double k : {0.3, 0.7, 1.2})
        for (const double x : {5.02, 5.3, 5.9, 6.7, 8.2}) {
            const PlacedPoint p = place_point(r, half, 1, {x, 7.2, 10.3}, Placement::interpolated, PointRole::source);
            for (const std::int64_t i : p.weights.nodes) {
                const Node n = node_at(r.extent, i);
                EXPECT_TRUE(r.is_air(n.x, n.y, n.z));
            }
            EXPECT_NEAR(read_beside(p, r.extent, k, 5), std::cos(k * (x - 5)), 3e-3) << k << " " << x;
        }
    EXPECT_THROW(place_point(r, half, 1, {4.9, 7.2, 10.3}, Placement::interpolated, PointRole::source),
                 std::domain_error);
}

/// Around the edge of a block each row reads what it has: behind its face beside it, all along above it.
TEST(PlacePoint, RowsBesideAnEdgeEndWhereTheyMeetIt) {
    VoxelRoom r = room({20, 1, 20});
    fill_box(r, {{0, 0, 0}, {8, 1, 9}}, 6);
    const PlacedPoint p = place_point(r, half, 1, {8.3, 0, 9.4}, Placement::interpolated, PointRole::receiver);
    std::int64_t low_left = 20, high_left = 20;
    for (const std::int64_t i : p.weights.nodes) {
        const Node n = node_at(r.extent, i);
        ASSERT_TRUE(r.is_air(n.x, n.y, n.z));
        std::int64_t& left = n.z < 9 ? low_left : high_left;
        left = std::min(left, n.x);
    }
    EXPECT_EQ(low_left, 8);
    EXPECT_EQ(high_left, 4);
    EXPECT_NEAR(sum(p), 1, 1e-5);
}

PointGrid line_of(std::int64_t n) {
    PointGrid grid;
    grid.extent = {n, 1, 1};
    grid.dims = 2;
    grid.halo = half;
    grid.is_air = [](const Node&) { return true; };
    return grid;
}

/// Waves beside a wall with the admittance g: cos(kx) and g sin(kx).
TEST(PointPlacer, WallsWithLossesAreReadWithoutTheirMirrorImage) {
    PointGrid grid = line_of(40);
    grid.admittance[0] = 0.3;
    PointPlacer placer(grid);
    const double k = 2 * std::numbers::pi / 12;
    for (const double x : {0.05, 0.3, 0.8, 1.4}) {
        const PlacedPoint p = placer.place({x, 0, 0.5}, Placement::interpolated, PointRole::receiver);
        double even = 0, odd = 0;
        for (std::size_t i = 0; i < p.weights.nodes.size(); ++i) {
            const double z = static_cast<double>(p.weights.nodes[i]) + 0.5;
            even += p.weights.weights[i] * std::cos(k * z);
            odd += p.weights.weights[i] * std::sin(k * z);
        }
        EXPECT_NEAR(even, std::cos(k * x), 3e-3) << x;
        EXPECT_NEAR(0.3 * odd, 0.3 * std::sin(k * x), 3e-3) << x;
    }
    EXPECT_EQ(placer.error({20.3, 0, 0.5}), largest_spectral_error());
    EXPECT_GT(placer.error({0.05, 0, 0.5}), largest_spectral_error());
}

/// The same beside differences of order 8, which make nodes of the latter differ: points on nodes, too, read it as it
/// is.
TEST(PointPlacer, WhatDifferencesMakeOfASlopeAtAWallIsTakenOut) {
    PointGrid grid = line_of(40);
    grid.admittance[0] = 0.3;
    grid.points_per_wavelength = 8;
    const std::vector<double> ripple = wall_ripple(make_stencil("leggy-4", 2), WallPosition::half, 8);
    const double k = 2 * std::numbers::pi / 12;
    const auto worst_error = [&] {
        PointPlacer placer(grid);
        double worst = 0;
        for (const double x : {0.05, 0.3, 0.5, 0.8, 1.4, 1.5}) {
            const PlacedPoint p = placer.place({x, 0, 0.5}, Placement::interpolated, PointRole::receiver);
            double even = -std::cos(k * x), odd = -std::sin(k * x);
            for (std::size_t i = 0; i < p.weights.nodes.size(); ++i) {
                const auto n = static_cast<std::size_t>(p.weights.nodes[i]);
                const double z = static_cast<double>(n) + 0.5;
                even += p.weights.weights[i] * std::cos(k * z);
                odd += p.weights.weights[i] * (std::sin(k * z) + (n < 8 ? k * ripple[n] : 0));
            }
            worst = std::max(worst, std::hypot(even, 0.3 * odd));
        }
        return worst;
    };
    const double ignored = worst_error();
    grid.wall_ripple = ripple;
    EXPECT_LT(worst_error(), 6e-3);
    EXPECT_GT(ignored, 4 * worst_error());
    PointPlacer placer(grid);
    const auto nodes = [&](double x, Placement placement) {
        return placer.place({x, 0, 0.5}, placement, PointRole::receiver).weights.nodes.size();
    };
    EXPECT_GT(nodes(0.5, Placement::interpolated), 1U);
    EXPECT_EQ(nodes(0.5, Placement::nearest_node), 1U);
    EXPECT_EQ(nodes(9.5, Placement::interpolated), 1U);
}

TEST(PointPlacer, BelowAFreeSurfacePointsErrByAShareOfWhatIsThere) {
    PointGrid grid = line_of(40);
    grid.halo[0] = HaloRule::odd_half;
    PointPlacer placer(grid);
    for (const double k : {0.2, 0.5})
        for (const double x : {0.05, 0.2, 0.7, 2.2}) {
            const PlacedPoint p = placer.place({x, 0, 0.5}, Placement::interpolated, PointRole::source);
            double read = 0;
            for (std::size_t i = 0; i < p.weights.nodes.size(); ++i)
                read += p.weights.weights[i] * std::sin(k * (static_cast<double>(p.weights.nodes[i]) + 0.5));
            EXPECT_NEAR(read / std::sin(k * x), 1, 5e-4) << k << " " << x;
        }
}

TEST(PlacePoint, NearestNodeTakesTheCellThatHoldsThePoint) {
    const PlacedPoint p =
        place_point(room({10, 10, 10}), half, 0.5, {1.49, 1.51, 4.999}, Placement::nearest_node, PointRole::source);
    ASSERT_EQ(p.weights.nodes.size(), 1u);
    EXPECT_EQ(p.weights.nodes[0], (Extent{10, 10, 10}.index(2, 3, 9)));
}

TEST(PlacePoint, ShortAxesFoldRepeatedly) {
    const PlacedPoint p =
        place_point(room({2, 1, 3}), half, 1, {0.9, 0, 1.3}, Placement::interpolated, PointRole::receiver);
    EXPECT_EQ(p.weights.nodes.size(), 6u);
    EXPECT_NEAR(sum(p), 1, 1e-14);
}

}  // namespace
}  // namespace wavesim
