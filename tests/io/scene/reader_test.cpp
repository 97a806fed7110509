// SPDX-License-Identifier: MIT
#include "io/scene/reader.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace wavesim {
namespace {

const char* const living_room = R"(wavesim: 1
name: living room
domain: {size: [6.0, 4.2, 2.7]}
grid: {max_frequency: 1 kHz, points_per_wavelength: 10, stencil: auto}
medium: {sound_speed: 343 m/s, density: 1.2 kg/m3}
time: {duration: 0.8 s}
boundaries: {default: {absorption: 0.1}, floor: {absorption: 0.3}, z_max: {admittance: 0.05}, x_min: rigid}
solids: [{box: {from: [1, 1, 0], to: [2, 2, 0.8]}, surface: {absorption: 0.4}}]
sources: [{name: speaker, position: [1.2, 1.0, 1.5], signal: {kind: ricker, peak_frequency: 400 Hz}}]
receivers: [{name: seat, position: [4.5, 2.9, 1.2]}, {line: {from: [1, 2, 1.2], to: [5, 2, 1.2], count: 9}}]
outputs: {traces: {wav: 48 kHz}, snapshots: {every: 2 ms, slice: {z: 1.2}, png: true}}
)";

TEST(SceneReader, ReadsTheWholeLivingRoom) {
    const Scene scene = parse_scene(living_room, "room.yaml", {}).scene;

    EXPECT_EQ(scene.name, "living room");
    EXPECT_EQ(scene.dims, 3);
    EXPECT_EQ(scene.size_m, (Point{6, 4.2, 2.7}));
    EXPECT_EQ(scene.grid.max_frequency_hz, 1000);
    EXPECT_EQ(scene.grid.spacing_m, std::nullopt);
    EXPECT_EQ(scene.grid.points_per_wavelength, 10);
    EXPECT_EQ(scene.grid.stencil.name, "auto");
    EXPECT_EQ(scene.duration_s, 0.8);
    const SurfaceLaw walls{"default", SurfaceLaw::Kind::absorption, 0.1, Incidence::random};
    EXPECT_EQ(scene.boundaries.side[static_cast<int>(Side::y_max)], walls);
    EXPECT_EQ(scene.boundaries.side[static_cast<int>(Side::x_min)].kind, SurfaceLaw::Kind::rigid);
    const SurfaceLaw floor{"floor", SurfaceLaw::Kind::absorption, 0.3, Incidence::random};
    EXPECT_EQ(scene.boundaries.side[static_cast<int>(Side::z_min)], floor);
    const SurfaceLaw ceiling{"z_max", SurfaceLaw::Kind::admittance, 0.05, Incidence::random};
    EXPECT_EQ(scene.boundaries.side[static_cast<int>(Side::z_max)], ceiling);
    ASSERT_EQ(scene.solids.size(), 1U);
    EXPECT_EQ(scene.solids[0].to, (Point{2, 2, 0.8}));
    EXPECT_EQ(scene.solids[0].surface.value, 0.4);
    ASSERT_EQ(scene.sources.size(), 1U);
    EXPECT_EQ(scene.sources[0].signal.frequency_hz, 400);
    EXPECT_EQ(scene.sources[0].signal.amplitude_pa_m, 1);
    ASSERT_EQ(scene.receivers.size(), 10U);
    EXPECT_EQ(scene.receivers[0].name, "seat");
    EXPECT_EQ(scene.receivers[1].name, "receiver 2");
    EXPECT_EQ(scene.receivers[2].position, (Point{1.5, 2, 1.2}));
    EXPECT_EQ(scene.receivers[9].position, (Point{5, 2, 1.2}));
    EXPECT_EQ(scene.outputs.traces.wav_rate_hz, 48000);
    ASSERT_TRUE(scene.outputs.snapshots);
    EXPECT_EQ(scene.outputs.snapshots->every_s, 0.002);
    EXPECT_EQ(scene.outputs.snapshots->plane->axis, 2);
    EXPECT_TRUE(scene.outputs.snapshots->png);
    EXPECT_EQ(scene.hash.size(), 16U);
}

TEST(SceneReader, CanonicalTextIsASceneWithTheSameHash) {
    const Scene scene = parse_scene(living_room, "room.yaml", {}).scene;

    const Scene again = parse_scene(scene.canonical, "other.yaml", {}).scene;

    EXPECT_EQ(again.canonical, scene.canonical);
    EXPECT_EQ(again.hash, scene.hash);
}

