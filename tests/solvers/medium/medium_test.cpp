// SPDX-License-Identifier: MIT
#include "solvers/medium/medium.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::faults_of;
using test::plan_of;
using test::sound_speed;

Scene column() {
    Scene scene = test::box_scene({4, 1, 20}, "leggy-2", 0.01);
    scene.sources = {test::ricker({2 * cell, 0, 2 * cell}, 12)};
    return scene;
}

/// Speeds of the nodes along z, at x = 0.
std::vector<double> speeds(const Plan& plan) {
    std::vector<double> result;
    for (std::int64_t z = 0; z < plan.grid().nz; ++z) {
        const float factor = common_part(plan.problem).factors.factor(plan.grid().index(0, 0, z));
        result.push_back(plan.decision.fastest_m_s * std::sqrt(static_cast<double>(factor)));
    }
    return result;
}

TEST(Medium, OfOneSpeedCostsNothing) {
    const Plan plan = plan_of(column());
    EXPECT_FALSE(plan.decision.shape.speed.varies);
    EXPECT_TRUE(common_part(plan.problem).factors.of_node.empty());
    EXPECT_EQ(plan.forecast.memory.medium, 0);
}

TEST(Medium, SampledLayersBeginWithTheNodeAtOrAfterTheInterface) {
    Scene scene = column();
    scene.medium.layers = Medium::Layers{2, {2.5 * cell, 4.51 * cell}, {100, 200, 400}};
    scene.medium.averaging = Averaging::node;
    const Plan plan = plan_of(scene);
    const std::vector<double> c = speeds(plan);
    EXPECT_NEAR(c[1], 100, 1e-4);
    EXPECT_NEAR(c[2], 200, 1e-4);
    EXPECT_NEAR(c[4], 200, 1e-4);
    EXPECT_EQ(c[5], 400);
    EXPECT_EQ(plan.decision.slowest_m_s, 100);
    EXPECT_EQ(plan.decision.fastest_m_s, 400);
    EXPECT_NEAR(plan.report.interface_shift_m, 0.5 * cell, 1e-9);
    EXPECT_EQ(plan.forecast.memory.medium, 4 * 80);
}

TEST(Medium, GradientsAreLinearAndConstantBeyond) {
    Scene scene = column();
    scene.medium.gradient = Medium::Gradient{2, 2.5 * cell, 12.5 * cell, {200, 400}};
    const std::vector<double> c = speeds(plan_of(scene));
    EXPECT_NEAR(c[0], 200, 1e-4);
    EXPECT_NEAR(c[7], 300, 1e-4);
    EXPECT_NEAR(c[19], 400, 1e-4);
}

TEST(Medium, BoxesLieOverLayersAndLensesOverBoxes) {
    Scene scene = column();
    scene.medium.averaging = Averaging::node;
    scene.medium.layers = Medium::Layers{2, {10 * cell}, {100, 200}};
    scene.medium.boxes = {{{0, 0, 5 * cell}, {4 * cell, 0, 15 * cell}, 150}};
    scene.medium.lenses = {{{cell / 2, 0, 12.5 * cell}, 2 * cell, 300}};
    const std::vector<double> c = speeds(plan_of(scene));
    EXPECT_NEAR(c[4], 100, 1e-4);
    EXPECT_NEAR(c[5], 150, 1e-4);
    EXPECT_NEAR(c[12], 300, 1e-4);
    EXPECT_NEAR(c[13], 225, 1e-4);  // half of the way, at half of the radius
    EXPECT_NEAR(c[14], 150, 1e-4);
    EXPECT_NEAR(c[15], 200, 1e-4);
}

/// The slowest sound needs the nodes, the fastest the time steps.
TEST(Medium, TheSlowestSpeedSetsTheSpacingTheFastestTheTimeStep) {
    Scene scene = column();
    scene.grid.spacing_m.reset();
    scene.grid.max_frequency_hz = 100 / (8 * cell);
    scene.grid.points_per_wavelength = 8;
    scene.medium.layers = Medium::Layers{2, {10 * cell}, {100, 400}};
    const Plan plan = plan_of(scene);
    EXPECT_NEAR(plan.decision.spacing_m, cell, 1e-12);
    EXPECT_NEAR(plan.decision.time_step_s, plan.courant() * cell / 400, 1e-15);
    EXPECT_NEAR(plan.report.dispersion.points_per_wavelength, 8, 1e-9);
}

TEST(Medium, TheBudgetTellsWhereSampledInterfacesMoved) {
    Scene scene = column();
    scene.medium.boxes = {{{0, 0, 5.25 * cell}, {4 * cell, 0, 15 * cell}, 150}};
    scene.medium.averaging = Averaging::cell;
    EXPECT_EQ(plan_of(scene).report.interface_shift_m, 0);
    scene.medium.averaging = Averaging::node;
    const ErrorBudget budget = error_budget(plan_of(scene));
    EXPECT_NEAR(budget.interface_shift_m, 0.25 * cell, 1e-9);
    EXPECT_THAT(describe(budget), testing::Contains(testing::HasSubstr("interfaces of the medium")));
}

TEST(Medium, AutoTakesAStencilForEverySpeed) {
    Scene scene = column();
    scene.grid.stencil.name = "auto";
    scene.medium.layers = Medium::Layers{2, {10 * cell}, {200, 256}};
    EXPECT_EQ(shape_of(plan_of(scene).decision.shape.stencil), StencilShape::leggy);
}

