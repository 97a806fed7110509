// SPDX-License-Identifier: MIT
#include "io/scene/mesh_template.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
    const std::string text = scene_of_mesh(folder.path() / "models/hall.obj", folder.path(), "m", "z");
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
    EXPECT_THAT(scene_of_mesh(corpus() / "hall.obj", folder.path(), "m", "z"), HasSubstr("--data DIR"));
}

TEST(MeshTemplate, DoubtsMetresThatAreLikelyMillimetres) {
    EXPECT_THAT(scene_of_mesh(corpus() / "millimetres.obj", {}, "m", "z"), HasSubstr("start again with --unit mm"));
    const std::string text = scene_of_mesh(corpus() / "millimetres.obj", {}, "mm", "z");
    EXPECT_THAT(text, testing::Not(HasSubstr("start again")));
    EXPECT_THAT(text, HasSubstr("5 x 3 x 2 m"));
    EXPECT_THROW(scene_of_mesh(corpus() / "nan.obj", {}, "m", "z"), InputFileError);
}

}  // namespace
}  // namespace wavesim
