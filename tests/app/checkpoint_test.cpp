// SPDX-License-Identifier: MIT
// Runs that are stopped and go on from their checkpoint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "app/result_differences.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

namespace fs = std::filesystem;

class Checkpoint : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string scene = small_scene;  // leggy-2: its bits depend on the instruction set
        scene.replace(scene.find("leggy-1"), 7, "leggy-2");
        folder_.write("scene.yaml",
                      scene + "outputs:\n  snapshots: {every: 100 ms, slice: {z: 0.6}, png: true, vtk: true}\n");
    }
    Outcome program(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"run", "scene.yaml"});
        return run_program(arguments, {.folder = folder_.path()});
    }
    fs::path path(const std::string& name) const { return folder_.path() / name; }
    std::string differences(const std::string& one, const std::string& other) const {
        return result_differences(folder_, one, other);
    }
    /// Runs until a checkpoint is there, then ends it at once.
    void kill_after_a_checkpoint(const std::vector<std::string>& more) const {
        std::vector<std::string> arguments{"run", "scene.yaml", "-o", "out", "--checkpoint-every", "400 steps"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        Running running(arguments, {.folder = folder_.path()});
        ASSERT_TRUE(appears(path("out/checkpoint_2.state")));
        running.send(SIGKILL);
        EXPECT_EQ(running.wait().code, 128 + SIGKILL);
    }
    TemporaryFolder folder_;
};

TEST_F(Checkpoint, killed_run_goes_on_with_the_bits_of_an_unbroken_one) {
    const std::string longer = "time.duration=3 s";
    kill_after_a_checkpoint({"--set", longer, "--isa", "x86-64-v2"});

    const Outcome rest = program({"-o", "out", "--set", longer, "--threads", "1"});
    ASSERT_EQ(rest.code, 0) << rest.err;
    ASSERT_EQ(program({"-o", "whole", "--set", longer, "--isa", "x86-64-v2"}).code, 0);

    EXPECT_NE(rest.out.find("Goes on     from the checkpoint of step "), std::string::npos) << rest.out;
    EXPECT_THAT(rest.out, testing::ContainsRegex("Steps .*; [ 0-9]+ by an earlier run"));
    EXPECT_THAT(differences("whole", "out"), testing::MatchesRegex("[1-9][0-9]* \\[\\]\n"));
    EXPECT_FALSE(fs::exists(path("out/checkpoint_1.state")));
    EXPECT_FALSE(fs::exists(path("out/checkpoint_2.state")));
    EXPECT_NE(read_text(path("out/log.txt")).find("went on from the checkpoint of step "), std::string::npos);
}

TEST_F(Checkpoint, ports_at_the_walls_go_on_with_the_same_bits) {
    const std::vector<std::string> ports{"--set", "boundaries.walls=vertex", "--set",
                                         "boundaries.default={absorption: 0.3}"};
    const auto with_ports = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), ports.begin(), ports.end());
        return arguments;
    };
    kill_after_a_checkpoint(with_ports({"--set", "time.duration=3 s"}));

    const Outcome rest = program(with_ports({"-o", "out", "--set", "time.duration=3 s", "--threads", "1"}));
    ASSERT_EQ(rest.code, 0) << rest.err;
    ASSERT_EQ(program(with_ports({"-o", "whole", "--set", "time.duration=3 s", "--threads", "2"})).code, 0);

    EXPECT_NE(rest.out.find("Goes on     from the checkpoint of step "), std::string::npos) << rest.out;
    EXPECT_NE(rest.out.find("ports at the vertices (VP)"), std::string::npos) << rest.out;
    EXPECT_THAT(differences("whole", "out"), testing::MatchesRegex("[1-9][0-9]* \\[\\]\n"));
}

TEST_F(Checkpoint, sigterm_ends_with_75_and_ctrl_c_with_130) {
    for (const auto& [signal, code] : {std::pair{SIGTERM, 75}, {SIGUSR1, 75}, {SIGINT, 130}}) {
        Running running({"run", "scene.yaml", "-o", "out", "--checkpoint-every", "1h", "--set", endless},
                        {.folder = folder_.path()});
        ASSERT_TRUE(running.wait_for("elapsed"));
        running.send(signal);
        const Outcome outcome = running.wait();
        EXPECT_EQ(outcome.code, code) << outcome.err;
        EXPECT_NE(outcome.out.find("the state is saved: the same command goes on"), std::string::npos) << outcome.out;
        EXPECT_THAT(outcome.err, testing::HasSubstr("stopping: what is recorded so far and the state of the run will "
                                                    "be kept (a second Ctrl-C or SIGTERM ends the program at once)\n"));
    }
}

TEST_F(Checkpoint, time_limit_ends_with_75_and_the_same_command_goes_on) {
    const std::vector<std::string> arguments{"-o", "out", "--time-limit", "1s", "--set", endless, "--progress", "json"};
    const auto resumed_at = [](const Outcome& outcome) {
        return nlohmann::json::parse(outcome.out.substr(0, outcome.out.find('\n')))["resumed_at"].get<std::int64_t>();
    };

    const Outcome first = program(arguments);
    const Outcome second = program(arguments);
    const Outcome third = program(arguments);

    EXPECT_EQ(first.code, 75) << first.err;
    EXPECT_EQ(second.code, 75) << second.err;
    EXPECT_THAT(first.out,
                testing::HasSubstr("{\"event\":\"stopping\",\"message\":\"the time limit of 1.00 s is near\"}\n"));
    EXPECT_EQ(resumed_at(first), 0);
    EXPECT_GT(resumed_at(second), 0);
    EXPECT_GT(resumed_at(third), resumed_at(second));
}

