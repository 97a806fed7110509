// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

#include "app/program.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

class StopSignal : public ::testing::TestWithParam<int> {
  protected:
    void SetUp() override { folder_.write("scene.yaml", small_scene); }
    TemporaryFolder folder_;
};

TEST_P(StopSignal, keeps_what_was_recorded) {
    Running run({"run", "scene.yaml", "-o", "out", "--set", endless, "--progress", "plain"},
                {.folder = folder_.path()});
    ASSERT_TRUE(run.wait_for("step "));

    run.send(GetParam());
    const Outcome outcome = run.wait();

    EXPECT_EQ(outcome.code, 128 + GetParam()) << outcome.err;
    EXPECT_NE(outcome.err.find("stopping: what is recorded so far will be kept"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("Error budget, estimated:\n  planned for "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find(", for which this holds\n"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("What is recorded was written in out\n  result.h5\n"), std::string::npos) << outcome.out;
    const Outcome info = run_program({"info", "out", "--json"}, {.folder = folder_.path()});
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_NE(info.out.find("\"complete\": false"), std::string::npos) << info.out;
    EXPECT_EQ(info.out.find("\"steps_done\": 0,"), std::string::npos) << info.out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path() / "out")) {
        EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
    }
}

INSTANTIATE_TEST_SUITE_P(All, StopSignal, ::testing::Values(SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2));

/// The system and the shell both send it when a connection is lost.
TEST(StopSignals, second_hangup_changes_nothing) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    Running run({"run", "scene.yaml", "-o", "out", "--set", endless, "--progress", "json"}, {.folder = folder.path()});
    ASSERT_TRUE(run.wait_for("\"progress\""));

    run.send(SIGHUP);
    ASSERT_TRUE(run.wait_for("stopping"));
    run.send(SIGHUP);
    const Outcome outcome = run.wait();

    EXPECT_EQ(outcome.code, 129) << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "out/result.h5"));
}

TEST(StopSignals, hangup_is_ignored_under_nohup) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    Running run({"run", "scene.yaml", "-o", "out", "--set", endless, "--progress", "json"},
                {.folder = folder.path(), .under = {"nohup"}});
    ASSERT_TRUE(run.wait_for("\"progress\""));

    run.send(SIGHUP);
    run.send(SIGTERM);
    const Outcome outcome = run.wait();

    EXPECT_EQ(outcome.code, 143) << outcome.err;
}

/// Both arrive while the program is halted, so that it cannot have answered the first before the second is there.
TEST(StopSignals, second_signal_ends_the_program_at_once) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    Running run({"run", "scene.yaml", "-o", "out", "--set", endless, "--progress", "json"}, {.folder = folder.path()});
    ASSERT_TRUE(run.wait_for("\"progress\""));

    for (const int signal : {SIGSTOP, SIGINT, SIGTERM, SIGCONT}) run.send(signal);
    const Outcome outcome = run.wait();

    EXPECT_TRUE(outcome.code == 130 || outcome.code == 143) << outcome.code << outcome.err;
    EXPECT_NE(outcome.err.find("stopping"), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out/result.h5"));
}

/// A batch system warns with SIGUSR1 and sends SIGTERM when the time is over.
TEST(StopSignals, sigterm_after_a_warning_leaves_the_time_to_write) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    Running run({"run", "scene.yaml", "-o", "out", "--set", "time.duration=20 s", "--set", "grid.spacing=1 cm",
                 "--progress", "json"},
                {.folder = folder.path()});
    ASSERT_TRUE(run.wait_for("\"progress\""));

    run.send(SIGUSR1);
    ASSERT_TRUE(run.wait_for("stopping"));
    run.send(SIGTERM);
    const Outcome outcome = run.wait();

    EXPECT_EQ(outcome.code, 128 + SIGUSR1) << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "out/result.h5"));
}

TEST(StopSignals, comparison_stops_and_keeps_the_traces) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    // About 1e9 image sources: minutes.
    Running run({"run", "scene.yaml", "-o", "out", "--set", "time.duration=2 s", "--set", "outputs.compare=shoebox",
                 "--progress", "plain"},
                {.folder = folder.path()});
    ASSERT_TRUE(run.wait_for("comparing with the exact solution"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "out/result.h5"));

    run.send(SIGINT);
    const auto asked = std::chrono::steady_clock::now();
    const Outcome outcome = run.wait();

    EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::seconds(5));
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    const Outcome info = run_program({"info", "out", "--json"}, {.folder = folder.path()});
    EXPECT_NE(info.out.find("\"complete\": false"), std::string::npos) << info.out;
    EXPECT_EQ(info.out.find("\"steps_done\": 0,"), std::string::npos) << info.out;
    EXPECT_NE(read_text(folder.path() / "out/wavesim.json").find("\"incomplete\""), std::string::npos);
}

TEST(StopSignals, stopped_run_can_be_repeated_without_force) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    Running run({"run", "scene.yaml", "-o", "out", "--set", endless, "--progress", "json"}, {.folder = folder.path()});
    ASSERT_TRUE(run.wait_for("\"progress\""));
    run.send(SIGTERM);
    ASSERT_EQ(run.wait().code, 143);

    Running again({"run", "scene.yaml", "-o", "out", "--set", endless, "--progress", "json"},
                  {.folder = folder.path()});
    const bool progresses = again.wait_for("\"progress\"");
    again.send(SIGTERM);

    EXPECT_TRUE(progresses);
    EXPECT_EQ(again.wait().code, 143);
}

}  // namespace
}  // namespace wavesim::test
