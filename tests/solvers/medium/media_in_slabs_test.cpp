// SPDX-License-Identifier: MIT
// Media of grids that are made in several slabs along z (slabs_of): every plane has its own values, so that each slab,
// and both sides of each cut, are compared with the formula of the scene.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "solvers/medium/program_parameters.hpp"
#include "solvers/medium/thomsen_nodes.hpp"
#include "solvers/plan/program_scene.hpp"
#include "solvers/scene/model_grid.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim::test {
namespace {

constexpr Extent tall{700, 1, 3100};

/// A value from `low` in the first plane to `high` in the last one.
double along_z(double low, double high, std::int64_t z) {
    return low + (high - low) * static_cast<double>(z) / static_cast<double>(tall.nz - 1);
}

/// Linear from ten planes before the grid to ten planes behind it, so that cells at the ends are as all others.
Medium::Gradient gradient(double low, double high) {
    const std::int64_t first = -10, last = tall.nz + 9;
    const auto at = [](std::int64_t z) { return (static_cast<double>(z) + 0.5) * cell; };
    return {2, at(first), at(last), {along_z(low, high, first), along_z(low, high, last)}, {}};
}

Scene tall_scene() {
    Scene scene = box_scene(tall, "leggy-2", 0.01);
    scene.sources = {ricker({350 * cell, 0, 20 * cell}, 12)};
    scene.medium.gradient = gradient(200, 400);
    return scene;
}

/// Largest difference of the speed of a node at either end of a plane from that of the scene, m/s.
double speed_error(const Plan& plan) {
    double worst = 0;
    for (std::int64_t z = 0; z < tall.nz; ++z)
        for (const std::int64_t x : {std::int64_t{0}, tall.nx - 1}) {
            const auto factor = static_cast<double>(common_part(plan.problem).factors.factor(tall.index(x, 0, z)));
            const double speed = plan.decision.fastest_m_s * std::sqrt(factor);
            worst = std::max(worst, std::abs(speed - along_z(200, 400, z)));
        }
    return worst;
}

TEST(MediaInSlabs, HaveTheSpeedOfEveryPlane) {
    ASSERT_GE(slabs_of(tall).size(), 3U);
    Scene scene = tall_scene();
    EXPECT_LT(speed_error(plan_of(scene)), 1e-3);
    scene.medium.storage = MediumStorage::int16;
    const Plan coded = plan_of(scene);
    // Half a step of c^2 = (400^2 - 200^2) / 65535 m2/s2, at the slowest speed.
    EXPECT_LE(speed_error(coded), 1.05 * 120'000 / 65535.0 / 2 / (2 * 200));
    EXPECT_GT(coded.report.storage_error_m_s, 0.9 * 120'000 / 65535.0 / 2 / (2 * 200));
}

TEST(MediaInSlabs, HaveTheDensityOfEveryFace) {
    Scene scene = tall_scene();
    scene.medium.gradient->densities_kg_m3 = {{along_z(1000, 1400, -10), along_z(1000, 1400, tall.nz + 9)}};
    for (const MediumStorage storage : {MediumStorage::float32, MediumStorage::int16}) {
        scene.medium.storage = storage;
        const Plan plan = plan_of(scene);
        const FluidMedium& fluid = std::get<DensityProblem>(plan.problem).fluid;
        double across = 0, along = 0;
        for (std::int64_t z = 0; z < tall.nz; ++z)
            for (const std::int64_t x : {std::int64_t{0}, tall.nx - 2}) {
                const auto at = static_cast<std::size_t>(tall.index(x, 0, z));
                const double here = along_z(1000, 1400, z);
                across = std::max(across, std::abs(1 / static_cast<double>(fluid.buoyancy[0].at(at)) - here));
                if (z + 1 == tall.nz) continue;
                const double middle = (here + along_z(1000, 1400, z + 1)) / 2;
                along = std::max(along, std::abs(1 / static_cast<double>(fluid.buoyancy[2].at(at)) - middle));
            }
        EXPECT_LT(across, 0.05);
        EXPECT_LT(along, 0.05);
    }
}

TEST(MediaInSlabs, HaveTheParametersOfPrograms) {
    Scene scene = friction_scene(3);
    scene.medium.gradient = gradient(200, 400);
    const auto all = ProgramParameters(scene, GridChoice{tall, cell}, WallPosition::half).everywhere();
    ASSERT_EQ(all.at(0).size(), static_cast<std::size_t>(tall.nodes()));
    double worst = 0;
    for (std::int64_t z = 0; z < tall.nz; ++z)
        for (const std::int64_t x : {std::int64_t{0}, tall.nx - 1})
            worst =
                std::max(worst, std::abs(all[0][static_cast<std::size_t>(tall.index(x, 0, z))] - along_z(200, 400, z)));
    EXPECT_LT(worst, 1e-6);
}

/// A grid of the scene with two planes, whose values lie in the first and in the last plane of the scene.
Medium::Grid rising(float low, float high) {
    ModelGrid model;
    model.extent = {1, 1, 2};
    model.first_m = {350 * cell, 0, 0.5 * cell};
    model.spacing_m = {700 * cell, 0, static_cast<double>(tall.nz - 1) * cell};
    model.values = {low, high};
    model.least = std::min(low, high), model.most = std::max(low, high);
    return Medium::Grid{.values = std::make_shared<ModelGrid>(model), .content = ""};
}

/// A part with layers of unequal width at both ends, which begins in the first layer: it is cut elsewhere than the
/// grid.
TEST(MediaInSlabs, HaveTheThomsenParametersOfEveryPlane) {
    constexpr std::int64_t before = 20, behind = 30, first = 7;
    const NodeBox part{{0, 0, first}, {tall.nx, 1, before + tall.nz + behind}};
    ASSERT_GE(slabs_of(part.extent()).size(), 3U);
    Scene scene = tall_scene();
    scene.medium.gradient.reset();
    scene.tti = Anisotropy{};
    scene.tti->grids[0] = rising(0.3F, 0.4F);
    scene.tti->grids[1] = rising(0.2F, 0);
    scene.tti->grids[2] = rising(10, 60);

    const TiltedMedium medium =
        make_tilted_medium(scene, GridChoice{tall, cell}, WallPosition::half, {0, 0, 0, 0, before, behind}, part);

    double epsilon = 0, delta = 0, tilt = 0;
    for (std::int64_t z = part.from.z; z < part.to.z; ++z)
        for (const std::int64_t x : {std::int64_t{0}, tall.nx - 1}) {
            const auto at = static_cast<std::size_t>(part.extent().index(x, 0, z - first));
            const std::int64_t inside = std::clamp<std::int64_t>(z - before, 0, tall.nz - 1);
            const double theta = along_z(10, 60, inside) * std::numbers::pi / 180;
            epsilon = std::max(epsilon, std::abs(medium.epsilon[at] - along_z(0.3, 0.4, inside)));
            delta = std::max(delta, std::abs(medium.delta[at] - along_z(0.2, 0, inside)));
            tilt = std::max(tilt, std::abs(medium.axis[2][at] - std::cos(theta)));
        }
    EXPECT_LT(epsilon, 1e-6);
    EXPECT_LT(delta, 1e-6);
    EXPECT_LT(tilt, 1e-6);
}

/// delta rises from 0 to 0.2 and epsilon is 0.1: the upper half of the planes is refused, from the first one on.
TEST(MediaInSlabs, CountCellsWhoseDeltaIsAboveEpsilon) {
    Scene scene = tall_scene();
    scene.medium.gradient.reset();
    scene.tti = Anisotropy{};
    scene.tti->everywhere = {0.1, 0, 0, 0};
    scene.tti->grids[1] = rising(0, 0.2F);

    const DeltaAbove found = delta_above_epsilon(scene, GridChoice{tall, cell}, WallPosition::half);

    EXPECT_EQ(found.cells, tall.nx * tall.nz / 2);
    EXPECT_EQ(found.first.x, 0);
    EXPECT_EQ(found.first.z, tall.nz / 2);
    EXPECT_NEAR(found.there.delta, along_z(0, 0.2, tall.nz / 2), 1e-6);
}

}  // namespace
}  // namespace wavesim::test
