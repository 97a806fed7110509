// SPDX-License-Identifier: MIT
// Surveys from the command line: whole, stopped, killed, and against the run of a single shot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.hpp"
#include "app/quantity_text.hpp"
#include "app/small_scene.hpp"
#include "io/hdf5_reader.hpp"

namespace wavesim::test {
namespace {

namespace fs = std::filesystem;

const std::string three_shots = "survey={line: {from: [0.5, 0.5, 0.5], to: [1, 0.5, 0.5], count: 3}}";

class SurveyRun : public ::testing::Test {
  protected:
    void SetUp() override { folder_.write("scene.yaml", small_scene); }
    /// With one thread: steps of so few nodes take longer with two, which wait for each other where other tests run.
    Start start() const { return {.folder = folder_.path()}; }
    Outcome program(const std::vector<std::string>& arguments) const { return run_program(arguments, start()); }
    std::vector<double> traces(const std::string& result, std::int64_t shot, std::int64_t steps) const {
        return Hdf5Reader(folder_.path() / result / "result.h5").block("/traces/pressure", {shot, 0, 0}, {1, 1, steps});
    }
    TemporaryFolder folder_;
};

TEST_F(SurveyRun, writes_all_shots_and_says_so) {
    const Outcome outcome = program({"run", "scene.yaml", "-o", "out", "--progress", "plain", "--set", three_shots,
                                     "--set", "outputs.traces={segy: true, gather: density}"});

    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("shot 3 of 3, step "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("\nShots       3 of 3\nSteps       180 of 180"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("  result.h5\n  traces.sgy\n  log.txt\n"), std::string::npos) << outcome.out;
    EXPECT_TRUE(fs::exists(folder_.path() / "out/pictures/gather_000003.png"));
    EXPECT_FALSE(fs::exists(folder_.path() / "out/shots"));
    const Outcome info = program({"info", "out/traces.sgy"});
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_NE(info.out.find("3 traces in SEG-Y revision 1"), std::string::npos) << info.out;
}

TEST_F(SurveyRun, plan_says_shots_times_and_disk) {
    const Outcome outcome = program({"plan", "scene.yaml", "--set", three_shots});

    EXPECT_NE(outcome.out.find("Survey      3 shots from (0.5, 0.5, 0.5) to (1, 0.5, 0.5) m, receivers stay\n"),
              std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find(" for each of 3 shots, "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("result.h5: 3 traces of 60 samples"), std::string::npos) << outcome.out;
}

TEST_F(SurveyRun, a_shot_is_the_single_run_bit_for_bit) {
    ASSERT_EQ(program({"run", "scene.yaml", "-o", "all", "--set", three_shots}).code, 0);
    ASSERT_EQ(program({"run", "scene.yaml", "-o", "one", "--set", "sources[0].position=[0.75, 0.5, 0.5]"}).code, 0);

    EXPECT_EQ(traces("all", 1, 60), traces("one", 0, 60));
    EXPECT_NE(traces("all", 0, 60), traces("one", 0, 60));
}

/// At the end of a shot the time left is that of all the shots that follow, not nothing.
TEST_F(SurveyRun, tells_the_time_that_all_shots_left_take) {
    const Outcome outcome = program({"run", "scene.yaml", "-o", "out", "--progress", "json", "--threads", "1", "--set",
                                     "time.duration=0.2 s", "--set",
                                     "survey={line: {from: [0.5, 0.5, 0.5], to: [1, 0.5, 0.5], count: 5}}"});

    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::vector<nlohmann::json> ends;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
        const auto event = nlohmann::json::parse(line);
        if (event["event"] == "progress" && event["step"] == event["steps"]) ends.push_back(event);
    }
    ASSERT_EQ(ends.size(), 5U);
    for (std::size_t shot = 0; shot < 4; ++shot) {
        const double elapsed_s = ends[shot]["elapsed_s"], left_s = ends[shot]["eta_s"];
        EXPECT_GT(left_s, 0);
        EXPECT_LE(left_s, static_cast<double>(4 - shot) * elapsed_s) << shot;  // no shot took longer than all so far
    }
    EXPECT_NEAR(ends[0]["eta_s"].get<double>() / ends[0]["elapsed_s"].get<double>(), 4, 1);
    EXPECT_EQ(ends.back()["eta_s"], 0);
}

/// Those of the shot where they are worst, here the first one.
TEST_F(SurveyRun, tells_the_errors_of_all_shots) {
    const std::vector<std::string> scene{"scene.yaml", "--set", "time.duration=30 ms", "--set",
                                         "survey={line: {from: [0.3, 0.5, 0.5], to: [0.9, 0.5, 0.5], count: 3}}"};
    const auto errors = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin() + 1, scene.begin(), scene.end());
        const Outcome outcome = program(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const std::size_t line = arguments[0] == "run" ? outcome.out.rfind('\n', outcome.out.size() - 2) + 1 : 0;
        return nlohmann::json::parse(outcome.out.substr(line))["errors"];
    };
    const nlohmann::json planned = errors({"plan", "--json"});
    EXPECT_GT(planned["longest_path_m"], 1.1);

    EXPECT_EQ(errors({"run", "-o", "out", "--progress", "json"}), planned);
}

TEST_F(SurveyRun, a_stop_keeps_the_whole_shots) {
    // shots of some tenths of a second each
    Running run({"run", "scene.yaml", "-o", "out", "--progress", "plain", "--set", "time.duration=3 s", "--set",
                 "survey={line: {from: [0.5, 0.5, 0.5], to: [1, 0.5, 0.5], count: 1000}}"},
                start());
    ASSERT_TRUE(run.wait_for("shot 3 of 1000"));
    run.send(SIGTERM);
    const Outcome outcome = run.wait();

    EXPECT_EQ(outcome.code, 143) << outcome.err;
    const Hdf5Reader result(folder_.path() / "out/result.h5");
    const auto steps = result.numbers("/traces/steps_recorded", 1000);
    ASSERT_GE(steps.size(), 3U);
    EXPECT_GT(steps[0], 10'000);
    EXPECT_EQ(steps[1], steps[0]);
    EXPECT_LE(steps.back(), steps[0]);
    EXPECT_TRUE(fs::exists(folder_.path() / "out/shots/shot_000002.h5"));
}

TEST_F(SurveyRun, a_killed_run_leaves_its_whole_shots) {
    Running run({"run", "scene.yaml", "-o", "out", "--progress", "plain", "--set", "time.duration=3 s", "--set",
                 "survey={line: {from: [0.5, 0.5, 0.5], to: [1, 0.5, 0.5], count: 1000}}"},
                start());
    ASSERT_TRUE(run.wait_for("shot 2 of 1000"));
    run.send(SIGKILL);
    run.wait();

    const Hdf5Reader shot(folder_.path() / "out/shots/shot_000001.h5");
    const auto shape = shot.shape("/traces/pressure");
    EXPECT_EQ(shape, (std::vector<std::int64_t>{1, 1, shape[2]}));
    EXPECT_GT(shape[2], 10'000);

    for (const char* folder : {"out", "out/shots"}) {
        const Outcome info = program({"info", folder});
        EXPECT_EQ(info.code, 0) << info.err;
        EXPECT_NE(info.out.find("State       the run was ended before it could write result.h5; "), std::string::npos)
            << info.out;
        EXPECT_NE(info.out.find(" of 1 000 whole, in shots/\n"), std::string::npos) << info.out;
    }
    const Outcome info = program({"info", "out/shots/shot_000001.h5"});
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_EQ(info.out.find("Holds       shot 1 of a survey "), 0u) << info.out;
    EXPECT_NE(info.out.find("Traces      1 of " + count_text(shape[2]) + " samples, 3.00 s at a time step of "),
              std::string::npos)
        << info.out;
    EXPECT_NE(info.out.find("\nPressure    peak "), std::string::npos) << info.out;
    EXPECT_EQ(program({"info", "out", "--scene"}).code, 2);
}

TEST_F(SurveyRun, goes_on_after_its_last_whole_shot_whether_stopped_or_killed) {
    const std::vector<std::string> arguments{
        "run",        "scene.yaml",
        "-o",         "out",
        "--progress", "plain",
        "--set",      "time.duration=3 s",
        "--set",      "outputs.traces={gather: density}",
        "--set",      "boundaries={default: {absorption: 0.9}}",  // the first shot, the nearest, is the loudest
        "--set",      "survey={line: {from: [1, 0.5, 0.5], to: [0.5, 0.5, 0.5], count: 8}}"};
    std::vector<std::string> alone = arguments;
    alone[3] = "alone";
    ASSERT_EQ(program(alone).code, 0);
    const auto stop_at = [&](const char* shot, int signal) {
        Running run(arguments, start());
        EXPECT_TRUE(run.wait_for(shot));
        run.send(signal);
        run.wait();
    };
    stop_at("shot 3 of 8", SIGKILL);
    stop_at("shot 5 of 8", SIGTERM);
    const auto first = fs::last_write_time(folder_.path() / "out/shots/shot_000001.h5");
    EXPECT_TRUE(fs::exists(folder_.path() / "out/shots/shot_000004.h5"));
    const Outcome stopped = program({"info", "out"});
    EXPECT_NE(stopped.out.find(" of 8 whole, "), std::string::npos) << stopped.out;

    const Outcome outcome = program(arguments);

    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find(" of 8 shots are in out already; --force computes all again\n"), std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("\nShots       8 of 8, "), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.err.find("shot 2 of 8"), std::string::npos) << outcome.err;
    EXPECT_LT(first, fs::last_write_time(folder_.path() / "out/result.h5"));
    const Hdf5Reader result(folder_.path() / "out/result.h5");
    const std::int64_t steps = result.shape("/traces/pressure").at(2);
    EXPECT_EQ(result.numbers("/traces/steps_recorded", 8), std::vector<double>(8, static_cast<double>(steps)));
    for (std::int64_t shot = 0; shot < 8; ++shot) {
        EXPECT_EQ(traces("out", shot, steps), traces("alone", shot, steps)) << shot;
        EXPECT_TRUE(fs::exists(folder_.path() / "out" / ("pictures/gather_00000" + std::to_string(shot + 1) + ".png")));
    }
    const Hdf5Reader unbroken(folder_.path() / "alone/result.h5");
    EXPECT_EQ(result.strings("/report/error_budget"), unbroken.strings("/report/error_budget"));
    // of whole shots it is that of their traces, which are floats
    EXPECT_NEAR(result.attribute("/report", "peak_pa", 1)[0] / unbroken.attribute("/report", "peak_pa", 1)[0], 1, 1e-6);
    EXPECT_FALSE(fs::exists(folder_.path() / "out/shots"));
    const std::string whole = program({"info", "out"}).out;
    EXPECT_NE(whole.find("State       complete"), std::string::npos) << whole;
    EXPECT_EQ(program({"info", "out/pictures/"}).out, whole);
}

TEST_F(SurveyRun, computes_damaged_shots_again_and_names_them) {
    const std::vector<std::string> arguments{
        "run",        "scene.yaml",
        "-o",         "out",
        "--progress", "plain",
        "--set",      "time.duration=3 s",
        "--set",      "survey={line: {from: [0.5, 0.5, 0.5], to: [1, 0.5, 0.5], count: 6}}"};
    std::vector<std::string> alone = arguments;
    alone[3] = "alone";
    ASSERT_EQ(program(alone).code, 0);
    Running run(arguments, start());
    EXPECT_TRUE(run.wait_for("shot 5 of 6"));
    run.send(SIGKILL);
    run.wait();
    const auto file = [this](int shot) {
        return folder_.path() / ("out/shots/shot_00000" + std::to_string(shot) + ".h5");
    };
    fs::rename(file(1), file(9));
    fs::rename(file(3), file(1));
    fs::rename(file(9), file(3));
    fs::resize_file(file(2), fs::file_size(file(2)) - 8);

    const Outcome outcome = program(arguments);

    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const char* said :
         {"warning: shots/shot_000001.h5 holds shot 3; shot 1 is computed again\n",
          "warning: shots/shot_000002.h5 is damaged: its content is not what its checksum says; shot "
          "2 is computed again\n",
          "warning: shots/shot_000003.h5 holds shot 1; shot 3 is computed again\n"})
        EXPECT_NE(outcome.err.find(said), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("1 of 6 shots are in out already"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.err.find("shot 4 of 6"), std::string::npos) << outcome.err;
    const std::int64_t steps = Hdf5Reader(folder_.path() / "out/result.h5").shape("/traces/pressure").at(2);
    for (std::int64_t shot = 0; shot < 6; ++shot)
        EXPECT_EQ(traces("out", shot, steps), traces("alone", shot, steps)) << shot;
}

TEST_F(SurveyRun, starts_anew_with_force_alone) {
    const std::vector<std::string> arguments{
        "run",        "scene.yaml",
        "-o",         "out",
        "--progress", "plain",
        "--set",      "time.duration=3 s",
        "--set",      "survey={line: {from: [0.5, 0.5, 0.5], to: [1, 0.5, 0.5], count: 4}}"};
    const auto with = [&](const std::vector<std::string>& options) {
        std::vector<std::string> all = arguments;
        all.insert(all.end(), options.begin(), options.end());
        return program(all);
    };
    Running run(arguments, start());
    EXPECT_TRUE(run.wait_for("shot 3 of 4"));
    run.send(SIGKILL);
    run.wait();

    const Outcome refused = with({"--precision=double"});
    EXPECT_TRUE(fs::exists(folder_.path() / "out/shots/shot_000002.h5"));
    const Outcome mixed = with({"--precision=double", "--continue-anyway"});
    const Outcome forced = with({"--precision=double", "--force"});

    EXPECT_EQ(refused.code, 5) << refused.out;
    EXPECT_NE(refused.err.find("folder out holds "), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find(" whole shots computed by wavesim "), std::string::npos) << refused.err;
    EXPECT_THAT(refused.err, ::testing::ContainsRegex(", float, libm [0-9a-f]+, from which this run \\(wavesim "));
    EXPECT_THAT(refused.err, ::testing::ContainsRegex(", double, libm [0-9a-f]+\\) cannot go on with the same bits; "
                                                      "--continue-anyway keeps them and says so in the result, --force "
                                                      "computes all again, --output chooses another folder\n"));
    ASSERT_EQ(mixed.code, 0) << mixed.err;
    EXPECT_NE(mixed.err.find("warning: shots 1, 2 are by wavesim "), std::string::npos) << mixed.err;
    ASSERT_EQ(forced.code, 0) << forced.err;
    EXPECT_EQ(forced.out.find("already"), std::string::npos) << forced.out;
    EXPECT_NE(forced.out.find("\nShots       4 of 4\n"), std::string::npos) << forced.out;
}

TEST_F(SurveyRun, goes_on_with_the_instruction_set_of_its_shots) {
    const std::vector<std::string> options{
        "--progress",        "plain", "--set",
        "time.duration=3 s", "--set", "survey={line: {from: [0.5, 0.5, 0.5], to: [1, 0.5, 0.5], count: 3}}"};
    const auto arguments = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"run", "scene.yaml"});
        more.insert(more.end(), options.begin(), options.end());
        return more;
    };
    Running run(arguments({"-o", "out", "--isa", "x86-64-v2"}), start());
    EXPECT_TRUE(run.wait_for("shot 2 of 3"));
    run.send(SIGKILL);
    run.wait();

    const Outcome rest = program(arguments({"-o", "out"}));
    const Outcome whole = program(arguments({"-o", "whole", "--isa", "x86-64-v2"}));

    ASSERT_EQ(rest.code, 0) << rest.err;
    ASSERT_EQ(whole.code, 0) << whole.err;
    EXPECT_NE(rest.out.find(" of 3 shots are in out already"), std::string::npos) << rest.out;
    const std::int64_t steps = Hdf5Reader(folder_.path() / "out/result.h5").shape("/traces/pressure").at(2);
    for (std::int64_t shot = 0; shot < 3; ++shot)
        EXPECT_EQ(traces("out", shot, steps), traces("whole", shot, steps)) << shot;
}

TEST_F(SurveyRun, what_segy_cannot_hold_is_a_fault_of_the_scene) {
    const Outcome outcome =
        program({"run", "scene.yaml", "--set", "outputs.traces.segy=true", "--set", "time.duration=10 s"});

    EXPECT_EQ(outcome.code, 3);
    EXPECT_EQ(outcome.err.find("--set 1: outputs.traces.segy: SEG-Y holds up to 32767 samples per trace"), 0U)
        << outcome.err;
}

}  // namespace
}  // namespace wavesim::test
