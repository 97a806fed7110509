// SPDX-License-Identifier: MIT
#include "solvers/medium/cell_average.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>

#include "physics/scene_builder.hpp"
#include "solvers/medium/medium_cells.hpp"
#include "solvers/medium/medium_lines.hpp"
#include "solvers/scene/model_grid.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {
namespace {

using test::cell;

/// A scene of so many cells and its grid.
struct Gridded {
    explicit Gridded(const Extent& cells) : scene(test::box_scene(cells, "leggy-2", 0.01)), grid{cells, cell, 0} {
        scene.medium.averaging = Averaging::cell;
    }
    std::vector<float> factors(const NodeBox& part) const {
        return make_factors(scene, grid, WallPosition::half, part);
    }
    std::vector<float> factors() const { return factors(all_nodes(grid.extent)); }
    std::vector<float> modulus(const NodeBox& part) const {
        return make_modulus(scene, grid, WallPosition::half, part);
    }
    std::vector<float> buoyancy(int axis, const NodeBox& part) const {
        return make_buoyancy(scene, grid, WallPosition::half, axis, part);
    }
    Scene scene;
    GridChoice grid;
};

NodeBox only(const Node& n) { return {n, {n.x + 1, n.y + 1, n.z + 1}}; }

/// (c / fastest)^2 of a mixture.
double mixed(double share, double speed, double other, double fastest) {
    return std::pow(fastest, -2) / (share / (speed * speed) + (1 - share) / (other * other));
}

/// What moves to the next node from a cell with a step so many cells from its middle.
double step(double before, double after, double at) { return (after - before) * ((0.25 - at * at) / 2 - 1.0 / 24); }

double total_inverse(const std::vector<float>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0,
                           [](double sum, float value) { return sum + 1 / double{value}; });
}

TEST(CellAverage, LayersCountByTheirShareOfTheCell) {
    Gridded at({3, 1, 6});
    at.scene.medium.layers =
        Medium::Layers{2, {1.25 * cell, 3.5 * cell, 3.75 * cell, 5 * cell}, {100, 200, 400, 150, 300}};
    const std::vector<float> c2 = at.factors({{1, 0, 0}, {2, 1, 6}});
    const double thin = 1 / (160'000 * (0.5 / 40'000 + 0.25 / 160'000 + 0.25 / 22'500));
    const double wanted[] = {1.0 / 16, mixed(0.25, 100, 200, 400), 0.25, thin, 22'500 / 160'000.0, 9.0 / 16};
    // What cells 1, 3 and 4 give to the next: the first moment, less 1/24 of the step, of inverse values.
    const double first = step(16, 4, -0.25), last = step(64.0 / 9, 16.0 / 9, 0.5);
    const double middle = 4 * -0.125 + 0.25 * 0.125 + 64.0 / 9 * 0.25 * 0.375 - (64.0 / 9 - 4) / 24;
    const double given[] = {-first, first, 0, -middle, middle - last, last};
    for (std::size_t z = 0; z < 6; ++z) EXPECT_NEAR(c2[z], 1 / (1 / wanted[z] + given[z]), 1e-7) << z;
}

/// The corner of a box in a cell, and a later box over half of it.
TEST(CellAverage, BoxesCountByVolumeAndLaterOnesWin) {
    Gridded at({4, 4, 4});
    at.scene.medium.sound_speed_m_s = 400;
    at.scene.medium.boxes = {{{1.2 * cell, 1.3 * cell, 1.6 * cell}, {9 * cell, 9 * cell, 9 * cell}, 200},
                             {{1.2 * cell, 1.3 * cell, 1.8 * cell}, {3 * cell, 3 * cell, 3 * cell}, 100}};
    const double later = 1.8 * 1.7 * 1.2;
    EXPECT_NEAR(total_inverse(at.factors()), 64 + 3 * 2.8 * 2.7 * 2.4 + 12 * later, 1e-4);
    EXPECT_EQ(at.factors(only({0, 1, 1}))[0], 1);
    EXPECT_EQ(at.factors(only({3, 3, 3}))[0], 0.25F);
    // The cell ends with the box along all axes; the cells before it give.
    const double from_z = 0.6 * -0.2 + 4 * 0.2 * 0.2 + 16 * 0.2 * 0.4 - 15.0 / 24;
    const double given = step(1, 16, -0.3) + step(1, 16, -0.2) + from_z;
    EXPECT_NEAR(at.factors(only({2, 2, 2}))[0], 1 / (16 - 3 * 12.0 / 24 + given), 1e-7);
}

