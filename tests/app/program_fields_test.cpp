// SPDX-License-Identifier: MIT
// Fields of programs in results: names and units, free surfaces and sponges, surveys and studies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "io/python_script.hpp"

namespace wavesim::test {
namespace {

using testing::HasSubstr;

/// 20 nodes per shear wavelength of the peak frequency; the surface is the upper side.
std::string ground(const std::string& field) {
    return "wavesim: 1\nname: ground\ndomain: {size: [500, 250]}\n"
           "grid: {spacing: 5, courant_fraction: 0.5}\ntime: {duration: 0.6 s}\n"
           "medium: {program: elastic.yaml, field: " +
           field +
           ", sound_speed: 1732, density: 2300, parameters: {cs: 1000}}\n"
           "boundaries: {default: {absorbing: {cells: 40}}, z_max: free_surface}\n"
           "sources: [{position: [150, 197.5], signal: {kind: ricker, peak_frequency: 10 Hz, delay: 0.12}}]\n"
           "receivers: [{name: near, position: [252, 250]}, {name: far, position: [393, 250]}]\n"
           "outputs: {traces: {segy: {interval: 1 ms}}, snapshots: {every: 0.2 s}}\n";
}

class ProgramFields : public ::testing::Test {
  protected:
    Outcome run(const std::string& name, const std::string& scene, std::vector<std::string> more = {}) const {
        folder_.write(name + ".yaml", scene);
        std::vector<std::string> arguments{"run",    name + ".yaml", "-o",       name,        "--precision",
                                           "double", "--data",       programs(), "--backend", "cpu"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_program(arguments, {.folder = folder_.path()});
    }
    int check(const std::string& arguments) const {
        return run_python("program_fields.py", arguments + " > " + shell_quoted(folder_.path() / "said.txt") + " 2>&1");
    }
    std::string said() const { return read_text(folder_.path() / "said.txt"); }
    std::string at(const std::string& name) const { return shell_quoted(folder_.path() / name); }
    static std::string programs() { return std::string(WAVESIM_SOURCE_DIR) + "/configs/programs"; }
    TemporaryFolder folder_;
};

/// The exact solution knows where velocities lie and when; a sponge takes what leaves.
TEST_F(ProgramFields, GeophonesOnTheSurfaceHearLambsProblem) {
    for (const std::string field : {"vx", "vz"}) {
        const Outcome outcome = run(field, ground(field));
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(check("lamb " + field + ' ' + at(field + "/result.h5")), 0) << said();
    }
    EXPECT_NE(check("lamb vx " + at("vz/result.h5")), 0);
}

/// The closed form of a point source in full space, at places that lie on no node.
TEST_F(ProgramFields, ABlastInRockMovesItAsTheClosedFormSays) {
    const std::string scene = R"(wavesim: 1
domain: {size: [140, 140, 140]}
grid: {spacing: 5, courant_fraction: 0.5}
time: {duration: 0.13 s}
medium: {program: elastic_3d.yaml, field: vx, sound_speed: 2000, density: 2300, parameters: {cs: 1100}}
boundaries: {default: {absorbing: {cells: 16}}}
sources: [{position: [71, 68, 70], signal: {kind: ricker, peak_frequency: 25 Hz, delay: 0.05}}]
receivers: [{name: along, position: [124, 68, 70]}, {name: across, position: [106, 101, 39]}]
)";
    const Outcome outcome = run("blast", scene);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(check("blast " + at("blast/result.h5")), 0) << said();
    EXPECT_NE(check("blast " + at("blast/result.h5") + " 1970"), 0);
}

TEST_F(ProgramFields, FilesAndTextsHaveTheirNamesAndUnits) {
    const Outcome outcome = run("vz", ground("vz"), {"--progress", "plain"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(check("names " + at("vz") + " vz m/s 6 -0.5"), 0) << said();
    ASSERT_EQ(run("stress", ground("szz")).code, 0);
    EXPECT_EQ(check("names " + at("stress") + " szz Pa 1 0"), 0) << said();
    EXPECT_NE(check("names " + at("vz") + " szz Pa 1 0"), 0);

    const Outcome info = run_program({"info", "vz/result.h5"}, {.folder = folder_.path()});
    EXPECT_THAT(info.out, HasSubstr("m/s at "));
    EXPECT_THAT(outcome.err, HasSubstr("m/s\n"));
    EXPECT_THAT(outcome.out, HasSubstr("m/s, the largest vz at a receiver"));
    const Outcome snapshot = run_program({"info", "vz/snapshots/pressure_000001.hdf"}, {.folder = folder_.path()});
    EXPECT_THAT(snapshot.out, HasSubstr("the vz at ")) << snapshot.err;
    const Outcome plan = run_program({"plan", "vz.yaml", "--data", programs()}, {.folder = folder_.path()});
    EXPECT_THAT(plan.out, HasSubstr("receivers show vz in m/s"));
    EXPECT_THAT(plan.out, HasSubstr("sponge of 40 cells outside the domain, which sends back -"));
}

TEST_F(ProgramFields, EveryShotOfASurveyIsARunOfItsOwn) {
    const std::string survey = "survey={spread: towed, shots: [[150, 197.5], [170, 197.5]]}";
    const Outcome outcome = run("survey", ground("vz"), {"--set", survey});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    ASSERT_EQ(run("second", ground("vz"),
                  {"--set", "sources[0].position=[170, 197.5]", "--set", "receivers[0].position=[272, 250]", "--set",
                   "receivers[1].position=[413, 250]"})
                  .code,
              0);
    EXPECT_EQ(check("shot " + at("survey/result.h5") + " 2 " + at("second/result.h5")), 0) << said();
    EXPECT_NE(check("shot " + at("survey/result.h5") + " 1 " + at("second/result.h5")), 0);
}

TEST_F(ProgramFields, StudiesVaryParametersOfAProgram) {
    folder_.write("scene.yaml", ground("vz"));
    folder_.write("s.yaml",
                  "study: 1\nscene: scene.yaml\nparameters:\n"
                  "  cs: {set: medium.parameters.cs, values: [1000, 700]}\n");
    folder_.write("elastic.yaml", read_text(programs() + "/elastic.yaml"));
    const Outcome study = run_program({"study", "run", "s.yaml"}, {.folder = folder_.path()});
    ASSERT_EQ(study.code, 0) << study.err;
    const auto status =
        nlohmann::json::parse(run_program({"study", "status", "s.yaml", "--json"}, {.folder = folder_.path()}).out);
    ASSERT_EQ(status["cases"].size(), 2U);
    for (const int i : {0, 1}) {
        EXPECT_EQ(status["cases"][i]["state"], "complete");
        const std::string name = i == 0 ? "first" : "second";
        folder_.write(name + ".yaml", ground("vz"));
        const Outcome alone = run_program({"run", name + ".yaml", "-o", name, "--set",
                                           i == 0 ? "medium.parameters.cs=1000" : "medium.parameters.cs=700"},
                                          {.folder = folder_.path()});
        ASSERT_EQ(alone.code, 0) << alone.err;
        const std::string folder = status["cases"][i]["folder"];
        EXPECT_EQ(check("shot " + at(folder + "/result/result.h5") + " 1 " + at(name + "/result.h5")), 0) << said();
        EXPECT_NE(check("shot " + at(folder + "/result/result.h5") + " 1 " +
                        at(i == 0 ? "second/result.h5" : "first/result.h5")),
                  0);
    }
}

}  // namespace
}  // namespace wavesim::test