TEST(Medium, WarnsOfLensesBesideTheDomain) {
    Scene scene = column();
    const Point beside{-2 * cell, 0, 3 * cell};
    scene.medium.lenses = {{beside, 2.5 * cell, 150}};
    EXPECT_THAT(plan_of(scene).report.warnings, testing::Not(testing::Contains(testing::HasSubstr("lenses"))));
    scene.medium.lenses.push_back({beside, 2 * cell, 150});
    EXPECT_THAT(plan_of(scene).report.warnings,
                testing::Contains("medium.lenses[1] (150 m/s) lies outside the domain: leave it out, since its speed "
                                  "counts for the spacing and the time step"));
}

TEST(Medium, WarnsOfLayersAndBoxesWithoutSampledNodes) {
    Scene scene = column();
    scene.medium.layers = Medium::Layers{2, {5.1 * cell, 5.3 * cell}, {100, 200, 150}};
    scene.medium.boxes = {{{0, 0, 5.6 * cell}, {4 * cell, 0, 6.4 * cell}, 150}};
    scene.medium.averaging = Averaging::cell;
    EXPECT_THAT(plan_of(scene).report.warnings, testing::Not(testing::Contains(testing::HasSubstr("holds no node"))));
    scene.medium.averaging = Averaging::node;
    const Plan plan = plan_of(scene);
    EXPECT_THAT(plan.report.warnings,
                testing::Contains(testing::HasSubstr("layer 2 of the medium (200 m/s) holds no node")));
    EXPECT_THAT(plan.report.warnings, testing::Contains(testing::HasSubstr("medium.boxes[0] (150 m/s) holds no node")));
}

TEST(Medium, IsKeptInFewerBytesWithAKnownError) {
    Scene scene = column();
    scene.medium.gradient = Medium::Gradient{2, 2.5 * cell, 12.5 * cell, {200, 400}};
    const std::vector<double> exact = speeds(plan_of(scene));

    scene.medium.storage = MediumStorage::index8;
    const Plan few = plan_of(scene);
    EXPECT_EQ(speeds(few), exact);
    EXPECT_EQ(few.report.storage_error_m_s, 0);
    EXPECT_EQ(few.forecast.memory.medium, 80);
    EXPECT_TRUE(common_part(few.problem).factors.of_node.empty());

    scene.medium.storage = MediumStorage::int16;
    const Plan even = plan_of(scene);
    const std::vector<double> rounded = speeds(even);
    double worst = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) worst = std::max(worst, std::abs(rounded[i] - exact[i]));
    EXPECT_EQ(even.forecast.memory.medium, 2 * 80);
    EXPECT_GT(worst, 0);
    EXPECT_NEAR(even.report.storage_error_m_s, worst, 1e-9);
    // Half a step of c^2 = (400^2 - 200^2) / 65535 m2/s2, at the slowest speed.
    EXPECT_LE(worst, 1.01 * 120'000 / 65535.0 / 2 / (2 * 200));
    EXPECT_EQ(*std::max_element(rounded.begin(), rounded.end()), 400);
}

TEST(Medium, KeepsFloatsWhereOnlyThoseAreReadable) {
    Scene scene = column();
    scene.medium.layers = Medium::Layers{2, {2.5 * cell}, {100, 200}, {1000, 2000}};
    for (const MediumStorage storage : {MediumStorage::index8, MediumStorage::index16}) {
        scene.medium.storage = storage;
        EXPECT_THAT(faults_of(scene),
                    testing::Contains(testing::StartsWith("medium.storage: media whose density varies are kept as")));
    }
    scene = column();
    scene.tti.emplace();
    scene.medium.storage = MediumStorage::index8;
    EXPECT_THAT(faults_of(scene), testing::Contains(testing::StartsWith("medium.storage: TTI media keep")));
}

TEST(Medium, RefusesWhatNoMediumIs) {
    const auto fault_of = [](const Medium& medium) {
        Scene scene = column();
        scene.medium = medium;
        try {
            plan_of(scene);
        } catch (const SceneError& error) {
            return error.faults().at(0).message;
        }
        return std::string();
    };
    Medium medium;
    medium.layers = Medium::Layers{2, {1}, {100}};
    EXPECT_THAT(fault_of(medium), testing::HasSubstr("1 interfaces lie between 2 layers"));
    medium.layers = Medium::Layers{2, {1, 0.5}, {100, 200, 300}};
    EXPECT_THAT(fault_of(medium), testing::HasSubstr("ascend"));
    medium.layers = Medium::Layers{1, {1}, {100, 200}};
    EXPECT_THAT(fault_of(medium), testing::HasSubstr("axis"));
    medium.layers = Medium::Layers{2, {1}, {100, 0}};
    EXPECT_THAT(fault_of(medium), testing::HasSubstr("above 0"));
    medium.layers = Medium::Layers{2, {1}, {100, 1e-3}};
    EXPECT_THAT(fault_of(medium), testing::HasSubstr("as in no medium: are units and byte_order right"));
    medium.layers.reset();
    medium.gradient = Medium::Gradient{2, 1, 1, {100, 200}};
    EXPECT_THAT(fault_of(medium), testing::HasSubstr("before it ends"));
}

TEST(Medium, HasNoExactReference) {
    Scene scene = column();
    scene.medium.layers = Medium::Layers{2, {10 * cell}, {200, 256}};
    scene.receivers = {test::receiver("r", {cell, 0, cell})};
    scene.outputs.compare = ExactReference::free_field;
    EXPECT_THROW(plan_of(scene), SceneError);
}

}  // namespace
}  // namespace wavesim