ModelGrid noise(const Extent& extent, double spacing_m, unsigned seed, float least, float most) {
    ModelGrid model;
    model.extent = extent;
    model.spacing_m = {spacing_m, extent.ny == 1 ? 0 : spacing_m, spacing_m};
    model.first_m = {spacing_m / 2, extent.ny == 1 ? 0 : spacing_m / 2, spacing_m / 2};
    std::mt19937 random(seed);
    for (std::int64_t i = 0; i < extent.nodes(); ++i)
        model.values.push_back(std::uniform_real_distribution<float>(least, most)(random));
    model.least = least;
    model.most = most;
    return model;
}

Medium::Grid grid_of(std::shared_ptr<const ModelGrid> values, Resampling resampling) {
    Medium::Grid grid;
    grid.values = std::move(values);
    grid.resampling = resampling;
    return grid;
}

/// A file with 2.5 values per cell, against the sum over its values.
TEST(CellAverage, FinerFilesCountByOverlap) {
    for (const Resampling resampling : {Resampling::linear, Resampling::nearest}) {
        Gridded at({4, 3, 4});
        const auto model = std::make_shared<ModelGrid>(noise({10, 8, 10}, cell / 2.5, 3, 100, 400));
        at.scene.medium.grid = grid_of(model, resampling);
        double sum = 0;
        for (std::int64_t z = 0; z < 10; ++z)
            for (std::int64_t y = 0; y < 8; ++y)
                for (std::int64_t x = 0; x < 10; ++x)
                    sum += (y < 7 ? 1 : 0.5) *  // the domain ends there
                           std::pow(400 / model->values[static_cast<std::size_t>(model->extent.index(x, y, z))], 2);
        EXPECT_NEAR(total_inverse(at.factors()), sum / std::pow(2.5, 3), 1e-4);
    }
}

TEST(CellAverage, IsOfFilesWithMoreThanAValuePerTwoCellsUnlessThatIsInTheirMiddle) {
    ModelGrid model = noise({3, 2, 2}, 2, 1, 100, 400);  // from 1 m on
    model.spacing_m.y = 4;
    EXPECT_TRUE(fills_cells(model, 1, 7.5, 2.1));
    EXPECT_TRUE(fills_cells(model, 2, 7, 1.9));
    EXPECT_FALSE(fills_cells(model, 0, 7, 2));
    EXPECT_TRUE(fills_cells(model, 0, 7.5, 2));
    EXPECT_TRUE(fills_cells(model, 2, 8, 2));
    EXPECT_TRUE(fills_cells(model, 2, 7, 2.5));
    EXPECT_FALSE(fills_cells(model, 1, 7.5, 2));
    model.extent.nx = 1;
    EXPECT_FALSE(fills_cells(model, 0, 7.5, 2));
}

