// SPDX-License-Identifier: MIT
// Depths and world coordinates: a scene with z down and an origin of its own means what its mirror image with z up
// means, number by number.
#include "solvers/scene/frame.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "io/scene/reader.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

std::string scene_text(const std::string& domain, const std::string& more) {
    return "wavesim: 1\nname: framed\ndomain: " + domain + "\ngrid: {spacing: 10}\ntime: {duration: 0.1}\n" + more;
}

Scene read(const std::string& text, const fs::path& folder = ".") {
    return parse_scene(text, folder / "framed.yaml", {}).scene;
}

/// A block of 400 x 200 x 300 m in world coordinates, z down from 50 m above the datum.
const std::string down = scene_text("{size: [400, 200, 300], origin: [1000, 2000, -50], vertical: down}", R"(
medium:
  layers: {interfaces: [50, 150], sound_speeds: [1500, 2000, 3000], densities: [1000, 2000, 2500]}
  boxes: [{box: {from: [1100, 2050, 60], to: [1200, 2100, 100]}, sound_speed: 1800}]
  lenses: [{centre: [1300, 2100, 200], radius: 30, sound_speed: 3500}]
boundaries: {z_min: free_surface, floor: absorbing}
sources: [{position: [1100, 2100, -40], signal: {kind: ricker, peak_frequency: 10}}]
receivers:
  - {line: {from: [1050, 2100, 0], to: [1350, 2100, 240], count: 3}}
  - {streamer: {offset: 20, interval: 10, count: 2, z: -45}}
survey: {shots: [[1100, 2100, -40], [1150, 2100, -30]]}
outputs: {snapshots: {every: 10 ms, slice: {z: 170}}}
)");
const std::string up = scene_text("{size: [400, 200, 300]}", R"(
medium:
  layers: {interfaces: [100, 200], sound_speeds: [3000, 2000, 1500], densities: [2500, 2000, 1000]}
  boxes: [{box: {from: [100, 50, 150], to: [200, 100, 190]}, sound_speed: 1800}]
  lenses: [{centre: [300, 100, 50], radius: 30, sound_speed: 3500}]
boundaries: {z_max: free_surface, floor: absorbing}
sources: [{position: [100, 100, 290], signal: {kind: ricker, peak_frequency: 10}}]
receivers:
  - {line: {from: [50, 100, 250], to: [350, 100, 10], count: 3}}
  - {streamer: {offset: 20, interval: 10, count: 2, z: 295}}
survey: {shots: [[100, 100, 290], [150, 100, 280]]}
outputs: {snapshots: {every: 10 ms, slice: {z: 80}}}
)");

