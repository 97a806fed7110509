// SPDX-License-Identifier: MIT
#include "io/scene/mesh_template.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "io/input_file.hpp"
#include "io/scene/reader.hpp"
#include "io/small_plan.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

fs::path corpus() { return fs::path(WAVESIM_SOURCE_DIR) / "tests/corpus"; }

TEST(MeshTemplate, IsASceneWithTheMaterialsOfTheFileAndTheirAreas) {
    TemporaryFolder folder;
    fs::create_directory(folder.path() / "models");
    fs::copy_file(corpus() / "hall.obj", folder.path() / "models/hall.obj");
    const std::string text = scene_of_mesh({folder.path() / "models/hall.obj"}, folder.path(), "m", "z");
    EXPECT_THAT(text, HasSubstr("12 triangles, 5 x 3 x 2 m"));
    EXPECT_THAT(text, HasSubstr("\"seats\": {absorption: 0.1}   # 15 m2"));
    EXPECT_THAT(text, HasSubstr("\"plaster\": {absorption: 0.1}   # 47 m2"));
    const Scene scene = parse_scene(text, folder.path() / "scene.yaml", {}).scene;
    Machine machine;
    machine.threads = 1;
    PlanOptions options;
    options.backend = "cpu";
    const GeometryReport report = make_plan(scene, machine, options).report.geometry;  // nothing leaks
    EXPECT_NEAR(report.volume_m3, 5 * 3 * 2, 2);
    EXPECT_THAT(scene_of_mesh({corpus() / "hall.obj"}, folder.path(), "m", "z"), HasSubstr("--data DIR"));
}

TEST(MeshTemplate, NamesEveryFile) {
    TemporaryFolder folder;
    fs::copy_file(corpus() / "hall.obj", folder.path() / "hall.obj");
    std::ofstream(folder.path() / "board.ply")
        << "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
           "element face 1\nproperty list uchar int vertex_indices\nend_header\n1 1 1\n2 1 1\n1 2.5 1\n3 0 1 2\n";
    const std::string text =
        scene_of_mesh({folder.path() / "hall.obj", folder.path() / "board.ply"}, folder.path(), "m", "z");
    EXPECT_THAT(text, HasSubstr("'hall.obj and board.ply': 13 triangles, 5 x 3 x 2 m"));
    EXPECT_THAT(text, HasSubstr("\"board\": {absorption: 0.1}   # 0.75 m2"));
    EXPECT_THAT(text, testing::Not(HasSubstr("--data DIR")));
    const Scene scene = parse_scene(text, folder.path() / "scene.yaml", {}).scene;
    EXPECT_EQ(scene.geometry->mesh->triangles.size(), 13U);
    EXPECT_THAT(scene.geometry->mesh->materials, testing::ElementsAre("seats", "plaster", "board"));
}

TEST(MeshTemplate, DoubtsMetresThatAreLikelyMillimetres) {
    EXPECT_THAT(scene_of_mesh({corpus() / "millimetres.obj"}, {}, "m", "z"), HasSubstr("start again with --unit mm"));
    const std::string text = scene_of_mesh({corpus() / "millimetres.obj"}, {}, "mm", "z");
    EXPECT_THAT(text, testing::Not(HasSubstr("start again")));
    EXPECT_THAT(text, HasSubstr("5 x 3 x 2 m"));
    EXPECT_THROW(scene_of_mesh({corpus() / "nan.obj"}, {}, "m", "z"), InputFileError);
}

}  // namespace
}  // namespace wavesim