/// A file with a value per cell: nodes on its values have these, those beside them the mean of the cells' parts.
TEST(CellAverage, FilesOfAValuePerCellCountByOverlapUnlessNodesLieOnTheirValues) {
    Gridded at({5, 1, 4});
    ModelGrid model = noise({7, 1, 4}, cell, 8, 100, 400);
    model.first_m.x -= 0.3 * cell;
    at.scene.medium.grid = grid_of(std::make_shared<ModelGrid>(model), Resampling::linear);
    const auto value = [&](std::int64_t x, std::int64_t z) {
        return std::pow(400 / model.values[static_cast<std::size_t>(model.extent.index(x, 0, z))], 2);
    };
    double sum = 0;
    for (std::int64_t z = 0; z < 4; ++z) {
        for (std::int64_t x = 0; x < 6; ++x) sum += (x == 0 ? 0.7 : x == 5 ? 0.3 : 1) * value(x, z);
    }
    EXPECT_NEAR(total_inverse(at.factors()), sum, 1e-4);
    model.first_m.x += 0.3 * cell;
    at.scene.medium.grid->values = std::make_shared<ModelGrid>(model);
    for (std::int64_t z = 0; z < 4; ++z)
        for (std::int64_t x = 0; x < 5; ++x)
            EXPECT_NEAR(1 / at.factors(only({x, 0, z}))[0], value(x, z), 1e-5 * value(x, z)) << x << ", " << z;
}

/// A file with two values per three cells, against the sum over its values.
TEST(CellAverage, FilesLittleCoarserThanTheGridCountByOverlap) {
    Gridded at({6, 1, 6});
    const auto model = std::make_shared<ModelGrid>(noise({4, 1, 4}, 1.5 * cell, 7, 100, 400));
    at.scene.medium.grid = grid_of(model, Resampling::linear);
    double sum = 0;
    for (const float value : model->values) sum += std::pow(400 / value, 2);
    EXPECT_NEAR(total_inverse(at.factors()), sum * std::pow(1.5, 2), 1e-4);
}

/// Between values of a coarser file the compressibility is linear, of densities the density, too; sampled nodes have
/// linear speeds.
TEST(CellAverage, CoarserFilesAreInterpolated) {
    Gridded at({8, 1, 8});
    const ModelGrid speeds = noise({4, 1, 4}, 2.4 * cell, 5, 100, 400);
    const ModelGrid densities = noise({4, 1, 4}, 2.4 * cell, 6, 1000, 3000);
    at.scene.medium.grid = grid_of(std::make_shared<ModelGrid>(speeds), Resampling::linear);
    // Sum over the values around a node of their shares times something.
    const auto linear = [](const Node& n, const auto& value_at) {
        const double x = (static_cast<double>(n.x) + 0.5) / 2.4 - 0.5, z = (static_cast<double>(n.z) + 0.5) / 2.4 - 0.5;
        double sum = 0;
        for (int j = 0; j < 4; ++j)
            for (int i = 0; i < 4; ++i) {
                const auto share = [](double at, int k) {
                    return std::max(0.0, 1 - std::abs(std::clamp(at, 0.0, 3.0) - k));
                };
                sum += share(x, i) * share(z, j) * value_at(static_cast<std::size_t>(i + 4 * j));
            }
        return sum;
    };
    const auto c = [&](std::size_t i) { return double{speeds.values[i]}; };
    const auto rho = [&](std::size_t i) { return double{densities.values[i]}; };
    const std::vector<float> means = at.factors();
    at.scene.medium.averaging = Averaging::node;
    const std::vector<float> sampled = at.factors();
    at.scene.medium.averaging = Averaging::cell;
    at.scene.medium.density_grid = grid_of(std::make_shared<ModelGrid>(densities), Resampling::linear);
    const NodeBox all = all_nodes(at.grid.extent);
    const std::vector<float> modulus = at.modulus(all);
    for_each_node(all, all, [&](const Node& n, std::size_t i) {
        const double inverse = linear(n, [&](std::size_t k) { return std::pow(400 / c(k), 2); });
        EXPECT_NEAR(1 / means[i], inverse, 1e-6 * inverse) << n.x << ", " << n.z;
        EXPECT_NEAR(sampled[i], std::pow(linear(n, c) / 400, 2), 1e-6) << n.x << ", " << n.z;
        const double with_density = linear(n, [&](std::size_t k) { return std::pow(400 / c(k), 2) / rho(k); });
        EXPECT_NEAR(1 / modulus[i], with_density, 1e-6 * with_density) << n.x << ", " << n.z;
    });
    at.scene.medium.density_grid.reset();
    at.scene.medium.grid->resampling = Resampling::nearest;
    const std::vector<float> nearest = at.factors();
    at.scene.medium.averaging = Averaging::node;
    EXPECT_NE(at.factors(), nearest);
}

