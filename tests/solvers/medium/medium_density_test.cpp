// SPDX-License-Identifier: MIT
#include "solvers/medium/medium_density.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "physics/scene_builder.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::faults_of;
using test::plan_of;
using ::testing::ElementsAre;

Scene water_column() {
    Scene scene = test::box_scene({4, 1, 6}, "leggy-2", 0.01);
    scene.sources = {test::ricker({2 * cell, 0, 2 * cell}, 12)};
    scene.medium.density_kg_m3 = 1000;
    return scene;
}

/// 1 / b of the faces across x along z: of the side at x = 0, or those between the nodes at x and x + 1.
std::vector<float> densities(const Plan& plan, std::int64_t x = 0) {
    const FluidMedium& fluid = std::get<DensityProblem>(plan.problem).fluid;
    std::vector<float> result;
    for (std::int64_t z = 0; z < plan.grid().nz; ++z) {
        const float buoyancy = x == 0 ? fluid.low_side[0].at(static_cast<std::size_t>(z))
                                      : fluid.buoyancy[0].at(static_cast<std::size_t>(plan.grid().index(x, 0, z)));
        result.push_back(std::round(1 / buoyancy));
    }
    return result;
}

TEST(MediumDensity, IsAbsentWhereItIsOne) {
    Scene scene = water_column();
    scene.medium.layers = Medium::Layers{2, {2 * cell}, {200, 256}};
    const Plan plan = plan_of(scene);
    EXPECT_TRUE(std::holds_alternative<ScalarShape>(plan.decision.shape.medium));
    EXPECT_TRUE(std::holds_alternative<ScalarProblem>(plan.problem));
    EXPECT_EQ(plan.forecast.memory.medium, 4 * 24);
}

TEST(MediumDensity, OfLayersGradientsBoxesAndGrids) {
    Scene layers = water_column();
    layers.medium.layers = Medium::Layers{2, {2.5 * cell, 4.51 * cell}, {256, 200, 256}, {1000, 1500, 2500}};
    layers.medium.averaging = Averaging::cell;
    // Means of 1200 and 1866, and what cells 2 and 4 give to those before them.
    EXPECT_THAT(densities(plan_of(layers)), ElementsAre(1000, 973, 1241, 1452, 1946, 2500));
    layers.medium.averaging = Averaging::node;
    EXPECT_THAT(densities(plan_of(layers)), ElementsAre(1000, 1000, 1500, 1500, 1500, 2500));
    EXPECT_EQ(plan_of(layers).forecast.memory.medium, 3 * 4 * 24);  // a modulus and two buoyancies
    EXPECT_EQ(density_range(layers.medium).least, 1000);
    EXPECT_EQ(density_range(layers.medium).most, 2500);

    Scene gradient = water_column();
    gradient.medium.gradient = Medium::Gradient{2, 1.5 * cell, 3.5 * cell, {200, 256}, {{1000, 1400}}};
    gradient.medium.averaging = Averaging::cell;
    EXPECT_THAT(densities(plan_of(gradient)), ElementsAre(996, 1029, 1197, 1379, 1400, 1400));

    Scene box = water_column();
    box.medium.averaging = Averaging::node;
    box.medium.boxes = {{{cell, 0, cell}, {3 * cell, 0, 3 * cell}, 200, 2000.0}, {{0, 0, 0}, {cell, 0, 2 * cell}, 220}};
    EXPECT_THAT(densities(plan_of(box), 1), ElementsAre(1000, 2000, 2000, 1000, 1000, 1000));
    EXPECT_THAT(densities(plan_of(box), 0), ElementsAre(1000, 1000, 1000, 1000, 1000, 1000));

    Scene grid = water_column();
    ModelGrid model;
    model.extent = {1, 1, 2};
    model.first_m = {2 * cell, 0, 1.5 * cell};
    model.spacing_m = {4 * cell, 0, 3 * cell};
    model.values = {1000, 1600};
    model.least = 1000;
    model.most = 1600;
    grid.medium.density_grid = Medium::Grid{.values = std::make_shared<ModelGrid>(model), .content = ""};
    EXPECT_THAT(densities(plan_of(grid)), ElementsAre(1000, 1000, 1200, 1400, 1600, 1600));
    EXPECT_THAT(plan_of(grid).report.warnings.at(0), ::testing::HasSubstr("medium.model.density: the nodes"));
}

