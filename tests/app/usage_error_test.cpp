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