Medium everything() {
    Medium medium;
    medium.layers = Medium::Layers{2, {2.3 * cell, 4.9 * cell}, {150, 210, 330}, {1000, 1700, 2500}};
    medium.boxes = {{{1.1 * cell, 0.7 * cell, 1.9 * cell}, {4.2 * cell, 3.3 * cell, 3.6 * cell}, 270, 1300.0},
                    {{2.6 * cell, 0, 3.1 * cell}, {9 * cell, 2.45 * cell, 5.2 * cell}, 180}};
    medium.lenses = {{{4 * cell, 2 * cell, 4 * cell}, 2.2 * cell, 400}};
    return medium;
}

/// Whatever part of the grid is asked for, layers around it included.
TEST(CellAverage, PartsHaveTheSameBits) {
    Gridded at({7, 5, 8});
    at.scene.medium = everything();
    at.scene.boundaries.kind[1] = SideKind::absorbing;
    at.scene.boundaries.kind[4] = SideKind::absorbing;
    const NodeBox whole{{0, 0, -3}, {9, 5, 8}};
    const auto look = [&](const auto& values_of) {
        const std::vector<float> all = values_of(whole);
        for (const NodeBox part : {NodeBox{{0, 0, -3}, {9, 5, 2}}, NodeBox{{3, 1, 2}, {8, 4, 7}}}) {
            const std::vector<float> some = values_of(part);
            for_each_node(part, part, [&](const Node& n, std::size_t i) {
                const auto k = static_cast<std::size_t>(whole.extent().index(n.x, n.y, n.z + 3));
                EXPECT_EQ(some[i], all[k]) << n.x << ", " << n.y << ", " << n.z;
            });
        }
    };
    look([&](const NodeBox& part) { return at.modulus(part); });
    for (const int axis : {0, 1, 2}) look([&](const NodeBox& part) { return at.buoyancy(axis, part); });
}

/// Beyond sides that absorb the medium goes on as it is at the side, not as the mean of the last cell.
TEST(CellAverage, GoesOnBeyondTheSides) {
    Gridded at({4, 1, 4});
    at.scene.medium.layers = Medium::Layers{2, {0.3 * cell, 3.5 * cell}, {400, 300, 200}};
    at.scene.boundaries.kind[4] = at.scene.boundaries.kind[5] = SideKind::absorbing;
    const std::vector<float> c2 = at.factors({{1, 0, -2}, {2, 1, 6}});
    EXPECT_EQ(c2[0], 1);
    EXPECT_EQ(c2[1], 1);
    const double upper = step(1, 16.0 / 9, -0.2), lower = step(16.0 / 9, 4, 0);
    EXPECT_NEAR(c2[2], 1 / (1 / mixed(0.3, 400, 300, 400) - upper), 1e-7);
    EXPECT_NEAR(c2[5], 1 / (1 / mixed(0.5, 300, 200, 400) - lower), 1e-7);
    EXPECT_NEAR(c2[6], 1 / (4 + lower), 1e-7);
    EXPECT_EQ(c2[7], 0.25F);
}

/// The cell of a node on a wall is cut by the wall.
TEST(CellAverage, NodesOnWallsHaveHalfCells) {
    Gridded at({5, 1, 5});
    at.scene.medium.layers = Medium::Layers{2, {0.1 * cell}, {400, 200}};
    const auto c2 = make_factors(at.scene, at.grid, WallPosition::whole, {{1, 0, 0}, {2, 1, 2}});
    EXPECT_NEAR(c2[0], mixed(0.2, 400, 200, 400), 1e-7);
    EXPECT_EQ(c2[1], 0.25F);
}

