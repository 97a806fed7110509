// SPDX-License-Identifier: MIT
#include "solvers/interpolation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>

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

/// Largest |sum_j w_j exp(ik(j - x)) - 1| over k <= pi/2 and all offsets.
double spectral_error(bool normalised) {
    double worst = 0;
    for (double x = 0; x <= 1; x += 0.01)
        for (double k = 0; k <= std::numbers::pi / 2; k += 0.01) {
            std::complex<double> s = 0;
            double w_sum = 0;
            for (int j = -3; j <= 4; ++j) {
                const double w = kaiser_sinc(x - j, 4, 6.31);
                s += w * std::polar(1.0, k * (j - x));
                w_sum += w;
            }
            worst = std::max(worst, std::abs(s / (normalised ? w_sum : 1.0) - 1.0));
        }
    return worst;
}

TEST(KaiserSinc, SpectralErrorUpToFourPointsPerWavelength) {
    EXPECT_LE(spectral_error(false), 1.4e-3);
    EXPECT_GE(spectral_error(false), 1.3e-3);
    EXPECT_LE(spectral_error(true), 1.75e-3);  // the price of an exact sum: right at long wavelengths
}

/// Largest |sum_j w_j exp(ik(j - x)) - 1| over so many points per wavelength and more, of a point between nodes
/// that a solid `r + 1` nodes away narrows.
double placed_spectral_error(int r, double points_per_wavelength = 4) {
    VoxelRoom line = room({40, 1, 1});
    if (r < 4) fill_box(line, {{20 + r + 1, 0, 0}, {21 + r + 1, 1, 1}}, 0);
    double worst = 0;
    for (double x = 20.01; x < 21; x += 0.01) {
        const PlacedPoint placed =
            place_point(line, half, 0.1, {(x + 0.5) * 0.1, 0.05, 0.05}, Placement::interpolated, PointRole::receiver);
        EXPECT_EQ(placed.half_width, r);
        for (double k = 0; k <= 2 * std::numbers::pi / points_per_wavelength; k += 0.01) {
            std::complex<double> s = 0;
            for (std::size_t i = 0; i < placed.weights.nodes.size(); ++i)
                s +=
                    placed.weights.weights[i] * std::polar(1.0, k * (static_cast<double>(placed.weights.nodes[i]) - x));
            worst = std::max(worst, std::abs(s - 1.0));
        }
    }
    return worst;
}

TEST(PlacePoint, SpectralErrorsAreThoseThatTheBudgetQuotes) {
    for (const int r : {1, 2, 4}) {
        EXPECT_LE(placed_spectral_error(r), largest_spectral_error(r)) << r;
        EXPECT_GE(placed_spectral_error(r), 0.9 * largest_spectral_error(r)) << r;
        for (const double points : {3.5, 3.0, 2.5}) {
            const double told = largest_spectral_error(r, points);
            EXPECT_LE(placed_spectral_error(r, points), 1.01 * told) << r << ", " << points;
            EXPECT_GE(placed_spectral_error(r, points), 0.9 * told) << r << ", " << points;
        }
        EXPECT_EQ(largest_spectral_error(r, 6), largest_spectral_error(r));
    }
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

TEST(PlacePoint, TheSupportShrinksNearSolids) {
    VoxelRoom r = room({20, 20, 20});
    fill_box(r, {{0, 0, 0}, {5, 20, 20}}, 6);
    const auto width = [&](double x) {
        return place_point(r, half, 1, {x, 10.2, 10.2}, Placement::interpolated, PointRole::source).half_width;
    };
    EXPECT_EQ(width(9.2), 4);
    EXPECT_EQ(width(7.2), 2);
    EXPECT_EQ(width(6.2), 1);
    EXPECT_EQ(width(5.2), 0);
    EXPECT_THROW(width(4.9), std::domain_error);
}

TEST(PlacePoint, TheWidthFollowsFromTheBoxesOfTheSolidsAlone) {
    std::mt19937 random(11);
    std::array<HaloRule, 6> open = half;
    open[1] = HaloRule::odd_half;
    open[4] = HaloRule::zero;
    int seen[5]{};
    for (const auto& [extent, halo] :
         {std::pair{Extent{20, 18, 16}, half}, {Extent{20, 18, 16}, open}, {Extent{24, 1, 5}, half}}) {
        const auto below = [&random](std::int64_t n) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
        };
        for (int round = 0; round < 300; ++round) {
            VoxelRoom r = room(extent);
            std::vector<NodeBox> solids;
            for (int i = 0; i < 2; ++i) {
                const Node a{below(extent.nx), below(extent.ny), below(extent.nz)};
                solids.push_back({a, {a.x + 1 + below(3), a.y + 1 + below(3), a.z + 1 + below(3)}});
                fill_box(r, solids.back(), 6);
            }
            const auto along = [&](std::int64_t n) {
                return static_cast<double>(below(2 * n)) / 2 + (round % 2 == 0 ? 0.0 : 0.3);
            };
            const Point at{along(extent.nx), extent.ny == 1 ? 0 : along(extent.ny), along(extent.nz)};
            const Node home = nearest_node(extent, halo, 1, at);
            if (!r.is_air(home.x, home.y, home.z)) continue;
            const int width = half_width_beside(solids, extent, r.dims, halo, 1, at);
            EXPECT_EQ(width, place_point(r, halo, 1, at, Placement::interpolated, PointRole::source).half_width);
            ++seen[width];
        }
    }
    for (const int width : {0, 1, 2, 4}) EXPECT_GT(seen[width], 5) << width;
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
