// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "app/program.hpp"
#include "app/small_scene.hpp"

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
    EXPECT_EQ(outcome.err,
              "error: --precision: unknown choice 'flaot' (one of float or double); did you mean 'float'?\n");
}

TEST(UsageError, a_scene_in_the_place_of_a_command) {
    const Outcome outcome = run_program({"room.yaml", "--threads", "2"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: there is no command 'room.yaml'; `wavesim run room.yaml` computes a scene\n");
}

TEST(UsageError, a_gpu_is_taken_by_auto) {
    const Outcome outcome = run_program({"run", "scene.yaml", "--backend", "gpu"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(outcome.err.ends_with("; did you mean 'auto'?\n")) << outcome.err;
}

TEST(UsageError, flag_takes_no_value) {
    const Outcome outcome = run_program({"run", "scene.yaml", "--force=3"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: --force takes no value; `wavesim run --help` shows what is allowed\n");
}

TEST(UsageError, option_is_given_once) {
    const Outcome outcome = run_program({"run", "scene.yaml", "--backend", "cpu", "--backend", "cpu"});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err,
              "error: --backend takes one value, 2 are given; `wavesim run --help` shows what is allowed\n");
}

TEST(UsageError, empty_output) {
    const Outcome outcome = run_program({"run", "scene.yaml", "--output", ""});

    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "error: --output: '' is no name of a folder; `wavesim run --help` shows what is allowed\n");
}

TEST(UsageError, help_is_a_command) {
    EXPECT_EQ(run_program({"help"}).out, run_program({"--help"}).out);
    EXPECT_EQ(run_program({"help", "run"}).out, run_program({"run", "--help"}).out);
    EXPECT_EQ(run_program({"help"}).code, 0);
    EXPECT_NE(run_program({"help"}).out, "");
    for (const char* word : {"rum", "rooms"}) {
        EXPECT_EQ(run_program({"help", word}).code, 2) << word;
        EXPECT_EQ(run_program({"help", word}).err, run_program({word}).err) << word;
    }
}

/// A mistyped word of an option and of --set: the same sentence after its place; the one is no command line, the other
/// makes the scene wrong as the same word in its file does.
TEST(UsageError, unknown_backend) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    const Outcome option = run_program({"run", "scene.yaml", "--backend", "cpuu"}, {.folder = folder.path()});
    const Outcome set = run_program({"run", "scene.yaml", "--set", "run.backend=cpuu"}, {.folder = folder.path()});

    EXPECT_EQ(option.code, 2);
    EXPECT_EQ(set.code, 3);
    const std::string sentence = option.err.substr(option.err.find("unknown choice"));
    EXPECT_TRUE(sentence.ends_with("; did you mean 'cpu'?\n")) << option.err;
    EXPECT_EQ(set.err, "--set 1: run.backend: " + sentence);
}

TEST(UsageError, set_is_the_scene_where_it_can_be_read) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    const auto code = [&](const char* set) {
        return run_program({"check", "scene.yaml", "--set", set}, {.folder = folder.path()}).code;
    };
    folder.write("wiggel.yaml", std::string(small_scene) + "outputs: {traces: {gather: wiggel}}\n");

    EXPECT_EQ(run_program({"check", "wiggel.yaml"}, {.folder = folder.path()}).code, 3);
    EXPECT_EQ(code("outputs.traces.gather=wiggel"), 3);
    EXPECT_EQ(code("receivers[7].name=a"), 3);
    EXPECT_EQ(code("name.first=a"), 3);
    EXPECT_EQ(code("sources[first].name=a"), 2);
    EXPECT_EQ(code("domain.size=[1, 2"), 2);
}

TEST(UsageError, set_without_equals_sign) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    for (const char* command : {"run", "plan", "check"}) {
        const Outcome outcome = run_program({command, "scene.yaml", "--set", "foo"}, {.folder = folder.path()});

        EXPECT_EQ(outcome.code, 2) << command;
        EXPECT_EQ(outcome.err, "--set 1: 'foo' has no '='; write --set KEY=VALUE\n");
    }
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

TEST(UsageError, gpus_are_counted_from_1_or_all) {
    for (const std::string text : {"0", "both", "1025"}) {
        const Outcome outcome = run_program({"run", "scene.yaml", "--gpus", text});

        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.err, "error: --gpus: '" + text +
                                   "' is neither all nor a count of 1 to 1024; `wavesim run --help` shows what is "
                                   "allowed\n");
    }
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
