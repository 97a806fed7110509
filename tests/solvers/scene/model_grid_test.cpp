// SPDX-License-Identifier: MIT
#include "solvers/scene/model_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "physics/scene_builder.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/scene/words.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::plan_of;

/// 3 x 2 x 2 values 1 + 10 x + 100 y + 1000 z, 2 m apart, the first at (1, 1, 1) m.
ModelGrid linear_model() {
    ModelGrid model;
    model.extent = {3, 2, 2};
    model.first_m = {1, 1, 1};
    model.spacing_m = {2, 2, 2};
    for (int z = 0; z < 2; ++z)
        for (int y = 0; y < 2; ++y)
            for (int x = 0; x < 3; ++x) model.values.push_back(static_cast<float>(1 + 10 * x + 100 * y + 1000 * z));
    model.least = model.values.front();
    model.most = model.values.back();
    return model;
}

TEST(ModelGrid, IsCopiedWhereNodesLieOnValues) {
    const ModelGrid model = linear_model();
    EXPECT_EQ(resample(model, Resampling::linear, model.extent, model.first_m, 2), model.values);
    EXPECT_TRUE(lies_on(model, model.extent, model.first_m, 2));
    EXPECT_FALSE(lies_on(model, model.extent, {1, 1, 1.5}, 2));
    EXPECT_FALSE(lies_on(model, {5, 3, 3}, model.first_m, 1));
}

TEST(ModelGrid, IsLinearBetweenValuesAndConstantBeyond) {
    const std::vector<float> values = resample(linear_model(), Resampling::linear, {3, 1, 2}, {0, 1.5, 2}, 1.5);
    // x = 0, 1.5, 3 m; y = 1.5 m; z = 2, 3.5 m
    const std::vector<float> exact{1 + 0 + 25 + 500,  1 + 2.5F + 25 + 500,  1 + 10 + 25 + 500,
                                   1 + 0 + 25 + 1000, 1 + 2.5F + 25 + 1000, 1 + 10 + 25 + 1000};
    EXPECT_THAT(values, testing::Pointwise(testing::FloatEq(), exact));
}

TEST(ModelGrid, ReadsTheNearestValue) {
    const std::vector<float> values = resample(linear_model(), Resampling::nearest, {4, 1, 1}, {0, 1.9, 2.1}, 1.5);
    EXPECT_THAT(values, testing::ElementsAre(1001, 1001, 1011, 1021));
}

Scene bare_column() {
    Scene scene = test::box_scene({4, 1, 20}, "leggy-2", 0.01);
    scene.sources = {test::ricker({2 * cell, 0, 2 * cell}, 12)};
    return scene;
}

TEST(ModelGrid, GivesThePlanItsSpeeds) {
    Scene scene = bare_column();
    auto model = std::make_shared<ModelGrid>();
    model->extent = {1, 1, 20};
    model->first_m = {2 * cell, 0, cell / 2};
    model->spacing_m = {4 * cell, 0, cell};
    for (int z = 0; z < 20; ++z) model->values.push_back(static_cast<float>(100 + 10 * z));
    model->least = 100;
    model->most = 290;
    scene.medium.grid = Medium::Grid{.values = model, .content = ""};
    const Plan plan = plan_of(scene);
    EXPECT_EQ(plan.decision.slowest_m_s, 100);
    EXPECT_EQ(plan.decision.fastest_m_s, 290);
    for (std::int64_t z = 0; z < 20; ++z)
        for (std::int64_t x = 0; x < 4; ++x) {
            const double factor = static_cast<double>(
                common_part(plan.problem).factors.of_node[static_cast<std::size_t>(plan.grid().index(x, 0, z))]);
            EXPECT_NEAR(290 * std::sqrt(factor), 100 + 10 * static_cast<double>(z), 1e-3);
        }
    EXPECT_THAT(plan.report.warnings, testing::Contains(testing::HasSubstr("resampled linearly")));
}

TEST(ExampleModel, KeepsToItsSpeeds) {
    for (const std::string& name : words_of<ExampleModel>()) {
        const ExampleModel model = value_of<ExampleModel>(name).value();
        const auto [slowest, fastest] = example_speeds(model);
        double least = 1e9;
        double most = 0;
        for (int i = 0; i < 50; ++i)
            for (int k = 0; k < 50; ++k) {
                const double speed = example_speed(model, (i + 0.5) / 50, 0.5, (k + 0.5) / 50);
                least = std::min(least, speed);
                most = std::max(most, speed);
            }
        EXPECT_EQ(least, slowest) << name;
        EXPECT_EQ(most, fastest) << name;
    }
    EXPECT_FALSE(value_of<ExampleModel>("salt"));
}

TEST(ExampleModel, HasItsTopUp) {
    Scene scene = bare_column();
    scene.medium.example = ExampleModel::two_layers;
    const Plan plan = plan_of(scene);
    EXPECT_EQ(common_part(plan.problem).factors.of_node[static_cast<std::size_t>(plan.grid().index(0, 0, 9))], 1);
    EXPECT_NEAR(common_part(plan.problem).factors.of_node[static_cast<std::size_t>(plan.grid().index(0, 0, 10))], 0.36,
                1e-6);
}

TEST(ExampleModel, ThrowsTheLayersAtTheFault) {
    EXPECT_EQ(example_speed(ExampleModel::dipping_fault, 0.1, 0.5, 0.25), 2000);
    EXPECT_EQ(example_speed(ExampleModel::dipping_fault, 0.9, 0.5, 0.25), 1500);
    EXPECT_EQ(example_speed(ExampleModel::salt_body, 0.5, 0.5, 0.5), 4480);
    EXPECT_NEAR(example_speed(ExampleModel::salt_body, 0.1, 0.5, 0.55), 2500, 1e-9);
}

/// Thirds of the depth, whose speeds and parameters are those of Devito's model.
TEST(ExampleModel, HasThreeTiltedLayers) {
    const auto layers = tilted_layers();  // from the bottom up
    for (const auto& [depth, layer] : {std::pair{0.3, 2}, {0.35, 1}, {0.65, 1}, {0.7, 0}, {0.99, 0}}) {
        EXPECT_EQ(example_speed(ExampleModel::layers_tti, 0.5, 0.5, depth),
                  layers[static_cast<std::size_t>(layer)].sound_speed_m_s)
            << depth;
    }
    const std::array<double, 3> speeds{3500, 2500, 1500};
    for (std::size_t i = 0; i < 3; ++i) {
        const double v = speeds[i] / 1000 - 1.5;  // km/s
        EXPECT_EQ(layers[i].sound_speed_m_s, speeds[i]);
        EXPECT_NEAR(layers[i].epsilon, 0.3 * v, 1e-12);
        EXPECT_NEAR(layers[i].delta, 0.2 * v, 1e-12);
        EXPECT_NEAR(layers[i].theta_degrees, 0.5 * v * 57.29577951308232, 1e-9);
        EXPECT_NEAR(layers[i].phi_degrees, 0.25 * v * 57.29577951308232, 1e-9);
    }
}

}  // namespace
}  // namespace wavesim