TEST(CellAverage, OneSpeedInACellIsThatSpeed) {
    Gridded at({6, 1, 6});
    at.scene.medium.sound_speed_m_s = 100;
    at.scene.medium.boxes = {{{0.1 * cell, 0, 0.3 * cell}, {5.7 * cell, 0, 4.9 * cell}, 100},
                             {{5.9 * cell, 0, 5.9 * cell}, {6 * cell, 0, 6 * cell}, 300}};
    const std::vector<float> c2 = at.factors();
    for (std::size_t i = 0; i < c2.size(); ++i)
        if (i % 6 < 4 || i / 6 < 4) {
            EXPECT_EQ(c2[i], static_cast<float>(1.0 / 9)) << i;
        }
}

TEST(CellAverage, LayersOfDensityActInSeriesAcrossAndSideBySideAlong) {
    Gridded at({4, 4, 6});
    at.scene.medium.layers = Medium::Layers{2, {2.2 * cell}, {100, 200}, {1000, 3000}};
    // Cells around the half nodes across: from 1.5 to 2.5; along: from 2 to 3.
    const double across = step(1000, 3000, 0.2);
    EXPECT_NEAR(at.buoyancy(2, only({1, 1, 1}))[0], 1 / (0.7 * 1000 + 0.3 * 3000 - across), 1e-10);
    EXPECT_NEAR(at.buoyancy(2, only({1, 1, 2}))[0], 1 / (3000 + across), 1e-10);
    for (const int axis : {0, 1}) {
        const double along = step(1.0 / 1000, 1.0 / 3000, -0.3);
        EXPECT_NEAR(at.buoyancy(axis, only({1, 1, 2}))[0], 0.2 / 1000 + 0.8 / 3000 + along, 1e-10) << axis;
        EXPECT_NEAR(at.buoyancy(axis, only({1, 1, 1}))[0], 1.0 / 1000 - along, 1e-10) << axis;
        EXPECT_EQ(at.buoyancy(axis, only({1, 1, 0}))[0], 1.0F / 1000) << axis;
    }
    const double compressed = step(4.0 / 1000, 1.0 / 3000, -0.3);
    EXPECT_NEAR(at.modulus(only({1, 1, 2}))[0], 1 / (0.2 * 4 / 1000 + 0.8 / 3000 + compressed), 1e-4);
}

/// A layer in the middle of a cell has no step to one side: its direction is that of both steps.
TEST(CellAverage, AThinLayerHasItsNormal) {
    for (const int normal : {0, 1, 2}) {
        Gridded at({5, 5, 5});
        const auto across = [&](double z) {
            return Point{(normal == 0 ? z : 0) * cell, (normal == 1 ? z : 0) * cell, (normal == 2 ? z : 0) * cell};
        };
        Point to = across(2.1);
        for (double* side : {&to.x, &to.y, &to.z})
            if (*side == 0) *side = 5 * cell;
        at.scene.medium.density_kg_m3 = 1000;
        at.scene.medium.boxes = {{across(1.9), to, 200, 5000.0}};
        for (const int axis : {0, 1, 2}) {
            const Node before{axis == 0 ? 1 : 2, axis == 1 ? 1 : 2, axis == 2 ? 1 : 2};
            if (axis != normal) {
                const double moment = (1.0 / 1000 - 1.0 / 5000) * (0.1 * 0.45 - 1.0 / 24);
                EXPECT_NEAR(at.buoyancy(axis, only(before))[0], 0.9 / 1000 + 0.1 / 5000 - moment, 1e-9)
                    << axis << normal;
            } else {  // half of it lies in the cell of the node
                EXPECT_NEAR(at.buoyancy(axis, only(before))[0], 1 / (0.8 * 1000 + 0.2 * 5000), 1e-9) << axis;
            }
        }
    }
}

