// SPDX-License-Identifier: MIT
// Mistakes that people make, and the one sentence that each is answered with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/program.hpp"

namespace wavesim::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A scene as people write it; the mistakes replace parts of it.
constexpr const char* sound_scene = R"(wavesim: 1
name: hall
domain: {size: [1.0, 1.0, 1.0]}
grid: {max_frequency: 500 Hz, points_per_wavelength: 8}
time: {duration: 40 ms}
boundaries: {default: {absorption: 0.1}}
sources:
  - {name: near, position: [0.3, 0.4, 0.5], signal: {kind: ricker, peak_frequency: 150 Hz}}
receivers:
  - {name: seat, position: [0.7, 0.6, 0.5]}
)";

struct Mistake {
    const char* name;
    std::string right;                   ///< of the scene
    std::string wrong;                   ///< stands in its place
    std::vector<std::string> fragments;  ///< of the sentence
    int code = 3;
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class WrongScene : public ::testing::TestWithParam<Mistake> {};

std::size_t lines_with(const std::string& text, const std::string& fragment) {
    std::size_t lines = 0;
    for (std::size_t at = text.find(fragment); at != std::string::npos; at = text.find(fragment, text.find('\n', at)))
        ++lines;
    return lines;
}

TEST_P(WrongScene, gets_one_right_sentence) {
    const Mistake& mistake = GetParam();
    std::string scene = sound_scene;
    const std::size_t at = scene.find(mistake.right);
    ASSERT_NE(at, std::string::npos);
    const TemporaryFolder folder;
    folder.write("scene.yaml", scene.replace(at, mistake.right.size(), mistake.wrong));
    for (const char* model : {"model.rsf", "model.su", "model.npz", "model.mat"}) folder.write(model, "no numbers");

    const Outcome outcome = run_program({"check", "scene.yaml"}, {.folder = folder.path()});

    EXPECT_EQ(outcome.code, mistake.code) << outcome.err;
    for (const std::string& fragment : mistake.fragments) EXPECT_THAT(outcome.err, HasSubstr(fragment));
    EXPECT_EQ(lines_with(outcome.err, mistake.fragments.front()), 1U) << outcome.err;
}

Mistake of_key(const char* name, const std::string& wrong, const std::string& sentence, int code = 3) {
    return {name, "name: hall\n", "name: hall\n" + wrong + "\n", {sentence}, code};
}

Mistake of_model(const char* name, const std::string& file, const std::vector<std::string>& fragments) {
    return {name, "name: hall\n",
            "name: hall\nmedium: {model: {file: " + file +
                ", axes: [z, y, x], spacing: [1, 1, 1], origin: [0, 0, 0], units: m/s}}\n",
            fragments};
}

const std::string cells = "(read are .h5, .hdf5, .sgy, .segy, .npy, .npz, .bin and .raw)";

INSTANTIATE_TEST_SUITE_P(
    Writing, WrongScene,
    ::testing::Values(
        Mistake{"blank_after_wavesim",
                "wavesim: 1",
                "wavesim:1",
                {"scene.yaml:1:1: the space after ':' is missing", "write 'wavesim: 1'"}},
        Mistake{"blank_after_a_key",
                "name: hall",
                "name:hall",
                {"scene.yaml:2:1: the space after ':' is missing", "write 'name: hall'"}},
        Mistake{"colon", "time: {", "time {", {"scene.yaml:5:1: time: the ':' after the key 'time' is missing"}},
        Mistake{"colon_inside",
                "{duration: 40",
                "{duration 40",
                {"time.duration: the ':' after the key 'duration' is missing", "write 'duration: 40 ms'"}},
        Mistake{
            "equals_sign", "name: hall", "name = hall", {"a key ends with ':', not with '='", "write 'name: hall'"}},
        Mistake{"equals_sign_inside",
                "duration: 40 ms",
                "duration = 40 ms",
                {"time.duration: a key ends with ':', not with '='", "write 'duration: 40 ms'"}},
        of_key("vp", "medium: {vp: 1500}", "medium.vp: unknown key; did you mean 'sound_speed'?"),
        of_key("rho", "medium: {rho: 2}", "medium.rho: unknown key; did you mean 'density'?"),
        of_key("vs", "medium: {vs: 800}", "medium.vs: unknown key (shear waves are not computed)"),
        of_key("q", "medium: {q: 50}",
               "medium.q: unknown key (media lose no sound here, so there is no quality factor)"),
        Mistake{"top",
                "{default: {absorption: 0.1}}",
                "{top: free_surface}",
                {"boundaries.top: unknown key; did you mean 'z_max'?"}},
        Mistake{"bottom",
                "{default: {absorption: 0.1}}",
                "{bottom: rigid}",
                {"boundaries.bottom: unknown key; did you mean 'z_min'?"}},
        of_model("rsf", "model.rsf",
                 {"the format of 'model.rsf' cannot be told from its ending " + cells,
                  "give the file that its in= names, with format: raw, shape, and byte_order"}),
        of_model("su", "model.su",
                 {"the format of 'model.su' cannot be told from its ending " + cells,
                  "make it SEG-Y with segyhdrs and segywrite"}),
        of_model("mat", "model.mat", {"the format of 'model.mat' cannot be told from its ending " + cells}),
        of_model("npz", "model.npz", {"the file 'model.npz' is not a file of numpy.savez"}),
        Mistake{"a_picture", "wavesim: 1", "\x89PNG\r\n\x1a\n", {"scene.yaml:1:1: this is a PNG picture, not a scene"}},
        Mistake{"a_sound", "wavesim: 1", "RIFF\x24   WAVEfmt ", {"scene.yaml:1:1: this is a WAV file, not a scene"}},
        Mistake{"a_result", "wavesim: 1", "\x89HDF\r\n\x1a\n", {"scene.yaml:1:1: this is an HDF5 file, not a scene"}}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Units, WrongScene,
    ::testing::Values(
        Mistake{"speed_in_km_s",
                "max_frequency: 500 Hz, points_per_wavelength: 8}",
                "spacing: 10 cm}\nmedium: {sound_speed: 1.5}",
                {"the slowest speed of sound is 1.5 m/s: is it in km/s? then write '1.5 km/s'; else use a finer grid"}},
        Mistake{"speed_in_km_s_of_a_sound_grid",
                "max_frequency: 500 Hz, points_per_wavelength: 8}",
                "max_frequency: 500 Hz}\nmedium: {sound_speed: 40}",
                {"the slowest speed of sound is 40 m/s: is it in km/s? then write '40 km/s'"},
                0},
        Mistake{"speed_beyond_every_memory",
                "points_per_wavelength: 8}",
                "points_per_wavelength: 800}\nmedium: {sound_speed: 1.5}",
                {"the slowest speed of sound is 1.5 m/s: is it in km/s? then write '1.5 km/s'"}},
        of_key("density", "medium: {density: 50000}",
               "the largest density is 50000 kg/m3, more than that of any metal: is its unit right?", 0),
        Mistake{"size_in_mm",
                "size: [1.0, 1.0, 1.0]",
                "size: [6000, 4200, 2700]",
                {"the smallest side of this room is 2700 m long: is domain.size in mm? then write '2700 mm'"}},
        Mistake{"absorption_in_percent",
                "absorption: 0.1",
                "absorption: 30",
                {"boundaries.default.absorption: is 30 (must be at most 1); write 0.3 or 30 %"}},
        Mistake{"duration_in_ms",
                "duration: 40 ms",
                "duration: 300",
                {"the run lasts 300 s: is time.duration in ms? then write '300 ms'"},
                0},
        Mistake{"long_duration_in_ms",
                "duration: 40 ms",
                "duration: 1500",
                {"the run lasts 1500 s: is time.duration in ms? then write '1500 ms'"},
                0}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Meaning, WrongScene,
    ::testing::Values(
        of_key("cut_solid", "solids: [{name: chest, box: {from: [0.5, 0.5, 0], to: [1.5, 1, 0.5]}}]",
               "solid 'chest' reaches beyond the domain along x and is cut off there", 0),
        of_key("cut_solids",
               "solids: [{box: {from: [0.5, 0.5, 0], to: [1.5, 1, 0.5]}}, {box: {from: [0.5, 0, 0], to: [1.2, 0.2, "
               "0.5]}}]",
               "solid 'solid 1' reaches beyond the domain along x and is cut off there; likewise solid 'solid 2'", 0),
        of_key("solid_outside", "solids: [{box: {from: [1.5, 0.5, 0], to: [1.8, 1, 0.5]}}]",
               "solids[0].box: the box lies outside the domain (along x)"),
        Mistake{"late_pulse",
                "peak_frequency: 150 Hz",
                "peak_frequency: 150 Hz, delay: 1 s",
                {"sources[0].signal.delay: the source stays silent: its signal begins at 0.9933 s, the run ends at "
                 "0.04 s"}},
        Mistake{"late_peak",
                "peak_frequency: 150 Hz",
                "peak_frequency: 150 Hz, delay: 41 ms",
                {"source 'near' has its peak at 0.041 s, when the run has ended at 0.04 s"},
                0},
        Mistake{"spacing_and_high_order",
                "max_frequency: 500 Hz, points_per_wavelength: 8",
                "spacing: 20 cm, stencil: leggy-8",
                {"% of its energy above 171.5 Hz, for which the grid is taken to be made, with 10 points per "
                 "wavelength there",
                 "write max_frequency and points_per_wavelength instead of spacing"},
                0},
        Mistake{"sources_too_high",
                "peak_frequency: 150 Hz}}",
                "peak_frequency: 400 Hz}}\n  - {name: far, position: [0.3, 0.4, 0.6], signal: {kind: ricker, "
                "peak_frequency: 400 Hz}}",
                {"for which the grid is made: use a finer grid or a lower signal; likewise source 'far'"},
                0}),
    [](const auto& test) { return std::string(test.param.name); });

struct Typed {
    const char* name;
    std::vector<std::string> words;
    std::string sentence;
    int code = 2;
};

void PrintTo(const Typed& typed, std::ostream* out) { *out << typed.name; }

class WrongCommand : public ::testing::TestWithParam<Typed> {};

TEST_P(WrongCommand, gets_one_right_sentence) {
    const TemporaryFolder folder;
    folder.write("room.yaml", sound_scene);

    const Outcome outcome = run_program(GetParam().words, {.folder = folder.path()});

    EXPECT_EQ(outcome.code, GetParam().code) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(GetParam().sentence));
    EXPECT_EQ(lines_with(outcome.err, "error: "), 1U) << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(
    Lines, WrongCommand,
    ::testing::Values(
        Typed{"no_command", {"room.yaml"}, "there is no command 'room.yaml'; `wavesim run room.yaml` computes a scene"},
        Typed{"no_command_with_options",
              {"room.yaml", "--force"},
              "there is no command 'room.yaml'; `wavesim run room.yaml` computes a scene"},
        Typed{"gpu", {"run", "room.yaml", "--backend", "gpu"}, "did you mean 'auto'?"},
        Typed{"cuda", {"run", "room.yaml", "--backend", "cuda"}, "did you mean 'auto'?"},
        Typed{"no_scene", {"run"}, "wavesim run needs SCENE"},
        Typed{"missing_scene", {"run", "rooom.yaml"}, "cannot read the scene rooom.yaml: there is no such file", 5},
        Typed{"folder", {"run", "."}, "cannot read the scene .: it is a folder", 5}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Help, does_rooms_and_rocks) {
    const Outcome outcome = run_program({"help"});

    EXPECT_EQ(outcome.code, 0);
    for (const char* words : {"how sound fills rooms", "how seismic waves cross the ground",
                              "wavesim new room my_room.yaml", "wavesim new ground my_line.yaml"})
        EXPECT_THAT(outcome.out, HasSubstr(words));
    EXPECT_THAT(outcome.err, Not(HasSubstr("error")));
}

}  // namespace
}  // namespace wavesim::test
