// SPDX-License-Identifier: MIT
#include "solvers/ways/open_sides.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/space/mesh_shapes.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::faults_of;
using test::plan_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A rigid room of 20 x 16 x 12 cells, open at x_min (8 cells) and z_max (5 cells).
Scene open_room(const std::string& stencil = "leggy-2") {
    Scene scene = test::small_room(stencil);
    scene.boundaries.kind[0] = SideKind::absorbing;
    scene.boundaries.layer[0].cells = 8;
    scene.boundaries.kind[5] = SideKind::absorbing;
    scene.boundaries.layer[5].cells = 5;
    return scene;
}

TEST(OpenSides, LieOutsideTheDomain) {
    Scene scene = open_room();
    scene.outputs.snapshots = SnapshotOutput{0.01, SnapshotOutput::Plane{0, 3.5 * cell}, 1, false, true};
    const Plan plan = plan_of(scene);

    EXPECT_EQ(plan.grid(), (Extent{28, 16, 17}));
    EXPECT_EQ(plan.grid(), plan.grid());
    EXPECT_THAT(plan.decision.shape.layers.width, ElementsAre(8, 0, 0, 0, 0, 5));
    EXPECT_EQ(plan.decision.shape.halo[0], HaloRule::zero);
    EXPECT_EQ(plan.decision.shape.halo[1], HaloRule::mirror_half);
    EXPECT_THAT(common_part(plan.problem).sources[0].at.nodes, ElementsAre(plan.grid().index(8 + 5, 4, 3)));
    EXPECT_EQ(plan.decision.sources[0].position, scene.sources[0].position);
    EXPECT_EQ(plan.decision.snapshots->box.from, (Node{8 + 3, 0, 0}));
    EXPECT_EQ(plan.decision.snapshots->box.to, (Node{8 + 4, 16, 12}));
    EXPECT_EQ(plan.report.geometry.size_m, scene.size_m);
    EXPECT_DOUBLE_EQ(plan.report.geometry.volume_m3, 20 * 16 * 12 * cell * cell * cell);
    EXPECT_EQ(plan.report.geometry.areas.size(), 4U);
    EXPECT_GT(plan.forecast.memory.fields, plan_of(test::small_room("leggy-2")).forecast.memory.fields);
    EXPECT_THAT(describe_open_sides(plan),
                ElementsAre("x_min: absorbing layer of 8 cells outside the domain, order-4 differences, R0 1.0e-05",
                            "z_max: absorbing layer of 5 cells outside the domain, order-4 differences, R0 1.0e-05"));
    EXPECT_LT(error_budget(plan).layer_reflection_db, -20);
    EXPECT_THAT(describe(error_budget(plan)), ::testing::Contains(HasSubstr("absorbing layers: about")));
}

TEST(OpenSides, TablesRiseTowardsTheOutside) {
    const AbsorbingLayers layers = plan_of(open_room()).decision.shape.layers;
    EXPECT_EQ(layers.half_order, 2);
    EXPECT_FALSE(layers.averaged);
    EXPECT_TRUE(layers.decay[1].empty());
    ASSERT_EQ(layers.gain[0].size(), 28U);
    EXPECT_LT(layers.gain[0][0], layers.gain[0][1]);
    EXPECT_LT(layers.gain[0][7], 0);
    EXPECT_EQ(layers.gain[0][8], 0);
    EXPECT_EQ(layers.gain[2][11], 0);
    EXPECT_LT(layers.gain[2][12], 0);
    EXPECT_LT(layers.gain[2][16], layers.gain[2][12]);
}

/// A layer below moves every height by its cells: of the slice's plane and of its corners.
TEST(OpenSides, SlicesStandAtTheirHeightAboveALayer) {
    Scene scene = test::small_room("leggy-2");
    scene.boundaries.kind[2] = scene.boundaries.kind[4] = SideKind::absorbing;
    scene.boundaries.layer[2].cells = 6;
    scene.boundaries.layer[4].cells = 8;
    for (const auto& [axis, at] : {std::pair(1, 9.4), std::pair(2, 3.4)}) {
        scene.outputs.snapshots = SnapshotOutput{0.01, SnapshotOutput::Plane{axis, at * cell}, 1, false, true};
        const NodeBox box = plan_of(scene).decision.snapshots->box;
        EXPECT_EQ(box.from, (axis == 1 ? Node{0, 6 + 9, 8} : Node{0, 6, 8 + 3})) << axis;
        EXPECT_EQ(box.to, (axis == 1 ? Node{20, 6 + 10, 8 + 12} : Node{20, 6 + 16, 8 + 4})) << axis;
    }
}