TEST(SceneFrame, DepthsAreHeightsOfTheMirrorImage) {
    const Scene a = read(down);
    const Scene b = read(up);

    EXPECT_EQ(a.medium.layers->interfaces_m, b.medium.layers->interfaces_m);
    EXPECT_EQ(a.medium.layers->sound_speeds_m_s, b.medium.layers->sound_speeds_m_s);
    EXPECT_EQ(a.medium.layers->densities_kg_m3, b.medium.layers->densities_kg_m3);
    EXPECT_EQ(a.medium.boxes[0].from, b.medium.boxes[0].from);
    EXPECT_EQ(a.medium.boxes[0].to, b.medium.boxes[0].to);
    EXPECT_EQ(a.medium.lenses[0].centre, b.medium.lenses[0].centre);
    EXPECT_EQ(a.boundaries.kind, b.boundaries.kind);
    EXPECT_EQ(a.sources[0].position, b.sources[0].position);
    ASSERT_EQ(a.receivers.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(a.receivers[i].position, b.receivers[i].position) << i;
    EXPECT_EQ(a.survey->shots, b.survey->shots);
    EXPECT_EQ(a.outputs.snapshots->plane->at_m, b.outputs.snapshots->plane->at_m);
    EXPECT_EQ(a.frame.users(a.sources[0].position), (Point{1100, 2100, -40}));
    EXPECT_EQ(a.frame.elevation(a.sources[0].position.z), 40);
}

TEST(SceneFrame, SolidsGradientsAndSides) {
    const Scene a = read(R"(wavesim: 1
domain: {size: [4, 3], vertical: down}
grid: {spacing: 0.25}
time: {duration: 0.1}
medium: {gradient: {from: 0.5, to: 2, sound_speeds: [300, 400]}}
boundaries: {z_max: {admittance: 0.2}, ceiling: {admittance: 0.1}}
solids:
  - {box: {from: [1, 0.25], to: [2, 1]}}
  - {sheet: {from: [1, 1.5], to: [2, 1.5], low: {absorption: 0.3}}}
sources: [{position: [3, 2], signal: {kind: impulse}}]
receivers: [{position: [3, 1]}]
)");

    EXPECT_EQ(a.medium.gradient->from_m, 1);
    EXPECT_EQ(a.medium.gradient->to_m, 2.5);
    EXPECT_EQ(a.medium.gradient->sound_speeds_m_s, (std::array<double, 2>{400, 300}));
    EXPECT_EQ(a.solids[0].from, (Point{1, 0, 2}));
    EXPECT_EQ(a.solids[0].to, (Point{2, 0, 2.75}));
    EXPECT_EQ(a.solids[1].from, (Point{1, 0, 1.5}));
    EXPECT_EQ(a.solids[1].upper_surface().value, 0.3);  // the face at smaller depths lies above
    EXPECT_EQ(a.solids[1].surface.kind, SurfaceLaw::Kind::rigid);
    EXPECT_EQ(a.boundaries.side[static_cast<std::size_t>(Side::z_min)].value, 0.2);  // below, which users call z_max
    EXPECT_EQ(a.boundaries.side[static_cast<std::size_t>(Side::z_max)].value, 0.1);
}

TEST(SceneFrame, TheResolvedSceneSpeaksAsItsUserDoes) {
    for (const std::string& text : {down, up}) {
        const Scene scene = read(text);
        const Scene again = read(scene.canonical);
        EXPECT_EQ(again.canonical, scene.canonical);
        EXPECT_EQ(again.hash, scene.hash);
    }
    EXPECT_NE(read(down).hash, read(up).hash);
    EXPECT_NE(read(down).canonical.find(R"("origin":[1000.0,2000.0,-50.0])"), std::string::npos);
    EXPECT_EQ(read(up).canonical.find("vertical"), std::string::npos);
}

TEST(SceneFrame, FaultsNameTheCoordinatesOfTheUser) {
    std::string text = down;
    text.replace(text.find("[1100, 2100, -40], signal"), 17, "[1100, 2100, 251]");
    try {
        read(text);
        FAIL() << "accepted";
    } catch (const SceneFileError& error) {
        EXPECT_NE(std::string(error.what())
                      .find("the source at [1100, 2100, 251] lies outside the domain (z runs from "
                            "-50 to 250 m)"),
                  std::string::npos)
            << error.what();
    }
}

class FramedModels : public testing::Test {
  protected:
    FramedModels() : folder_(fs::path(testing::TempDir()) / ("framed" + std::to_string(::getpid()))) {
        fs::create_directories(folder_);
    }
    ~FramedModels() override { fs::remove_all(folder_); }
    void write(const std::string& name, const std::vector<float>& values) {
        std::ofstream(folder_ / name, std::ios::binary)
            .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(4 * values.size()));
    }
    std::string rest() const {
        return "boundaries: {default: absorbing}\n"
               "sources: [{position: [15, 15], signal: {kind: ricker, peak_frequency: 10}}]\n"
               "receivers: [{position: [15, 15]}]\n";
    }
    fs::path folder_;
};