/// Beyond a side that absorbs the medium goes on as it is there.
TEST(MediumDensity, GoesOnIntoAbsorbingLayers) {
    Scene scene = water_column();
    scene.medium.averaging = Averaging::node;
    scene.medium.layers = Medium::Layers{2, {3 * cell}, {256, 200}, {1000, 1500}};
    for (const Side side : {Side::z_min, Side::z_max}) {
        scene.boundaries.kind[static_cast<std::size_t>(side)] = SideKind::absorbing;
        scene.boundaries.layer[static_cast<std::size_t>(side)].cells = 3;
    }
    EXPECT_THAT(densities(plan_of(scene)),
                ElementsAre(1000, 1000, 1000, 1000, 1000, 1000, 1500, 1500, 1500, 1500, 1500, 1500));
    EXPECT_EQ(plan_of(scene).decision.shape.layers.half_order, 2);
}

/// Codes of 16 bits: what `plan` tells of a scene without its values is what the run has.
TEST(MediumDensity, IsKeptAsCodes) {
    Scene scene = water_column();
    scene.medium.gradient = Medium::Gradient{2, 0, 6 * cell, {200, 256}, {{1000, 1400}}};
    const Plan exact = plan_of(scene);
    scene.medium.storage = MediumStorage::int16;
    const Plan coded = plan_of(scene);
    const FluidMedium& floats = std::get<DensityProblem>(exact.problem).fluid;
    const DensityProblem& problem = std::get<DensityProblem>(coded.problem);
    bool moved = false;
    for (std::size_t i = 0; i < floats.modulus.size(); ++i) {
        const float kept = problem.fluid.modulus[i];
        EXPECT_EQ(kept, problem.code.modulus.decode(problem.code.modulus.encode(kept, 0)));
        EXPECT_NEAR(kept / floats.modulus[i], 1, problem.code.modulus.most_error() + 1e-7);
        moved = moved || kept != floats.modulus[i];
    }
    EXPECT_TRUE(moved);
    EXPECT_GT(coded.report.storage_error_m_s, 0);
    EXPECT_LT(coded.report.storage_error_m_s, 1e-4 * 256);
    EXPECT_EQ(exact.report.storage_error_m_s, 0);
    EXPECT_EQ(coded.forecast.memory.medium, exact.forecast.memory.medium);  // a CPU computes with floats
    PlanOptions options;
    options.precision = Precision::float64;
    const PlanSketch sketch = sketch_plan(draft_plan(scene, options), test::small_machine(), options);
    EXPECT_EQ(sketch.courant(), coded.courant());
    EXPECT_EQ(sketch.report.storage_error_m_s, coded.report.storage_error_m_s);
}

/// Light nodes beside heavy ones couple more strongly than any one medium.
TEST(MediumDensity, LowersTheTimeStepWhereDensitiesDifferMuch) {
    Scene scene = water_column();
    scene.medium.averaging = Averaging::node;
    scene.medium.layers = Medium::Layers{2, {3 * cell}, {256, 256}, {1000, 1500}};
    const Plan mild = plan_of(scene);
    const double of_one_density = 2 / (std::sqrt(2) * 2.33333);
    EXPECT_LT(mild.decision.courant_limit, of_one_density);
    EXPECT_GT(mild.decision.courant_limit, 0.99 * of_one_density);
    EXPECT_TRUE(mild.report.warnings.empty() || mild.report.warnings.back().find("Courant") == std::string::npos);
    scene.medium.layers->densities_kg_m3 = {1000, 1.2};
    const Plan wild = plan_of(scene);
    EXPECT_LT(wild.decision.courant_limit, 0.9 * mild.decision.courant_limit);
    EXPECT_NEAR(wild.courant(), 0.999 * wild.decision.courant_limit, 1e-9);
    EXPECT_NEAR(wild.decision.time_step_s, wild.courant() * cell / 256, 1e-12);
    EXPECT_THAT(wild.report.warnings.back(), ::testing::HasSubstr("lower the limit of the Courant number"));
}

