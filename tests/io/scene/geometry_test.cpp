// SPDX-License-Identifier: MIT
// The key `geometry`; what is wrong with one stands in tests/corpus/bad_scenes.txt.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "io/scene/reader.hpp"
#include "io/small_plan.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"
#include "solvers/plan/plan_draft.hpp"

namespace wavesim {
namespace {

using nlohmann::json;

class SceneGeometry : public testing::Test {
  protected:
    SceneGeometry() { write(1); }

    /// The hall of the corpus, larger by a factor.
    void write(double scale) const {
        std::ifstream hall(std::string(WAVESIM_SOURCE_DIR) + "/tests/corpus/hall.obj");
        std::ofstream copy(folder_.path() / "hall.obj");
        for (std::string word; hall >> word;) {
            const bool starts_line = word == "v" || word == "f" || word == "g" || word == "usemtl" || word == "#";
            if (starts_line) copy << '\n';
            copy << (word == "v" ? "v" : word) << ' ';
            for (int i = 0; word == "v" && i < 3; ++i) {
                double x = 0;
                hall >> x;
                copy << x * scale << ' ';
            }
        }
    }
    Scene read(const json& scene) const { return parse_scene(scene.dump(), folder_.path() / "scene.yaml", {}).scene; }
    static json hall() {
        return json::parse(R"({"wavesim": 1, "name": "hall", "domain": {"size": [6, 4, 3]}, "grid": {"spacing": 0.1},
 "time": {"duration": 0.02}, "materials": {"plaster": {"absorption": 0.1}},
 "geometry": {"file": "hall.obj", "materials": {"seats": {"absorption": 0.5}}},
 "sources": [{"name": "S", "position": [1, 1, 1], "signal": {"kind": "ricker", "peak_frequency": 200}}],
 "receivers": [{"name": "R", "position": [2, 3, 1]}]})");
    }

