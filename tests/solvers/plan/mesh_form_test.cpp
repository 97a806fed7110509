// SPDX-License-Identifier: MIT
#include "solvers/plan/mesh_form.hpp"

#include <gtest/gtest.h>

#include "boundary/walls.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/space/mesh_shapes.hpp"
#include "solvers/space/solid_boxes.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using Form = MeshWalls::Form;

struct Chosen {
    MeshForm form;
    std::vector<Fault> faults;
};

Chosen chosen(Form asked, WallForm walls, const char* stencil, bool lossy) {
    Scene scene;
    scene.geometry.emplace();
    scene.geometry->form = asked;
    scene.boundaries.walls = walls;
    Chosen result;
    result.form = mesh_form(scene, make_stencil(stencil, 3), lossy, result.faults);
    return result;
}

TEST(MeshForm, AutoTakesTheBestThatTheStencilHas) {
    const auto automatic = [](WallForm walls, const char* stencil, bool lossy) {
        const Chosen result = chosen(Form::automatic, walls, stencil, lossy);
        EXPECT_TRUE(result.faults.empty()) << stencil;
        return result.form.form;
    };
    EXPECT_EQ(automatic(WallForm::vertex, "compact-27-iwb", true), Form::cut);
    EXPECT_EQ(automatic(WallForm::vertex, "leggy-1", true), Form::cut);
    EXPECT_EQ(automatic(WallForm::automatic, "leggy-1", false), Form::cut);
    EXPECT_EQ(automatic(WallForm::automatic, "leggy-1", true), Form::areas);
    EXPECT_EQ(automatic(WallForm::vertex, "leggy-4", true), Form::areas);
    EXPECT_EQ(chosen(Form::voxel, WallForm::vertex, "leggy-1", true).form.form, Form::voxel);
}

TEST(MeshForm, SaysWhatCutCellsNeed) {
    const Chosen stencil = chosen(Form::cut, WallForm::vertex, "leggy-2", true);
    ASSERT_EQ(stencil.faults.size(), 1U);
    EXPECT_EQ(stencil.faults[0].message, "cut cells are known for leggy-1 and compact-27-iwb, not for leggy-2");
    const Chosen ports = chosen(Form::cut, WallForm::half, "leggy-1", true);
    ASSERT_EQ(ports.faults.size(), 1U);
    EXPECT_EQ(ports.faults[0].message, "cut cells whose walls take sound need walls at the vertices");
    EXPECT_TRUE(chosen(Form::cut, WallForm::half, "leggy-1", false).faults.empty());
}

/// Where the scene leaves both open, slopes that absorb become cut cells with walls at the vertices, if the stencil has
/// them. A mesh without slopes needs none.
TEST(MeshForm, AutoPutsWallsAtTheVerticesForSlopesThatAbsorb) {
    using test::cell;
    const auto planned = [](const char* stencil, double turn, WallForm walls) {
        TriangleMesh mesh;
        test::add_box(mesh, {4 * cell, 3 * cell, 2 * cell}, {16 * cell, 12 * cell, 10 * cell}, 0);
        test::turn(mesh, {10 * cell, 8 * cell, 6 * cell}, turn, 0);
        Scene scene = test::small_room(stencil);
        scene.boundaries.walls = walls;
        scene.sources[0].position = {9.5 * cell, 8.5 * cell, 5.5 * cell};
        scene.receivers = {test::receiver("a", {11.5 * cell, 7.5 * cell, 6.5 * cell})};
        scene.geometry = test::walls_of(std::move(mesh), MeshWalls::Air::enclosed, {test::absorbing(0.2)});
        const Plan plan = test::plan_of(scene);
        return std::pair(plan.scene.boundaries.walls, plan.report.geometry.mesh->walls);
    };
    using Found = std::pair<WallForm, std::string>;
    EXPECT_EQ(planned("leggy-1", 0.3, WallForm::automatic), Found(WallForm::vertex, "cut"));
    EXPECT_EQ(planned("compact-27-iwb", 0.2, WallForm::automatic), Found(WallForm::vertex, "cut"));
    EXPECT_EQ(planned("leggy-4", 0.3, WallForm::automatic).second, "areas");
    EXPECT_EQ(planned("leggy-1", 0.3, WallForm::half), Found(WallForm::half, "areas"));
    EXPECT_NE(planned("leggy-1", 0, WallForm::automatic).first, WallForm::vertex);
}

/// A mesh of 300 materials, each of three surfaces: more than the mask holds, unless those that absorb alike are one.
TEST(MeshForm, MaterialsThatAbsorbAlikeAreOneSurfaceWhereThereAreTooMany) {
    for (const std::size_t count : {12U, 300U}) {
        TriangleMesh mesh;
        Scene scene;
        scene.geometry.emplace();
        for (std::size_t m = 0; m < count; ++m) {
            mesh.materials.push_back("m" + std::to_string(m));
            SurfaceLaw law;
            law.kind = SurfaceLaw::Kind::absorption;
            law.value = 0.1 + 0.1 * static_cast<double>(m % 3);
            scene.geometry->surfaces.push_back(law);
        }
        scene.geometry->mesh = std::make_shared<const TriangleMesh>(mesh);
        const SurfaceTable table = make_surfaces(scene);
        EXPECT_EQ(table.laws.size(), count == 12 ? 18U : 9U);
        ASSERT_EQ(table.of_mesh.size(), count);
        for (std::size_t m = 0; m < count; ++m)
            EXPECT_EQ(table.laws[table.of_mesh[m]].value, scene.geometry->surfaces[m].value) << m;
        EXPECT_TRUE(table.labels[6].starts_with("m0"));
    }
}

}  // namespace
}  // namespace wavesim