/// What a layer damps in a step is exp(-rate T), and snapshots are counted in steps: both follow the lowered time step.
TEST(MediumDensity, WhatCountsInTimeStepsFollowsTheLoweredOne) {
    Scene scene = water_column();
    scene.medium.averaging = Averaging::node;
    scene.boundaries.kind[static_cast<std::size_t>(Side::z_max)] = SideKind::absorbing;
    scene.boundaries.layer[static_cast<std::size_t>(Side::z_max)].cells = 3;
    scene.outputs.snapshots = SnapshotOutput{0.003, std::nullopt, 1, false, true};
    const auto with = [&](double upper_density) {
        scene.medium.layers = Medium::Layers{2, {3 * cell}, {256, 256}, {1000, upper_density}};
        return plan_of(scene);
    };
    const Plan mild = with(1500), wild = with(1.2);
    const auto decay = [](const Plan& plan) { return plan.decision.shape.layers.decay[2].back(); };

    EXPECT_LT(wild.courant(), 0.9 * mild.courant());
    EXPECT_NEAR(std::log(decay(wild)) / std::log(decay(mild)), wild.courant() / mild.courant(), 1e-9);
    EXPECT_DOUBLE_EQ(wild.decision.snapshots->every_steps, 0.003 / wild.decision.time_step_s);
}

TEST(MediumDensity, RefusesWhatIsNotKnownToBeStable) {
    Scene scene = water_column();
    scene.medium.layers = Medium::Layers{2, {3 * cell}, {256, 200}, {1000, 1500}};
    EXPECT_THAT(faults_of(scene), ::testing::IsEmpty());
    Scene walls = scene;
    walls.boundaries.side[0] = test::admittance(0.2);
    EXPECT_THAT(
        faults_of(walls),
        ElementsAre("boundaries: walls with losses beside a medium whose density varies are not known to be stable"));
    Scene whole = scene;
    whole.boundaries.walls = WallForm::whole;
    EXPECT_THAT(faults_of(whole),
                ElementsAre(::testing::HasSubstr("boundaries.walls: walls on the nodes do not go with")));
    Scene solids = scene;
    solids.solids = {{"block", {0, 0, 0}, {cell, 0, cell}, {}}};
    EXPECT_THAT(faults_of(solids),
                ElementsAre(::testing::HasSubstr("solids: solids in a medium whose density varies")));
    Scene compact = scene;
    compact.grid.stencil.name = "compact-57-opt";
    EXPECT_THAT(faults_of(compact),
                ElementsAre(::testing::HasSubstr("grid.stencil: a density that varies needs differences along")));
    Scene wide = scene;
    wide.grid.stencil.name = "leggy-13";
    EXPECT_THAT(faults_of(wide),
                ElementsAre(::testing::HasSubstr("grid.stencil: the differences of a density that varies are of")));
    Scene too_few = scene;
    too_few.medium.layers->densities_kg_m3.pop_back();
    EXPECT_THAT(faults_of(too_few), ElementsAre(::testing::HasSubstr("medium: every layer needs a density, or none")));
    Scene negative = scene;
    negative.medium.layers->densities_kg_m3[0] = -1;
    EXPECT_THAT(faults_of(negative), ElementsAre(::testing::HasSubstr("medium: every density must be above 0")));
}

}  // namespace
}  // namespace wavesim