/// Plane interfaces in files with 20 values per cell, against shares of the cell that are counted and the exact normal.
TEST(CellAverage, DippingStepsOfDensityHaveTheirNormal) {
    constexpr int fine = 20;
    for (const double degrees : {5.0, 20.0, 45.0, 70.0})
        for (const double beside : {-0.3, 0.0, 0.2}) {
            const double angle = degrees * std::numbers::pi / 180;
            const Point normal{-std::sin(angle), 0, std::cos(angle)};
            const auto upper = [&](double x, double z) { return x * normal.x + z * normal.z < beside; };  // in cells
            auto model = std::make_shared<ModelGrid>(noise({4 * fine, 1, 4 * fine}, cell / fine, 1, 1000, 2000));
            // The half node after node 1 along x or z is the origin of one of two models.
            for (const int axis : {0, 2}) {
                int above = 0;
                for (int z = 0; z < 4 * fine; ++z)
                    for (int x = 0; x < 4 * fine; ++x) {
                        const double from_x = (x + 0.5) / fine - (axis == 0 ? 2 : 1.5);
                        const double from_z = (z + 0.5) / fine - (axis == 2 ? 2 : 1.5);
                        const bool up = upper(from_x, from_z);
                        if (up && std::abs(from_x) < 0.5 && std::abs(from_z) < 0.5) ++above;
                        model->values[static_cast<std::size_t>(x + 4 * fine * z)] = up ? 1000 : 2000;
                    }
                Gridded at({4, 1, 4});
                at.scene.medium.density_grid = grid_of(model, Resampling::linear);
                const double share = above / double{fine * fine};
                const double across = axis == 0 ? normal.x * normal.x : normal.z * normal.z;
                const double wanted =
                    across / (share * 1000 + (1 - share) * 2000) + (1 - across) * (share / 1000 + (1 - share) / 2000);
                MediumCells cells(at.scene, at.grid, WallPosition::half, true);
                const auto density_of = [](double, double density, double) { return density; };
                cells.visit(only({1, 0, 1}), axis, density_of, [&](const PieceValues& values) {
                    const double square = squared_normal(values)[static_cast<std::size_t>(axis)];
                    const double got = square / values.mean() + (1 - square) * values.mean_inverse();
                    EXPECT_NEAR(got, wanted, 0.01 * wanted) << degrees << ", " << beside;
                });
            }
        }
}

/// The last face of the grid may lie before the side or behind it: what the medium is does not depend on that.
TEST(CellAverage, MediaGoOnFromTheSideThatTheSceneHas) {
    Gridded at({3, 1, 6});
    at.scene.boundaries.kind[5] = SideKind::absorbing;
    at.scene.size_m.z = 6.4 * cell;
    at.scene.medium.layers = Medium::Layers{2, {6.2 * cell}, {100, 200}};
    EXPECT_NEAR(total_inverse(at.factors({{1, 0, 4}, {2, 1, 9}})), 2.2 * 4 + 2.8, 1e-5);
    const auto model = std::make_shared<ModelGrid>(noise({1, 1, 65}, cell / 10, 4, 100, 400));
    at.scene.medium.layers.reset();
    at.scene.medium.grid = grid_of(model, Resampling::nearest);
    const float last = model->values[57];
    at.scene.size_m.z = 5.8 * cell - 1e-3;
    const std::vector<float> beyond = at.factors({{1, 0, 7}, {2, 1, 9}});
    for (const float factor : beyond) EXPECT_NEAR(factor, std::pow(last / 400, 2), 1e-6);
}

/// The old way, for comparisons.
TEST(CellAverage, NodesAreSampledWhereAskedFor) {
    Gridded at({4, 1, 6});
    at.scene.medium.layers = Medium::Layers{2, {2.4 * cell}, {100, 200}, {1000, 3000}};
    at.scene.medium.averaging = Averaging::node;
    EXPECT_THAT(at.modulus({{0, 0, 1}, {1, 1, 4}}), testing::ElementsAre(250, 3000, 3000));
    EXPECT_THAT(at.buoyancy(2, {{0, 0, 0}, {1, 1, 3}}), testing::ElementsAre(1.0F / 1000, 2.0F / 4000, 1.0F / 3000));
    EXPECT_THAT(at.buoyancy(0, {{0, 0, 2}, {1, 1, 3}}), testing::ElementsAre(1.0F / 3000));
}

}  // namespace
}  // namespace wavesim
