// SPDX-License-Identifier: MIT
// What valid scenes mean: defaults, two dimensions, names, lists of points, materials, canonical text.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/scene/reader.hpp"

namespace wavesim {
namespace {

/// The smallest scene, and what is added to it.
Scene small_scene(const std::string& more = "", const std::string& receivers = "[{position: [1, 1, 1]}]") {
    return parse_scene(
               "wavesim: 1\ndomain: {size: [4, 3, 2]}\ngrid: {spacing: 10 cm}\ntime: {duration: 10 ms}\n"
               "sources: [{position: [1, 1, 1], signal: {kind: impulse}}]\nreceivers: " +
                   receivers + "\n" + more,
               "small.yaml", {})
        .scene;
}

Scene plane_scene(const std::string& more = "") {
    return parse_scene(
               "wavesim: 1\ndomain: {size: [400 cm, 3]}\ngrid: {spacing: 0.1}\ntime: {duration: 0.01}\n"
               "sources: [{position: [1, 2], signal: {kind: sine, frequency: 100}}]\n"
               "receivers: [{grid: {from: [0.5, 0.5], to: [1.5, 2.5], counts: [2, 3]}}]\n" +
                   more,
               "plane.yaml", {})
        .scene;
}

TEST(SceneMeaning, DefaultsAreTheDocumentedOnes) {
    const Scene scene = small_scene();

    EXPECT_EQ(scene.name, "small");
    EXPECT_EQ(scene.grid.spacing_m, 0.1);
    EXPECT_EQ(scene.grid.stencil.name, "auto");
    EXPECT_EQ(scene.grid.courant_fraction, std::nullopt);
    EXPECT_EQ(scene.medium.sound_speed_m_s, 343);
    EXPECT_EQ(scene.medium.density_kg_m3, 1.2);
    EXPECT_EQ(scene.boundaries.walls, WallForm::automatic);
    for (const SurfaceLaw& law : scene.boundaries.side) EXPECT_EQ(law.kind, SurfaceLaw::Kind::rigid);
    EXPECT_TRUE(scene.solids.empty());
    EXPECT_EQ(scene.sources[0].name, "source 1");
    EXPECT_EQ(scene.sources[0].placement, Placement::interpolated);
    EXPECT_EQ(scene.sources[0].time_filter, TimeFilter::automatic);
    EXPECT_EQ(scene.sources[0].signal.amplitude_pa_m, 1);
    EXPECT_EQ(scene.sources[0].signal.delay_s, std::nullopt);
    EXPECT_EQ(scene.receivers[0].name, "receiver 1");
    EXPECT_EQ(scene.outputs.traces.wav_rate_hz, std::nullopt);
    EXPECT_FALSE(scene.outputs.snapshots.has_value());
    EXPECT_EQ(scene.outputs.compare, ExactReference::none);
}

TEST(SceneMeaning, TwoNumbersMakeAPlane) {
    const Scene scene =
        plane_scene("solids: [{box: {from: [2, 0], to: [2.5, 1]}}]\noutputs: {snapshots: {every: 1 ms}}\n");

    EXPECT_EQ(scene.dims, 2);
    EXPECT_EQ(scene.size_m, (Point{4, 0, 3}));
    EXPECT_EQ(scene.sources[0].position, (Point{1, 0, 2}));
    EXPECT_EQ(scene.solids[0].to, (Point{2.5, 0, 1}));
    ASSERT_EQ(scene.receivers.size(), 6U);
    EXPECT_EQ(scene.receivers[1].position, (Point{1.5, 0, 0.5}));  // x runs fastest
    EXPECT_EQ(scene.receivers[5].position, (Point{1.5, 0, 2.5}));
    EXPECT_FALSE(scene.outputs.snapshots->plane.has_value());
    EXPECT_EQ(parse_scene(scene.canonical, "plane.yaml", {}).scene.hash, scene.hash);
}

TEST(SceneMeaning, SignalsKeepTheirNumbers) {
    const auto signal = [](const std::string& text) {
        return parse_scene(
                   "wavesim: 1\ndomain: {size: [4, 3]}\ngrid: {spacing: 1}\ntime: {duration: 1}\n"
                   "sources: [{position: [1, 1], placement: nearest, time_filter: off, signal: " +
                       text + "}]\nreceivers: [{position: [1, 1]}]\n",
                   "s.yaml", {})
            .scene.sources[0];
    };

    const SourceRequest source = signal("{kind: gaussian, width: 2 ms, amplitude: 3 kPa m, delay: 5 ms}");
    EXPECT_EQ(source.signal.kind, SignalKind::gaussian);
    EXPECT_EQ(source.signal.width_s, 0.002);
    EXPECT_EQ(source.signal.amplitude_pa_m, 3000);
    EXPECT_EQ(source.signal.delay_s, 0.005);
    EXPECT_EQ(source.placement, Placement::nearest_node);
    EXPECT_EQ(source.time_filter, TimeFilter::off);
    EXPECT_EQ(signal("{kind: dgauss, width: 2 ms}").signal.kind, SignalKind::dgauss);
    EXPECT_EQ(signal("{kind: impulse}").signal.kind, SignalKind::impulse);
    const SignalRequest sine = signal("{kind: sine, frequency: 1 kHz, ramp_cycles: 5}").signal;
    EXPECT_EQ(sine.kind, SignalKind::sine);
    EXPECT_EQ(sine.frequency_hz, 1000);
    EXPECT_EQ(sine.ramp_cycles, 5);
    EXPECT_EQ(signal("{kind: sine, frequency: 1 kHz}").signal.ramp_cycles, 3);
}

TEST(SceneMeaning, MaterialsAndSideNamesAreShorthand) {
    const Scene scene = small_scene(
        "materials: {brick: {absorption: 3 %}, foam: {absorption: 0.98, incidence: normal}}\n"
        "boundaries: {default: brick, left: foam, ceiling: {admittance: 0.2}, back: rigid, z_min: {absorption: 0}}\n"
        "solids: [{box: {from: [2, 1, 0], to: [3, 2, 1]}}]\n");
    const auto side = [&](Side which) { return scene.boundaries.side[static_cast<std::size_t>(which)]; };

    EXPECT_EQ(side(Side::x_max), (SurfaceLaw{"brick", SurfaceLaw::Kind::absorption, 0.03, Incidence::random}));
    EXPECT_EQ(side(Side::x_min), (SurfaceLaw{"foam", SurfaceLaw::Kind::absorption, 0.98, Incidence::normal}));
    EXPECT_EQ(side(Side::z_max), (SurfaceLaw{"ceiling", SurfaceLaw::Kind::admittance, 0.2, Incidence::random}));
    EXPECT_EQ(side(Side::y_max), (SurfaceLaw{"back", SurfaceLaw::Kind::rigid, 0, Incidence::random}));
    EXPECT_EQ(side(Side::z_min).kind, SurfaceLaw::Kind::rigid);  // nothing is absorbed
    EXPECT_EQ(scene.solids[0].surface, side(Side::x_max));       // solids take boundaries.default
    EXPECT_EQ(scene.solids[0].name, "solid 1");
}

TEST(SceneMeaning, SheetsHaveTwoFaces) {
    const Scene scene = small_scene(
        "materials: {wood: {absorption: 0.1}, felt: {absorption: 0.5}}\n"
        "solids:\n"
        "  - {name: top, sheet: {from: [1, 1, 0.7], to: [2, 1.8, 0.7], low: felt}, surface: wood}\n"
        "  - {name: screen, sheet: {from: [2.5, 1, 0], to: [2.5, 2, 1.5], high: felt}}\n"
        "  - {name: board, sheet: {from: [1, 2.2, 1], to: [2, 2.2, 2]}, surface: wood}\n");
    ASSERT_EQ(scene.solids.size(), 3U);
    EXPECT_TRUE(scene.any_sheet());
    const SolidBox &top = scene.solids[0], &screen = scene.solids[1], &board = scene.solids[2];
    EXPECT_EQ(top.across, 2);
    EXPECT_EQ(top.from, (Point{1, 1, 0.7}));
    EXPECT_EQ(top.to, (Point{2, 1.8, 0.7}));
    EXPECT_EQ(top.surface.name, "felt");
    EXPECT_EQ(top.upper_surface().name, "wood");
    EXPECT_EQ(screen.across, 0);
    EXPECT_EQ(screen.surface.kind, SurfaceLaw::Kind::rigid);
    EXPECT_EQ(screen.upper_surface().name, "felt");
    EXPECT_EQ(board.across, 1);
    EXPECT_FALSE(board.upper);
    EXPECT_EQ(board.upper_surface().name, "wood");
}

TEST(SceneMeaning, NamesCountReceivers) {
    const Scene scene = small_scene("",
                                    "[{position: [1, 1, 1]}, {line: {from: [1, 1, 1], to: [2, 1, 1], count: 2}}, "
                                    "{name: row, line: {from: [1, 1, 1], to: [2, 1, 1], count: 3}}, "
                                    "{name: seat, position: [1, 1, 1], placement: nearest}]");
    std::vector<std::string> names;
    for (const ReceiverRequest& receiver : scene.receivers) names.push_back(receiver.name);

    EXPECT_EQ(names,
              (std::vector<std::string>{"receiver 1", "receiver 2", "receiver 3", "row 1", "row 2", "row 3", "seat"}));
    EXPECT_EQ(scene.receivers[6].placement, Placement::nearest_node);
    EXPECT_EQ(scene.receivers[4].position.x, 1.5);
    EXPECT_EQ(scene.receivers[4].key, "receivers[2].line");
}

TEST(SceneMeaning, HashDependsOnMeaningOnly) {
    const std::string hash = small_scene().hash;

    EXPECT_EQ(small_scene("# a comment\nmedium: {density: 1.2, sound_speed: 0.343 km/s}\n").hash, hash);
    EXPECT_EQ(small_scene("boundaries: {default: rigid, floor: {absorption: 0}}\n").hash, hash);
    EXPECT_EQ(small_scene("\"name\": small\n").hash, hash);
    EXPECT_NE(small_scene("medium: {density: 1.21}\n").hash, hash);
    EXPECT_NE(small_scene("boundaries: {floor: {absorption: 0.01}}\n").hash, hash);
    EXPECT_NE(small_scene("outputs: {traces: {wav: 48 kHz}}\n").hash, hash);
    EXPECT_NE(small_scene("", "[{position: [1, 1, 1.0000000000000002]}]").hash, hash);
    EXPECT_NE(small_scene("name: other\n").hash, hash);
}

TEST(SceneMeaning, AnchorsRepeatValues) {
    const Scene scene =
        small_scene("materials: {brick: &brick {absorption: 0.1}, stone: *brick}\nboundaries: {default: stone}\n");

    EXPECT_EQ(scene.boundaries.side[0].value, 0.1);
}

TEST(SceneMeaning, ExplicitStencilsKeepTheirWeights) {
    const Scene scene = parse_scene(small_scene().canonical, "small.yaml",
                                    {{"grid.stencil={shells: [[1, 0, 0], [2, 0, 0]], weights: [4, -0.75]}", 1},
                                     {"grid.stencil.weights=[1.3333333333333333, -0.083333333333333333]", 2}})
                            .scene;

    EXPECT_EQ(scene.grid.stencil.name, "explicit");
    EXPECT_EQ(scene.grid.stencil.shells, (std::vector<Shell>{{1, 0, 0}, {2, 0, 0}}));
    EXPECT_EQ(scene.grid.stencil.weights, (std::vector<double>{4.0 / 3, -1.0 / 12}));
    EXPECT_EQ(parse_scene(scene.canonical, "small.yaml", {}).scene.hash, scene.hash);
}

TEST(SceneMeaning, TheExampleOfTheManualIsValid) {
    std::ifstream stream(WAVESIM_SOURCE_DIR "/docs/scene.md");
    const std::string page{std::istreambuf_iterator<char>(stream), {}};
    const std::size_t start = page.find("```yaml\n") + 8;
    const std::string text = page.substr(start, page.find("```", start) - start);

    EXPECT_EQ(parse_scene(text, "manual.yaml", {}).scene.receivers.size(), 10U);
}

TEST(SceneMeaning, FileThatCannotBeReadIsNoSceneFault) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path();

