// SPDX-License-Identifier: MIT
// Scenes whose equations are text, from their YAML to result.h5, against what is known of their waves (h5py and numpy).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "app/program.hpp"
#include "io/hdf5_reader.hpp"

namespace wavesim::test {
namespace {

using testing::HasSubstr;

/// A rigid box of 16 x 12 cells of 1 m with a receiver on every node; the source has a place of its own along x and z.
std::string box(const std::string& name, const std::string& medium, const std::string& width,
                const std::string& duration, const std::string& stencil = "leggy-4") {
    return "wavesim: 1\nname: " + name + "\ndomain: {size: [16, 12]}\ngrid: {spacing: 1 m, stencil: " + stencil +
           ", courant_fraction: 0.3}\ntime: {duration: " + duration + "}\nmedium: " + medium +
           "\nboundaries: {default: rigid}\noutputs: {traces: {time_correction: off}}\n"
           "sources: [{position: [2.5, 4.5], placement: nearest, aliased: true, signal: {kind: gaussian, width: " +
           width +
           "}}]\n"
           "receivers: [{placement: nearest, grid: {from: [0.5, 0.5], to: [15.5, 11.5], counts: [16, 12]}}]\n";
}

class ProgramScene : public ::testing::Test {
  protected:
    Outcome run(const std::string& name, const std::string& scene, std::vector<std::string> more = {}) const {
        folder_.write(name + ".yaml", scene);
        std::vector<std::string> arguments{"run",         name + ".yaml", "-o",     name,
                                           "--precision", "double",       "--data", programs()};
        if (std::ranges::find(more, "--backend") == more.end()) more.insert(more.end(), {"--backend", "cpu"});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_program(arguments, {.folder = folder_.path()});
    }
    /// What program_modes.py says; empty where it is content.
    std::string modes(const std::string& arguments) const {
        const std::string script = std::string(WAVESIM_SOURCE_DIR) + "/tests/python/program_modes.py";
        const std::string command =
            "cd " + folder_.path().string() + " && /usr/bin/python3 " + script + " " + arguments + " > said.txt 2>&1";
        return std::system(command.c_str()) == 0 ? "" : read_text(folder_.path() / "said.txt");
    }
    static std::string programs() { return std::string(WAVESIM_SOURCE_DIR) + "/configs/programs"; }
    TemporaryFolder folder_;
};

TEST_F(ProgramScene, TheScalarWaveIsTheBuiltInOneAndHasItsModes) {
    ASSERT_EQ(run("own", box("own", "{program: scalar.yaml, sound_speed: 340}", "4 ms", "0.3 s")).code, 0);
    ASSERT_EQ(run("built_in", box("built in", "{sound_speed: 340}", "4 ms", "0.3 s")).code, 0);
    EXPECT_EQ(modes("same own/result.h5 built_in/result.h5 1e-12"), "");
    EXPECT_EQ(modes("scalar own/result.h5 340"), "");
    EXPECT_THAT(modes("scalar own/result.h5 335"), HasSubstr("is not below"));

    const std::string layers =
        "layers: {interfaces: [5], sound_speeds: [300, 340]}";  // the built-in keeps them as floats
    ASSERT_EQ(run("own_layers", box("own", "{program: scalar.yaml, " + layers + "}", "4 ms", "0.3 s")).code, 0);
    ASSERT_EQ(run("layers", box("built in", "{averaging: node, " + layers + "}", "4 ms", "0.3 s")).code, 0);
    EXPECT_EQ(modes("same own_layers/result.h5 layers/result.h5 2e-7"), "");
    EXPECT_THAT(modes("same own/result.h5 layers/result.h5 2e-7"), HasSubstr("is not below"));
}

TEST_F(ProgramScene, AirLosesWhatItsDiffusivitySays) {
    const std::string medium = "{program: air.yaml, sound_speed: 340, parameters: {nu: 300}}";
    const Outcome outcome = run("lossy", box("air", medium, "4 ms", "0.3 s"));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(modes("air lossy/result.h5 340 300"), "");
    EXPECT_THAT(modes("air lossy/result.h5 340 250"), HasSubstr("is not below"));
}

TEST_F(ProgramScene, ConstantQDecaysAsItsModulusSays) {
    const std::string medium = "{program: visco.yaml, sound_speed: 1500, parameters: {tau: 0.05}}";
    const Outcome outcome = run("sea_floor", box("visco", medium, "1 ms", "0.2 s"));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(modes("visco sea_floor/result.h5 1500 0.05 75 505 4900"), "");
    EXPECT_THAT(modes("visco sea_floor/result.h5 1500 0.04 75 505 4900"), HasSubstr("is not below"));
    EXPECT_THAT(modes("visco sea_floor/result.h5 1500 0.05 90 505 4900"), HasSubstr("is not below"));
}

/// A source that pushes one stress alone makes shear waves, too.
TEST_F(ProgramScene, ElasticBoxesRingWithPAndSWaves) {
    std::string couple = read_text(programs() + "/elastic.yaml");
    const std::string both = "szz: {source: true, ";
    ASSERT_NE(couple.find(both), std::string::npos);
    couple.replace(couple.find(both), both.size(), "szz: {");
    folder_.write("couple.yaml", couple);
    const std::string medium = "{program: couple.yaml, sound_speed: 2000, density: 2200, parameters: {cs: 1100}}";
    const Outcome outcome = run("rock", box("elastic", medium, "1 ms", "0.15 s"));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(modes("elastic rock/result.h5 2000 1100"), "");
    EXPECT_THAT(modes("elastic rock/result.h5 2000 1050"), HasSubstr("is not below"));
    EXPECT_THAT(modes("elastic rock/result.h5 1900 1100"), HasSubstr("is not below"));
}

TEST_F(ProgramScene, InterfacesOfDensityReflectWhatImpedancesSay) {
    const std::string scene = R"(wavesim: 1
domain: {size: [600, 1]}
grid: {spacing: 1 m, stencil: leggy-4, courant_fraction: 0.4}
time: {duration: 0.32 s}
medium:
  program: density.yaml
  layers: {axis: x, interfaces: [300], sound_speeds: [1500, 2000], densities: [1000, 2000]}
boundaries: {default: rigid}
sources: [{position: [0.5, 0.5], placement: nearest, signal: {kind: ricker, peak_frequency: 60 Hz}}]
receivers: [{name: before, position: [200.5, 0.5], placement: nearest}, {name: behind, position: [400.5, 0.5], placement: nearest}]
)";
    const Outcome outcome = run("duct", scene);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(modes("density duct/result.h5"), "");
    std::string lighter = scene;
    lighter.replace(lighter.find("1000, 2000]}"), 12, "1000, 1800]}");
    ASSERT_EQ(run("lighter", lighter).code, 0);
    EXPECT_THAT(modes("density lighter/result.h5"), HasSubstr("is not below"));
}
/// Killed behind a checkpoint: the same command goes on with the bits of an unbroken run.
TEST_F(ProgramScene, GoesOnFromACheckpointWithTheSameBits) {
    const std::string scene = box("visco", "{program: visco.yaml, sound_speed: 1500}", "1 ms", "1 s");
    const std::vector<std::string> saved{"--threads", "1", "--checkpoint-every", "300 steps"};
    ASSERT_EQ(run("whole", scene, {"--threads", "1"}).code, 0);
    folder_.write("broken.yaml", scene);
    Running running({"run", "broken.yaml", "-o", "broken", "--precision", "double", "--data", programs(), "--backend",
                     "cpu", "--threads", "1", "--checkpoint-every", "300 steps"},
                    {.folder = folder_.path()});
    ASSERT_TRUE(appears(folder_.path() / "broken/checkpoint_1.state"));
    running.send(SIGKILL);
    EXPECT_EQ(running.wait().code, 128 + SIGKILL);

    const Outcome rest = run("broken", scene, saved);
    ASSERT_EQ(rest.code, 0) << rest.err;
    EXPECT_THAT(rest.out, HasSubstr("Goes on     from the checkpoint of step "));
    EXPECT_EQ(modes("bits broken/result.h5 whole/result.h5"), "");
}

/// Receivers and the source stand on nodes, so every sample has the bits of the CPU.
TEST_F(ProgramScene, OnAGpuTracesHaveTheBitsOfTheCpu) {
    const std::string scenes[]{
        box("visco", "{program: visco.yaml, sound_speed: 1500}", "1 ms", "0.2 s"),
        box("elastic", "{program: elastic.yaml, sound_speed: 2000, density: 2200}", "1 ms", "0.15 s", "leggy-2")};
    for (std::string scene : scenes) {
        scene.replace(scene.find("{default: rigid}"), 16, "{default: rigid, z_max: free_surface, x_max: absorbing}");
        ASSERT_EQ(run("cpu", scene).code, 0);
        const Outcome outcome = run("gpu", scene, {"--backend", "statements"});
        if (outcome.code == 7) GTEST_SKIP() << outcome.err;
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(modes("bits gpu/result.h5 cpu/result.h5"), "");
        EXPECT_THAT(outcome.out, HasSubstr("statements"));
    }
}

TEST_F(ProgramScene, RefusalsAreSentencesAndExitCodes) {
    const auto said = [&](const std::string& medium, const std::string& more) {
        folder_.write("bad.yaml", box("bad", medium, "4 ms", "0.1 s"));
        const Outcome outcome =
            run_program({"check", "bad.yaml", "--data", programs(), "--set", more}, {.folder = folder_.path()});
        return std::to_string(outcome.code) + ' ' + outcome.out + outcome.err;
    };
    EXPECT_THAT(said("{program: scalar.yaml}", "boundaries.default={absorption: 0.1}"),
                HasSubstr("walls with losses are not there for programs"));
    EXPECT_THAT(said("{program: scalar.yaml}", "grid.courant_fraction=1.5"), HasSubstr("courant_fraction"));
    EXPECT_THAT(said("{program: nothing.yaml}", "name=x"), HasSubstr("there is no file 'nothing.yaml'"));
}

}  // namespace
}  // namespace wavesim::test
