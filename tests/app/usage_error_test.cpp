// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "app/program.hpp"

namespace wavesim::test {
namespace {

TEST(UsageError, no_command_prints_the_help_page) {
    const Outcome outcome = run_program({});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("Usage: wavesim COMMAND"), std::string::npos) << outcome.err;
}

TEST(UsageError, unknown_command) {
    const Outcome outcome = run_program({"zzzzzz"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: there is no command 'zzzzzz'; `wavesim --help` lists the commands\n");
}

TEST(UsageError, unknown_option_with_value) {
    const Outcome outcome = run_program({"completion", "--zzzzzz=3"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err,
              "error: wavesim completion has no option '--zzzzzz'; `wavesim completion --help` lists the options\n");
}

TEST(UsageError, missing_argument) {
    const Outcome outcome = run_program({"completion"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: wavesim completion needs SHELL; `wavesim completion --help` shows its arguments\n");
}

TEST(UsageError, surplus_argument) {
    const Outcome outcome = run_program({"completion", "bash", "more"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err,
              "error: wavesim completion does not expect 'more'; `wavesim completion --help` shows its arguments\n");
}

TEST(UsageError, nearest_command_is_offered) {
    const Outcome outcome = run_program({"rnu"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: there is no command 'rnu'; did you mean 'run'?\n");
}

TEST(UsageError, nearest_option_is_offered) {
    const Outcome outcome = run_program({"run", "--presicion", "double", "scene.yaml"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: wavesim run has no option '--presicion'; did you mean '--precision'?\n");
}

TEST(UsageError, nearest_word_of_a_choice_is_offered) {
    const Outcome outcome = run_program({"run", "scene.yaml", "--precision", "flaot"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: --precision: 'flaot' is none of float, double; did you mean 'float'?\n");
}

TEST(UsageError, nearest_stencil_is_offered) {
    const Outcome outcome = run_program({"stencils", "legy-4"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: NAME: there is no 'legy-4'; did you mean 'leggy-4'?\n");
}

TEST(UsageError, option_without_its_value) {
    const Outcome outcome = run_program({"run", "scene.yaml", "--set"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: --set needs KEY=VALUE; `wavesim run --help` shows what is allowed\n");
}

TEST(UsageError, thread_counts_are_positive) {
    const Outcome outcome = run_program({"run", "scene.yaml", "--threads", "0"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err,
              "error: --threads: '0' is not a count of 1 to 4096; `wavesim run --help` shows what is allowed\n");
}

TEST(UsageError, devices_are_counted_from_0) {
    const Outcome outcome = run_program({"run", "scene.yaml", "--device", "-1"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err,
              "error: --device: '-1' is not a count of 0 to 1023; `wavesim run --help` shows what is allowed\n");
}

TEST(Output, full_disk_is_reported) {
    const Outcome outcome = run_program({}, {.under = {"sh", "-c", "exec \"$0\" completion bash > /dev/full"}});

    EXPECT_EQ(outcome.code, 5);
    EXPECT_EQ(outcome.err, "error: standard output cannot be written: No space left on device\n");
}

TEST(Output, version) {
    const Outcome outcome = run_program({"--version"});

    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out.substr(0, 8), "wavesim ");
}

}  // namespace
}  // namespace wavesim::test