    TemporaryFolder folder_;
};

TEST_F(SceneGeometry, HasTheSurfacesOfItsMaterialsByNameAndTheRestFromTheStar) {
    json scene = hall();
    const MeshWalls walls = *read(scene).geometry;
    EXPECT_EQ(walls.mesh->materials, (std::vector<std::string>{"seats", "plaster"}));
    EXPECT_EQ(walls.surfaces[0].value, 0.5);
    EXPECT_EQ(walls.surfaces[1].value, 0.1);  // a material of the scene with that name
    scene["geometry"]["materials"]["*"] = {{"absorption", 0.3}};
    EXPECT_EQ(read(scene).geometry->surfaces[1].value, 0.1);
    scene.erase("materials");
    EXPECT_EQ(read(scene).geometry->surfaces[1].value, 0.3);
}

TEST_F(SceneGeometry, StandsWhereUnitAxisAndOriginSay) {
    json scene = hall();
    EXPECT_EQ(corners_of_box(*read(scene).geometry->mesh)[0], (Point{0.5, 0.5, 0.5}));
    scene["grid"]["spacing"] = 0.01;
    scene["geometry"]["unit"] = "cm";
    scene["geometry"]["origin"] = {1, 2, 0.5};
    EXPECT_EQ(corners_of_box(*read(scene).geometry->mesh)[1],
              (Point{1 + 0.01 * 5.5, 2 + 0.01 * 3.5, 0.5 + 0.01 * 2.5}));
    scene["geometry"]["up"] = "y";  // x stays, y is that of -z, z that of y
    EXPECT_EQ(corners_of_box(*read(scene).geometry->mesh)[0],
              (Point{1 + 0.01 * 0.5, 2 - 0.01 * 2.5, 0.5 + 0.01 * 0.5}));
}

TEST_F(SceneGeometry, EnclosesTheAirOrStandsInIt) {
    json scene = hall();
    EXPECT_EQ(read(scene).geometry->air, MeshWalls::Air::enclosed);
    scene["geometry"]["air"] = "open";
    EXPECT_EQ(read(scene).geometry->air, MeshWalls::Air::open);
}

TEST_F(SceneGeometry, TheHashCoversEveryValueAndTheFile) {
    json scene = hall();
    scene["grid"]["spacing"] = 0.01;
    scene["geometry"]["origin"] = {0, 2, 0.01};
    scene["geometry"]["unit"] = "ft";
    const Scene read_scene = read(scene);
    const auto differs = [&](const char* path, const json& value) {
        json changed = scene;
        changed[json::json_pointer(path)] = value;
        return read(changed).hash != read_scene.hash;
    };
    EXPECT_TRUE(differs("/geometry/unit", "cm"));
    EXPECT_TRUE(differs("/geometry/up", "y"));
    EXPECT_TRUE(differs("/geometry/air", "open"));
    EXPECT_TRUE(differs("/geometry/origin", {0.1, 0, 0}));
    EXPECT_TRUE(differs("/geometry/materials/seats/absorption", 0.51));
    EXPECT_TRUE(differs("/materials/plaster/absorption", 0.11));
    EXPECT_FALSE(differs("/materials/plaster/absorption", 0.1));
    write(1.01);
    EXPECT_NE(read(scene).hash, read_scene.hash);
    EXPECT_THROW(read(json::parse(read_scene.canonical)), SceneFileError);  // it names the file as it was
}

TEST_F(SceneGeometry, AResolvedSceneIsTheSameScene) {
    const Scene scene = read(hall());
    const Scene again = read(json::parse(scene.canonical));
    EXPECT_EQ(again.hash, scene.hash);
    EXPECT_EQ(again.geometry->surfaces[1].value, 0.1);
}

/// Two cells of 0.17 m around a mesh of 5 x 3 x 2 m: 30, 18 and 12 cells hold it.
TEST_F(SceneGeometry, HasADomainAroundItWhereTheSceneHasNone) {
    json scene = hall();
    scene.erase("domain");
    scene["grid"]["spacing"] = 0.17;
    scene["geometry"]["origin"] = {-1000, 30, -2};
    scene["sources"][0]["position"] = {-998, 32, 0};
    scene["receivers"][0]["position"] = {-996, 33, -1};
    const Scene around = read(scene);
    EXPECT_EQ(around.dims, 3);
    for (const auto& [axis, cells] : {std::pair{0, 34}, {1, 22}, {2, 16}})
        EXPECT_NEAR(around.size_m.along(axis), cells * 0.17, 1e-12);
    const auto box = corners_of_box(*around.geometry->mesh);
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(box[0].along(axis), 2 * 0.17, 1e-10);
    EXPECT_EQ(around.frame.users(box[0]), (Point{-999.5, 30.5, -1.5}));
    EXPECT_NEAR(around.sources[0].position.x, 1.5 + 2 * 0.17, 1e-10);
    const Scene again = read(json::parse(around.canonical));
    EXPECT_EQ(again.hash, around.hash);
    EXPECT_EQ(again.size_m, around.size_m);
    scene["domain"] = {{"size", {34 * 0.17, 22 * 0.17, 16 * 0.17}},
                       {"origin", {-999.5 - 0.34, 30.5 - 0.34, -1.5 - 0.34}}};
    EXPECT_EQ(read(scene).sources[0].position, around.sources[0].position);
}

/// The hall and two chairs, boxes of 20 x 30 x 40 cm in a text STL without a name; one hangs in the air.
class GeometryOfFiles : public SceneGeometry {
  protected:
    GeometryOfFiles() {
        constexpr std::array<std::array<int, 4>, 6> faces{
            {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
        std::ofstream chair(folder_.path() / "chair.stl");
        chair << "solid\n";
        for (const auto& face : faces)
            for (const std::array<std::size_t, 3>& corners : {std::array<std::size_t, 3>{0, 1, 2}, {0, 2, 3}}) {
                chair << "facet normal 0 0 0\nouter loop\n";
                for (const std::size_t c : corners) {
                    const int bits = face.at(c);
                    chair << "vertex " << 20 * (bits & 1) << ' ' << 30 * (bits >> 1 & 1) << ' ' << 40 * (bits >> 2)
                          << '\n';
                }
                chair << "endloop\nendfacet\n";
            }
        chair << "endsolid\n";
    }
    static json furnished() {
        json scene = hall();
        scene["geometry"]["more"] = {{{"file", "chair.stl"}, {"unit", "cm"}, {"origin", {3, 2, 0.5}}},
                                     {{"file", "chair.stl"}, {"unit", "cm"}, {"origin", {4, 1, 1.5}}}};
        scene["materials"]["chair"] = {{"absorption", 0.7}};
        return scene;
    }
};

TEST_F(GeometryOfFiles, StandAsTheirEntriesSay) {
    PlanOptions options;
    options.backend = "cpu";
    Machine machine;
    machine.threads = 1;
    json scene = furnished();
    const Plan plan = make_plan(read(scene), machine, options);
    const GeometryReport& report = plan.report.geometry;
    EXPECT_EQ(report.mesh->file, "hall.obj and chair.stl");
    EXPECT_EQ(report.mesh->triangles, 12 + 2 * 12);
    EXPECT_NEAR(report.volume_m3, 5 * 3 * 2 - 2 * 0.2 * 0.3 * 0.4, 1e-9);
    ASSERT_EQ(report.areas.size(), 9U);
    EXPECT_EQ(report.areas[6].surface, "seats");
    EXPECT_NEAR(report.areas[6].m2, 15 - 0.2 * 0.3, 1e-9);  // one chair stands on them
    EXPECT_EQ(report.areas[8].surface, "chair");
    EXPECT_NEAR(report.areas[8].m2, 4 * 0.2 * 0.3 - 0.2 * 0.3 + 4 * 0.2 * 0.4 + 4 * 0.3 * 0.4, 1e-9);
    scene["geometry"]["origin"] = {0.1, 0, 0};  // of the hall alone
    EXPECT_EQ(corners_of_box(*read(scene).geometry->mesh)[0], (Point{0.6, 0.5, 0.5}));
    scene["geometry"]["more"][0].erase("origin");  // then that of the hall
    scene["geometry"]["air"] = "open";
    EXPECT_EQ(corners_of_box(*read(scene).geometry->mesh)[0], (Point{0.1, 0, 0}));
}

TEST_F(GeometryOfFiles, LieAllInADomainAroundThem) {
    json scene = furnished();
    scene.erase("domain");
    scene["geometry"]["more"][0]["origin"] = {7, 2, -0.5};
    const Scene around = read(scene);  // cells of 0.1 m; the hall ends at 5.5, 3.5 and 2.5 m
    EXPECT_NEAR(around.size_m.x, 7.2 - 0.5 + 0.4, 1e-12);
    EXPECT_NEAR(around.size_m.y, 3.5 - 0.5 + 0.4, 1e-12);
    EXPECT_NEAR(around.size_m.z, 2.5 + 0.5 + 0.4, 1e-12);
}

TEST_F(GeometryOfFiles, AreTheSameSceneWhenResolved) {
    json scene = furnished();
    const Scene once = read(scene);
    EXPECT_EQ(read(json::parse(once.canonical)).hash, once.hash);
    scene["geometry"]["more"][1]["origin"][0] = 4.1;
    EXPECT_NE(read(scene).hash, once.hash);
    std::ofstream(folder_.path() / "chair.stl", std::ios::app) << "\n";
    EXPECT_NE(read(furnished()).hash, once.hash);
    EXPECT_THROW(read(json::parse(once.canonical)), SceneFileError);
}

TEST_F(SceneGeometry, IsPlannedAsTheRoomThatItEncloses) {
    PlanOptions options;
    options.backend = "cpu";
    Machine machine;
    machine.threads = 1;
    const Plan plan = make_plan(read(hall()), machine, options);
    const GeometryReport& report = plan.report.geometry;
    EXPECT_NEAR(report.volume_m3, 5 * 3 * 2, 1e-9);
    ASSERT_EQ(report.areas.size(), 8U);
    EXPECT_EQ(report.areas[6].surface, "seats");
    EXPECT_NEAR(report.areas[6].asked_m2, 15, 1e-6);
    EXPECT_NEAR(report.areas[6].m2, 15, 1e-9);
    EXPECT_NEAR(report.areas[7].asked_m2, 15 + 2 * 10 + 2 * 6, 1e-6);
    EXPECT_EQ(report.mesh->triangles, 12);
    EXPECT_EQ(report.solid_shift_m, 0);
    EXPECT_EQ(sketch_plan(draft_plan(read(hall()), options), machine, options).forecast.memory.walls,
              plan.forecast.memory.walls);
}

}  // namespace
}  // namespace wavesim