TEST(SceneReader, KeepsThePlacesOfKeys) {
    const SceneMarks marks = parse_scene(living_room, "room.yaml", {}).marks;

    EXPECT_EQ(marks.find("grid.stencil").line, 4);
    EXPECT_EQ(marks.find("grid.stencil").column, 66);
    EXPECT_EQ(marks.find("sources[0].position[1]").line, 9);
    EXPECT_EQ(marks.find("receivers[1].line.unknown").line, 10);
}

TEST(SceneReader, OverridesReplaceAddAndRemove) {
    const Scene scene = parse_scene(living_room, "room.yaml",
                                    {{"grid.max_frequency=", 1},
                                     {"grid.points_per_wavelength=null", 2},
                                     {"grid.spacing=4 cm", 3},
                                     {"sources[0].position[2]=1.25", 4},
                                     {"receivers[2]={position: [1, 1, 1], name: new}", 5}})
                            .scene;

    EXPECT_EQ(scene.grid.spacing_m, 0.04);
    EXPECT_EQ(scene.sources[0].position.z, 1.25);
    EXPECT_EQ(scene.receivers.back().name, "new");
}

TEST(SceneReader, ShowsEveryFaultInOrderOfPlace) {
    try {
        parse_scene("wavesim: 1\ndomain: {size: [3, -1, 2]}\ngird: {}\ntime: {duration: 5 parsec}\n", "bad.yaml",
                    {{"time.duration=1 kg/m3", 1}});
        FAIL() << "no fault was found";
    } catch (const SceneFileError& error) {
        EXPECT_STREQ(
            error.what(),
            "bad.yaml:1:1: sources: the key is missing (point sources; line sources in 2D)\n"
            "bad.yaml:1:1: receivers: nothing would be recorded (there are no receivers and no snapshots); add a "
            "receiver\n"
            "bad.yaml:2:20: domain.size[1]: is -1 m (must be greater than 0 m)\n"
            "bad.yaml:3:1: gird: unknown key; did you mean 'grid'?\n"
            "--set 1: time.duration: '1 kg/m3' is a density (a time is needed: s, ms or us)");
        EXPECT_EQ(error.faults()[3].rule, "unknown-key");
    }
}

class ShippedScene : public testing::TestWithParam<const char*> {};

TEST_P(ShippedScene, IsValidAndCanonical) {
    const std::filesystem::path file = std::filesystem::path(WAVESIM_SOURCE_DIR) / "scenes" / GetParam();

    const Scene scene = read_scene(file, {}).scene;

    EXPECT_EQ(parse_scene(scene.canonical, file, {}).scene.hash, scene.hash);
}
INSTANTIATE_TEST_SUITE_P(All, ShippedScene,
                         testing::Values("room.yaml", "shoebox_exact.yaml", "free_field.yaml", "barrier_2d.yaml"));

/// What is missing stands where its key stands.
TEST(SceneReader, AMissingValueHasThePlaceOfItsKey) {
    try {
        parse_scene("wavesim: 1\nname: hall\ndomain: {size: [6, 4, 3]}\ngrid:\n  spacing: 10 cm\ntime:\n  duration:\n",
                    "hall.yaml", {});
        FAIL() << "a duration is needed";
    } catch (const SceneFileError& error) {
        EXPECT_NE(std::string(error.what()).find("hall.yaml:7:3: time.duration: "), std::string::npos) << error.what();
    }
}

/// What other programs write of losses and shear waves has no key here, however it is spelt.
TEST(SceneReader, SaysWhatMediaDoNotHave) {
    const auto fault = [](const std::string& key) {
        try {
            parse_scene(living_room, "room.yaml", {{"medium." + key + "=3", 1}});
        } catch (const SceneFileError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    for (const std::string key : {"q", "Q", "qp", "Qp", "attenuation"})
        EXPECT_NE(fault(key).find("medium." + key +
                                  ": unknown key (media lose no sound here, so there is no quality factor)"),
                  std::string::npos)
            << fault(key);
    for (const std::string key : {"vs", "Vs", "shear_speed"})
        EXPECT_NE(fault(key).find("medium." + key + ": unknown key (shear waves are not computed)"), std::string::npos)
            << fault(key);
}

}  // namespace
}  // namespace wavesim