TEST_F(Checkpoint, other_precision_is_refused_and_force_computes_anew) {
    kill_after_a_checkpoint({"--set", endless});

    const Outcome refused = program({"-o", "out", "--set", endless, "--precision", "double"});
    const Outcome anew =
        program({"-o", "out", "--set", endless, "--force", "--time-limit", "1s", "--progress", "json"});

    EXPECT_EQ(refused.code, 5);
    EXPECT_THAT(
        refused.err,
        testing::AllOf(
            testing::ContainsRegex("from which this run .wavesim [0-9]+.[0-9]+.[0-9]+, cpu x86-64-v"),
            testing::ContainsRegex(", double, libm [0-9a-f]+\\) cannot go on with the same bits; --continue-anyway ")));
    EXPECT_EQ(anew.code, 75) << anew.err;
    EXPECT_THAT(anew.out, testing::HasSubstr("\"resumed_at\":0,"));
}

TEST_F(Checkpoint, continue_anyway_goes_on_in_another_precision_and_the_result_says_so) {
    const std::string longer = "time.duration=3 s";
    kill_after_a_checkpoint({"--set", longer});

    const Outcome rest = program({"-o", "out", "--set", longer, "--precision", "double", "--continue-anyway"});

    ASSERT_EQ(rest.code, 0) << rest.err;
    EXPECT_THAT(rest.err, testing::ContainsRegex("warning: the steps up to [0-9]+ are by wavesim .*, float"));
    EXPECT_THAT(read_text(path("out/log.txt")), testing::ContainsRegex("the steps up to [0-9]+ are by .*, float"));
    folder_.write("earlier.py", "import h5py\nprint(*h5py.File('out/result.h5')['report/earlier'].asstr())\n");
    const std::string command = "cd " + folder_.path().string() + " && /usr/bin/python3 earlier.py > earlier.txt 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << read_text(path("earlier.txt"));
    EXPECT_THAT(read_text(path("earlier.txt")),
                testing::MatchesRegex("the steps up to [0-9]+ are by .*, float, libm [0-9a-f]+\n"));
}

/// glibc computes some values in another way on a CPU without fused multiply-add.
TEST_F(Checkpoint, other_mathematical_library_is_refused) {
    const std::vector<std::string> arguments{"run", "scene.yaml", "-o", "out", "--set", endless, "--time-limit", "1s"};
    const Outcome there = run_program(
        arguments, {.folder = folder_.path(), .environment = {"GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2"}});
    const Outcome here = run_program(arguments, {.folder = folder_.path()});
    if (here.code == 75) GTEST_SKIP() << "this library does not care";

    EXPECT_EQ(there.code, 75) << there.err;
    EXPECT_EQ(here.code, 5);
    EXPECT_THAT(here.err, testing::ContainsRegex(
                              "computed by wavesim .*, libm [0-9a-f]+, from which this run "
                              "\\(wavesim .*, libm [0-9a-f]+\\) cannot go on with the same bits; --continue-anyway"));
}

/// The disk takes two seconds for the checkpoint that is saved before the time limit.
TEST_F(Checkpoint, that_takes_long_says_how_far_it_is) {
    for (const auto& [style, told] : {std::pair{"plain", "saving the checkpoint of step [0-9]+: .* KiB of at most "},
                                      {"json", "\\{\"event\":\"saving\",\"step\":[0-9]+,\"bytes\":[1-9]"}}) {
        const fs::path state = path(style) / "checkpoint_1.state.tmp";
        const Outcome outcome =
            run_program({"run", "scene.yaml", "-o", style, "--time-limit", "1s", "--set", endless, "--progress", style},
                        {.folder = folder_.path(),
                         .environment = {"ASAN_OPTIONS=detect_leaks=0"},
                         .under = {"strace", "-f", "-qq", "-o", "/dev/null", "-P", state.string(), "-e", "trace=fsync",
                                   "-e", "inject=fsync:delay_exit=2000000"}});

        EXPECT_EQ(outcome.code, 75) << outcome.err;
        EXPECT_THAT(outcome.out + outcome.err, testing::ContainsRegex(told));
    }
}

TEST_F(Checkpoint, continue_anyway_and_force_exclude_each_other) {
    const Outcome outcome = program({"-o", "out", "--force", "--continue-anyway"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, testing::AllOf(testing::HasSubstr("--force"), testing::HasSubstr("--continue-anyway")));
}

TEST_F(Checkpoint, wrong_times_are_2_and_3) {
    const Outcome every = program({"--checkpoint-every", "10"});
    const Outcome limit = program({"--time-limit", "soon"});
    const Outcome scene = program({"--set", "run.checkpoint=often"});

    EXPECT_EQ(every.code, 2);
    EXPECT_THAT(every.err, testing::HasSubstr("'10' is no interval; write a time (10m, 1h30m, 90s) or '500 steps'"));
    EXPECT_EQ(limit.code, 2);
    EXPECT_THAT(limit.err,
                testing::HasSubstr("--time-limit: 'soon' is no time; write e.g. 3h50m, 02:00:00 or 30s, or job"));
    EXPECT_EQ(scene.code, 3);
    EXPECT_THAT(scene.err, testing::HasSubstr("run.checkpoint: 'often' is no interval"));
}

}  // namespace
}  // namespace wavesim::test