/// With two sources alpha_0 = pi f X / c is that of f = max_frequency / 2.5, with one that of its own frequency. The
/// outermost of n damped cells has decay e^{-d courant} and the innermost e^{-(d / n^2 + alpha_0 (1 - 1/n)) courant}.
TEST(OpenSides, LayersAreMadeForTheFrequencyOfTheirSources) {
    Scene scene = open_room();
    const auto alpha = [&] {
        const Plan plan = plan_of(scene);
        const std::vector<double>& decay = plan.decision.shape.layers.decay[0];
        const double n = 8;
        const double outermost = -std::log(decay[0]) / plan.courant();
        const double innermost = -std::log(decay[7]) / plan.courant();
        return (innermost - outermost / (n * n)) / (1 - 1 / n);
    };
    scene.grid.max_frequency_hz = 500;
    const double per_hz = std::numbers::pi * cell / test::sound_speed;
    EXPECT_NEAR(alpha(), scene.sources[0].signal.frequency_hz * per_hz, 1e-9);
    scene.sources.push_back(scene.sources[0]);
    EXPECT_NEAR(alpha(), 500 / 2.5 * per_hz, 1e-9);
}

TEST(OpenSides, AveragedLayersTakeTenCells) {
    Scene scene = open_room("compact-57-opt");
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 9;
    EXPECT_THAT(faults_of(scene), ElementsAre("boundaries: absorbing layers beside compact-57-opt take 10 cells at "
                                              "least, this one has 9"));
    scene.grid.stencil.name = "auto";
    EXPECT_FALSE(plan_of(scene).decision.shape.layers.averaged);
    scene.grid.stencil.name = "compact-57-opt";
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 10;
    EXPECT_TRUE(plan_of(scene).decision.shape.layers.averaged);
}

TEST(OpenSides, LayersTakeThreeCells) {
    Scene scene = open_room("leggy-2");
    scene.boundaries.layer[static_cast<std::size_t>(Side::z_max)].cells = 2;
    EXPECT_THAT(faults_of(scene),
                ElementsAre("boundaries: absorbing layers beside leggy-2 take 3 cells at least, this one has 2"));
    scene.boundaries.layer[static_cast<std::size_t>(Side::z_max)].cells = 3;
    EXPECT_THAT(faults_of(scene), testing::IsEmpty());
    scene.grid.stencil.name = "auto";
    scene.boundaries.layer[static_cast<std::size_t>(Side::z_max)].cells = 1;
    EXPECT_THAT(faults_of(scene), ElementsAre(testing::EndsWith("take 3 cells at least, this one has 1")));
}

/// Beside compact-305-me8 at its Courant number of 1 noise grew 10^17 times in 1000 steps.
TEST(OpenSides, FewStencilsHaveNoStableLayers) {
    std::vector<std::string> without;
    for (const CatalogueEntry& entry : stencil_catalogue()) {
        const double courant = entry.tuned_courant > 0 ? entry.tuned_courant : entry.courant_max;
        if (!layer_form(make_stencil(entry.name, 3, courant), 0.999 * courant).why_not.empty())
            without.push_back(entry.name);
    }
    EXPECT_THAT(without, ElementsAre("compact-123-me4", "compact-257-me6", "compact-305-me8"));
}

TEST(OpenSides, AFreeSurfaceCostsNothing) {
    Scene scene = test::small_room("leggy-2");
    scene.boundaries.kind[4] = SideKind::free_surface;
    const Plan plan = plan_of(scene);

    EXPECT_EQ(plan.decision.shape.halo[4], HaloRule::odd_half);
    EXPECT_EQ(plan.forecast.memory.fields, plan_of(test::small_room("leggy-2")).forecast.memory.fields);
    EXPECT_EQ(plan.report.geometry.areas.size(), 5U);
    EXPECT_THAT(describe_open_sides(plan), ElementsAre(HasSubstr("z_min: free surface")));
    EXPECT_FALSE(plan.decision.shape.layers.any());
}

TEST(OpenSides, TheMediumGoesOnIntoTheLayers) {
    Scene scene = open_room();
    scene.medium.averaging = Averaging::node;
    scene.medium.layers = Medium::Layers{0, {10 * cell}, {200, 256}};
    const Plan plan = plan_of(scene);
    ASSERT_EQ(common_part(plan.problem).factors.of_node.size(), static_cast<std::size_t>(plan.grid().nodes()));
    const auto factor = [&](std::int64_t x, std::int64_t z) {
        return common_part(plan.problem).factors.of_node[static_cast<std::size_t>(plan.grid().index(x, 3, z))];
    };
    EXPECT_EQ(factor(0, 0), factor(17, 0));
    EXPECT_EQ(factor(18, 0), 1.0F);
    EXPECT_LT(factor(17, 16), 1.0F);
    EXPECT_EQ(factor(27, 16), 1.0F);
}

