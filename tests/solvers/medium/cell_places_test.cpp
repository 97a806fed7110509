// SPDX-License-Identifier: MIT
// What a medium does to a wave is an integral over it. Sums over the nodes of a grid must equal that integral to more
// than second order in the spacing, wherever the medium jumps.
#include "solvers/medium/cell_places.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "physics/scene_builder.hpp"
#include "solvers/medium/cell_average.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {
namespace {

using test::cell;

constexpr double wide = 4;  // of a smooth function, cells

/// A smooth function that is nothing at the ends of the grid; its slope differs along the axes.
double smooth(double x, double z) {
    return std::exp(-(std::pow(x - 26.4, 2) + std::pow(z - 25.1, 2)) / (2 * wide * wide));
}

/// Sum over the nodes of a square of 50 cells.
template <class ValueOf>
double sum(double x_shift, double z_shift, const ValueOf& value_of) {
    double total = 0;
    for (int z = 0; z < 50; ++z)
        for (int x = 0; x < 50; ++x)
            total += value_of(static_cast<std::size_t>(x + 50 * z)) * smooth(x + 0.5 + x_shift, z + 0.5 + z_shift);
    return total;
}

/// The same as an integral, by the midpoint rule with `parts` parts along each axis of a cell.
template <class ValueAt>
double integral(const ValueAt& value_at) {
    constexpr int parts = 20;
    double total = 0;
    for (int z = 0; z < 50 * parts; ++z)
        for (int x = 0; x < 50 * parts; ++x) {
            const double at_x = (x + 0.5) / parts, at_z = (z + 0.5) / parts;
            total += value_at(at_x, at_z) * smooth(at_x, at_z) / (parts * parts);
        }
    return total;
}

struct Places {
    Places() : scene(test::box_scene({50, 1, 50}, "leggy-2", 0.01)), grid{{50, 1, 50}, cell, 0} {
        scene.medium.averaging = Averaging::cell;
    }
    Scene scene;
    GridChoice grid;
};

/// Relative error of the sum, over that by which nodes would err that share the means of cells alone, (1/12) f' / f.
TEST(CellPlaces, StepsLieWhereTheyWereAskedFor) {
    for (const int axis : {0, 2})
        for (const double shift : {0.0, 0.15, 0.4, 0.5, 0.55, 0.85})
            for (const double other : {0.3, 2.0}) {
                Places at;
                const double plane = 23 + shift;
                at.scene.medium.layers = Medium::Layers{axis, {plane * cell}, {100, 100 * other}};
                const double fastest = std::max(1.0, other);
                const auto inverse = make_factors(at.scene, at.grid, WallPosition::half, all_nodes(at.grid.extent));
                const double wanted = integral([&](double x, double z) {
                    return (axis == 0 ? x : z) < plane ? fastest * fastest : std::pow(fastest / other, 2);
                });
                const double got = sum(0, 0, [&](std::size_t i) { return 1 / double{inverse[i]}; });
                const double step = fastest * fastest * std::abs(1 / (other * other) - 1);
                // A cross-section of the function holds this much at most.
                EXPECT_NEAR(got, wanted, 0.1 * step / 12 * wide) << axis << ", " << shift << ", " << other;
            }
}

/// Corners, faces on and off those of cells, in both directions.
TEST(CellPlaces, BoxesLieWhereTheyWereAskedFor) {
    Places at;
    at.scene.medium.sound_speed_m_s = 200;
    at.scene.medium.boxes = {{{20.3 * cell, 0, 22 * cell}, {24.65 * cell, cell, 29.8 * cell}, 100}};
    const auto inverse = make_factors(at.scene, at.grid, WallPosition::half, all_nodes(at.grid.extent));
    const double wanted =
        integral([&](double x, double z) { return x > 20.3 && x < 24.65 && z > 22 && z < 29.8 ? 4.0 : 1.0; });
    EXPECT_NEAR(sum(0, 0, [&](std::size_t i) { return 1 / double{inverse[i]}; }), wanted, 2e-4 * wanted);
}

/// Densities across the axis of a flux, buoyancies along it, at half nodes.
TEST(CellPlaces, StepsOfDensityLieWhereTheyWereAskedFor) {
    for (const double shift : {0.0, 0.3, 0.5, 0.8}) {
        Places at;
        const double plane = 23 + shift;
        at.scene.medium.layers = Medium::Layers{2, {plane * cell}, {100, 150}, {1.0, 2.5}};
        const auto over = [&](int axis) {
            return make_buoyancy(at.scene, at.grid, WallPosition::half, axis, all_nodes(at.grid.extent));
        };
        const auto across = over(2), along = over(0);
        const double bound = 0.1 * 1.5 / 12 * wide;
        EXPECT_NEAR(sum(0, 0.5, [&](std::size_t i) { return 1 / double{across[i]}; }),
                    integral([&](double, double z) { return z < plane ? 1.0 : 2.5; }), bound)
            << shift;
        EXPECT_NEAR(sum(0.5, 0, [&](std::size_t i) { return double{along[i]}; }),
                    integral([&](double, double z) { return z < plane ? 1.0 : 0.4; }), bound)
            << shift;
    }
}

/// Faces of boxes that no medium ends at cut the cells of half nodes along x. They give no direction to the step at z.
TEST(CellPlaces, CutsWithoutAStepHaveNoDirection) {
    Places plain, cut;
    for (Places* at : {&plain, &cut}) at->scene.medium.layers = Medium::Layers{2, {20 * cell}, {100, 150}, {1.0, 2.5}};
    cut.scene.medium.boxes = {{{10 * cell, 0, 22 * cell}, {11 * cell, cell, 23 * cell}, 150, 2.5},
                              {{10 * cell, 0, 5 * cell}, {11 * cell, cell, 20 * cell}, 100, 1.0}};
    for (const int axis : {0, 2}) {
        const auto over = [axis](const Places& at) {
            return make_buoyancy(at.scene, at.grid, WallPosition::half, axis, all_nodes(at.grid.extent));
        };
        EXPECT_EQ(over(cut), over(plain)) << axis;
    }
}

/// No node becomes faster than the fastest: time steps stay what they were.
TEST(CellPlaces, NothingIsFasterThanTheFastest) {
    for (const double shift : {0.05, 0.25, 0.5, 0.75, 0.95}) {
        Places at;
        at.scene.medium.layers = Medium::Layers{2, {(9 + shift) * cell, (9.9 + shift) * cell}, {100, 900, 100}};
        for (const float value : make_factors(at.scene, at.grid, WallPosition::half, all_nodes(at.grid.extent)))
            EXPECT_LE(value, 1.0F) << shift;
    }
}

}  // namespace
}  // namespace wavesim