    EXPECT_THROW(read_scene(folder, {}), EnvironmentError);
    EXPECT_THROW(read_scene(folder / "there is no such scene.yaml", {}), EnvironmentError);
    EXPECT_THROW(read_scene("/dev/null", {}), SceneFileError);
}

TEST(SceneMeaning, ReadsWindowsLineEndsAndAByteOrderMark) {
    std::string text =
        "\xEF\xBB\xBFwavesim: 1\r\ndomain: {size: [4, 3]}\r\ngrid: {spacing: 1}\r\ntime: {duration: 1}\r\n"
        "sources: [{position: [1, 1], signal: {kind: impulse}}]\r\nreceivers: [{position: [1, 1]}]\r\n";

    EXPECT_EQ(parse_scene(text, "windows.yaml", {}).scene.dims, 2);
}

TEST(SceneMeaning, SurveysAreShotsOrALine) {
    const Scene line = small_scene("survey: {line: {from: [1, 1, 1], to: [2, 1, 1], count: 3}, spread: towed}\n");
    const Scene list = small_scene("survey: {shots: [[1, 1, 1], [150 cm, 1, 1], [2, 1, 1]]}\n");

    ASSERT_TRUE(line.survey && list.survey);
    EXPECT_EQ(line.survey->shots, (std::vector<Point>{{1, 1, 1}, {1.5, 1, 1}, {2, 1, 1}}));
    EXPECT_EQ(list.survey->shots, line.survey->shots);
    EXPECT_EQ(line.survey->spread, Survey::Spread::towed);
    EXPECT_EQ(list.survey->spread, Survey::Spread::fixed);
    EXPECT_EQ(line.survey->receivers, (std::vector<Point>{{1, 1, 1}}));
    EXPECT_NE(line.hash, list.hash);
    EXPECT_EQ(parse_scene(line.canonical, "small.yaml", {}).scene.hash, line.hash);
    EXPECT_FALSE(small_scene().survey.has_value());
}

TEST(SceneMeaning, AStreamerFollowsItsBoatAndStationsRoll) {
    const std::string streamer =
        "receivers: [{name: group, streamer: {offset: 0.2, interval: 50 cm, count: 3, z: 2}}]\n";
    const std::string small =
        "wavesim: 1\ndomain: {size: [4, 4, 4]}\ngrid: {spacing: 0.25}\ntime: {duration: 0.01}\n"
        "sources: [{position: [2, 2, 1], signal: {kind: impulse}}]\n";
    const Scene along_x = parse_scene(small + streamer, "s.yaml", {}).scene;
    const Scene along_y =
        parse_scene(small + streamer + "survey: {line: {from: [2, 2, 1], to: [2, 3, 1], count: 2}, spread: towed}\n",
                    "s.yaml", {})
            .scene;
    const Scene rolling =
        parse_scene(small +
                        "receivers: [{line: {from: [0.5, 2, 1], to: [3.5, 2, 1], count: 7}}]\n"
                        "survey: {line: {from: [1, 2, 1], to: [3, 2, 1], count: 5}, spread: rolling, channels: 4}\n",
                    "s.yaml", {})
            .scene;

    ASSERT_EQ(along_x.receivers.size(), 3U);
    EXPECT_EQ(along_x.receivers[2].name, "group 3");
    EXPECT_DOUBLE_EQ(along_x.receivers[2].position.x, 0.8);
    EXPECT_EQ(along_x.receivers[2].position.z, 2);
    EXPECT_EQ(along_y.receivers[0].position, (Point{2, 1.8, 2}));
    EXPECT_EQ(rolling.receivers.size(), 4U);
    EXPECT_EQ(rolling.survey->first_station, (std::vector<std::int64_t>{0, 0, 1, 2, 3}));
    for (const Scene* scene : {&along_y, &rolling})
        EXPECT_EQ(parse_scene(scene->canonical, "again.yaml", {}).scene.hash, scene->hash);
}

TEST(SceneMeaning, TracesMayBeWrittenAndDrawn) {
    const Scene scene = small_scene("outputs: {traces: {segy: {interval: 1 ms}, gather: density}}\n");

    EXPECT_EQ(scene.outputs.traces.segy->interval_s, 0.001);
    EXPECT_EQ(scene.outputs.traces.gather, GatherStyle::density);
    EXPECT_EQ(parse_scene(scene.canonical, "small.yaml", {}).scene.hash, scene.hash);
    const Scene plain = small_scene("outputs: {traces: {segy: true, gather: none}}\n");
    EXPECT_TRUE(plain.outputs.traces.segy.has_value());
    EXPECT_EQ(plain.outputs.traces.segy->interval_s, std::nullopt);
    EXPECT_EQ(plain.outputs.traces.gather, std::nullopt);
    EXPECT_EQ(small_scene("outputs: {traces: {segy: false}}\n").outputs.traces.segy, std::nullopt);
}

TEST(SceneMeaning, SnapshotsMayHaveAWindow) {
    const Scene scene = plane_scene("outputs: {snapshots: {every: 1 ms, from: 2 ms, to: 8 ms}}\n");

    EXPECT_EQ(scene.outputs.snapshots->from_s, 0.002);
    EXPECT_EQ(scene.outputs.snapshots->to_s, 0.008);
    EXPECT_EQ(parse_scene(scene.canonical, "plane.yaml", {}).scene.hash, scene.hash);
}

TEST(SceneMeaning, RunSaysHowToComputeAndLeavesTheHashAlone) {
    const Scene plain = small_scene();
    const Scene pinned = small_scene("run: {backend: stream25.sweep, precision: double, threads: 3, device: 1}\n");

    EXPECT_EQ(pinned.run.backend, "stream25.sweep");
    EXPECT_EQ(pinned.run.precision, Precision::float64);
    EXPECT_EQ(pinned.run.threads, 3);
    EXPECT_EQ(pinned.run.device, 1);
    EXPECT_FALSE(plain.run.backend || plain.run.precision || plain.run.threads || plain.run.device || plain.run.gpus);
    EXPECT_EQ(small_scene("run: {gpus: 3}\n").run.gpus, 3);
    EXPECT_EQ(small_scene("run: {gpus: all}\n").run.gpus, 0);
    EXPECT_EQ(small_scene("run: {gpus: 3}\n").hash, plain.hash);
    EXPECT_EQ(small_scene("run: {precision: float}\n").run.precision, Precision::float32);
    EXPECT_EQ(pinned.hash, plain.hash);
    EXPECT_EQ(pinned.canonical, plain.canonical);
}

TEST(SceneMeaning, DensitiesMayVary) {
    const Scene layers = small_scene(
        "medium: {layers: {interfaces: [1], sound_speeds: [1500, 2000], densities: [1 g/cm3, 2300]}, "
        "boxes: [{box: {from: [1, 1, 1], to: [2, 2, 2]}, sound_speed: 1800, density: 1700}]}\n");
    EXPECT_EQ(layers.medium.layers->densities_kg_m3, (std::vector<double>{1000, 2300}));
    EXPECT_EQ(layers.medium.boxes.at(0).density_kg_m3, 1700);
    EXPECT_EQ(parse_scene(layers.canonical, "small.yaml", {}).scene.hash, layers.hash);

    const Scene gradient =
        small_scene("medium: {gradient: {from: 0, to: 1, sound_speeds: [300, 400], densities: [1, 2]}}\n");
    EXPECT_EQ((*gradient.medium.gradient->densities_kg_m3)[1], 2);
    EXPECT_EQ(parse_scene(gradient.canonical, "small.yaml", {}).scene.hash, gradient.hash);
    EXPECT_FALSE(small_scene("medium: {gradient: {from: 0, to: 1, sound_speeds: [300, 400]}}\n")
                     .medium.gradient->densities_kg_m3);
}

/// Many entries do not move all receivers before each of them; one list takes no more than it needs.
TEST(SceneMeaning, ReceiversOfManyEntriesMoveRarely) {
    std::string entries;
    for (int i = 0; i < 1000; ++i) entries += (i == 0 ? "[" : ", ") + std::string("{position: [1, 1, 1]}");
    const Scene one_by_one = small_scene("", entries + "]");
    ASSERT_EQ(one_by_one.receivers.size(), 1000U);
    EXPECT_GT(one_by_one.receivers.capacity(), 1000U) << "there was room for one more each time";

    const Scene line = small_scene("", "[{line: {from: [1, 1, 1], to: [2, 1, 1], count: 1000}}]");
    EXPECT_EQ(line.receivers.capacity(), 1000U);
}

/// A line of receivers takes its name with every number from 1 to its count, and no other.
TEST(SceneMeaning, NumberedNamesOfALineAreTaken) {
    const auto with = [](const std::string& name) {
        return small_scene("", "[{name: " + name +
                                   ", position: [1, 1, 1]}, {name: row, line: {from: [1, 1, 1], to: [2, 1, 1], count: "
                                   "3}}]")
            .receivers.size();
    };
    for (const char* const taken : {"row 1", "row 2", "row 3"}) EXPECT_THROW(with(taken), SceneFileError) << taken;
    for (const char* const free : {"row", "row 0", "row 4"}) EXPECT_EQ(with(free), 4U) << free;
}

/// As many shells as an explicit stencil may have, and one more.
TEST(SceneMeaning, ExplicitStencilsHaveAtMost64Shells) {
    const auto faults_of_shells = [](int count) {
        std::string shells, weights;
        for (int q = 1; q <= count; ++q) {
            shells +=
                (q > 1 ? ", [" : "[") + std::to_string(4 + (q - 1) % 16) + ", " + std::to_string((q - 1) / 16) + ", 0]";
            weights += q > 1 ? ", 0" : "1";
        }
        try {
            parse_scene(small_scene().canonical, "small.yaml",
                        {{"grid.stencil={shells: [" + shells + "], weights: [" + weights + "]}", 1}});
        } catch (const SceneFileError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(faults_of_shells(64).find("at most 64"), std::string::npos) << faults_of_shells(64);
    EXPECT_NE(faults_of_shells(65).find("grid.stencil.shells: has 65 entries"), std::string::npos)
        << faults_of_shells(65);
}

}  // namespace
}  // namespace wavesim