/// Madagascar writes a section as traces of depth: n1 = nz, d1, o1 = 0 is the fast axis and runs down from the surface,
/// n2 = nx the slow one. The file is 2 columns of 3 depths.
TEST_F(FramedModels, ASectionOfMadagascarIsReadAsItIs) {
    write("vel.rsf@", {1500, 2000, 2500, 1510, 2010, 2510});
    fs::rename(folder_ / "vel.rsf@", folder_ / "vel.bin");
    const std::string model =
        "medium: {model: {file: vel.bin, axes: [x, z], shape: [2, 3], spacing: [10, 10], units: "
        "m/s, origin: [5, 5]}}\n";

    const Scene a = read(scene_text("{size: [20, 30], vertical: down}", model + rest()), folder_);

    // Solvers go up from the bottom, x fastest: the deepest row first.
    EXPECT_EQ(a.medium.grid->values->values, (std::vector<float>{2500, 2510, 2000, 2010, 1500, 1510}));
}

TEST_F(FramedModels, ACornerIsTheOneWithTheSmallestCoordinates) {
    write("vel.bin", {1500, 2000, 2500, 1510, 2010, 2510});
    const std::string model =
        "medium: {model: {file: vel.bin, axes: [x, z], shape: [2, 3], spacing: [10, 10], units: "
        "m/s, origin: [100, -20], registration: corner}}\n";

    const Scene a = read(scene_text("{size: [20, 30], origin: [100, -20], vertical: down}",
                                    model + "boundaries: {default: absorbing}\n"
                                            "sources: [{position: [115, -5], signal: {kind: ricker, peak_frequency: "
                                            "10}}]\nreceivers: [{position: [115, -5]}]\n"),
                         folder_);

    EXPECT_EQ(a.medium.grid->values->values, (std::vector<float>{2500, 2510, 2000, 2010, 1500, 1510}));
}

/// Devito's z is a depth, and the symmetry axis of its TTI operators is (sin theta cos phi, sin theta sin phi,
/// cos theta) along x, y, z. Solvers, whose z goes up, need it as the same line in space.
TEST_F(FramedModels, TiltsLeanAsInDevito) {
    write("theta.bin", {30, 20, 10, 30, 20, 10});
    const std::string tti =
        "medium: {layers: {interfaces: [10, 20], sound_speeds: [1500, 2000, 2500]}}\n"
        "tti:\n  epsilon: 0.2\n  theta: 40\n"
        "  layers: [{theta: 0}, {theta: 10}, {theta: 20, epsilon: 0.3}]\n"
        "  boxes: [{box: {from: [0, 0], to: [10, 10]}, theta: 15}]\n";

    const Scene a = read(scene_text("{size: [20, 30], vertical: down}", tti + rest()), folder_);
    const Scene b = read(scene_text("{size: [20, 30], vertical: down}",
                                    "medium: {sound_speed: 2000}\n"
                                    "tti: {epsilon: 0.2, model: {theta: {file: theta.bin, axes: [x, z], shape: [2, 3], "
                                    "spacing: [10, 10], origin: [5, 5], units: degrees}}}\n" +
                                        rest()),
                         folder_);

    EXPECT_EQ(a.tti->everywhere.theta_degrees, -40);
    EXPECT_EQ(a.tti->layers[0].theta_degrees, -20);  // the deepest
    EXPECT_EQ(a.tti->layers[0].epsilon, 0.3);
    EXPECT_EQ(a.tti->layers[2].theta_degrees, 0);
    EXPECT_EQ(a.tti->boxes[0].inside.theta_degrees, -15);
    EXPECT_EQ(b.tti->grids[2]->values->values, (std::vector<float>{-10, -10, -20, -20, -30, -30}));
    EXPECT_EQ(read(a.canonical, folder_).hash, a.hash);
    EXPECT_EQ(read(b.canonical, folder_).hash, b.hash);
}

}  // namespace
}  // namespace wavesim