TEST(OpenSides, RefuseWhatIsNotStableOrSilent) {
    Scene near_solid = open_room();
    near_solid.solids = {{"box", {1 * cell, 4 * cell, 4 * cell}, {3 * cell, 7 * cell, 7 * cell}, {}}};
    EXPECT_THAT(
        faults_of(near_solid),
        ElementsAre("solids[0].box: the solid 'box' lies 1 cell from x_min, an absorbing layer; 2 are needed there"));
    near_solid.solids[0].from.x = 2 * cell;
    EXPECT_THAT(faults_of(near_solid), ::testing::IsEmpty());
    near_solid.solids[0].from.x = 0;
    EXPECT_THAT(faults_of(near_solid), ::testing::IsEmpty()) << "it goes on through the layer";
    near_solid.solids[0].to.x = 1 * cell;
    EXPECT_THAT(
        faults_of(near_solid),
        ElementsAre("solids[0].box: the solid 'box' is 1 cell thick where it runs into x_min, an absorbing layer; "
                    "the stencil needs 2 there"));
    near_solid.grid.stencil.name = "compact-27-iwb";
    near_solid.boundaries.layer[0].cells = near_solid.boundaries.layer[5].cells = 10;
    EXPECT_THAT(faults_of(near_solid),
                ElementsAre("solids[0].box: the solid 'box' runs into x_min, an absorbing layer, where only leggy "
                            "stencils treat solids"));
    near_solid.grid.stencil.name = "auto";
    EXPECT_EQ(radius(plan_of(near_solid).decision.shape.stencil), 1);

    Scene thin = open_room("leggy-20");
    EXPECT_THAT(faults_of(thin),
                ElementsAre(HasSubstr("the domain has 12 cells along z between absorbing layers, leggy-20 needs 20")));

    Scene whole = open_room();
    whole.boundaries.walls = WallForm::whole;
    EXPECT_THAT(faults_of(whole), ElementsAre(HasSubstr("need half-cell walls")));

    Scene silent = test::small_room();
    silent.boundaries.kind[0] = SideKind::free_surface;
    silent.sources[0].position.x = 0;
    EXPECT_THAT(faults_of(silent),
                ElementsAre("sources[0].position: the source lies on the free surface x_min, where the pressure is 0"));

    Scene compared = open_room();
    compared.outputs.compare = ExactReference::shoebox;
    EXPECT_THAT(faults_of(compared), ElementsAre(HasSubstr("outputs.compare")));
}

/// A block of a mesh that ends so many cells before each side, where all other sides are walls.
TEST(OpenSides, RefuseMeshesThatComeNearToThem) {
    for (const Side side : all_sides)
        for (const std::int64_t away : {0, 1, 2}) {
            Scene scene = test::small_room("leggy-2");
            scene.sources[0].position = {3.5 * cell, 3.5 * cell, 3.5 * cell};
            scene.receivers.resize(0);
            const auto axis = static_cast<std::size_t>(axis_of(side));
            std::array<double, 3> from{8 * cell, 7 * cell, 5 * cell}, to{11 * cell, 10 * cell, 8 * cell};
            const double gap = static_cast<double>(away) * cell;
            if (is_max(side))
                to[axis] = scene.size_m.along(static_cast<int>(axis)) - gap;
            else
                from[axis] = gap;
            TriangleMesh mesh;
            test::add_box(mesh, {from[0], from[1], from[2]}, {to[0], to[1], to[2]}, 0);
            scene.geometry = test::walls_of(mesh, MeshWalls::Air::open, {{}});
            scene.boundaries.kind[static_cast<std::size_t>(side)] = SideKind::free_surface;

            const std::string name(word_of(side));
            if (away == 2)
                EXPECT_THAT(faults_of(scene), ::testing::IsEmpty()) << name;
            else
                EXPECT_THAT(faults_of(scene), ElementsAre("geometry: the mesh of 'mesh.obj' comes within " +
                                                          std::string(away == 0 ? "1 cell" : "2 cells") + " of " +
                                                          name + ", which is no wall; 2 are needed there"));
        }
}

/// With layers on every side the free field is compared to the end.
TEST(OpenSides, FreeFieldIsComparedToTheEnd) {
    Scene scene = test::small_room("leggy-4");
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 12;
    scene.grid.courant_fraction = 0.3;
    scene.duration_s = 100 * cell / test::sound_speed;
    scene.outputs.compare = ExactReference::free_field;
    const Comparison comparison = test::compare(scene);
    EXPECT_EQ(comparison.receivers[0].compared_steps, comparison.steps);
    EXPECT_LT(comparison.worst(), 5e-3);
    RecordProperty("worst", std::to_string(comparison.worst()));
}

}  // namespace
}  // namespace wavesim
