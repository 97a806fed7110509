// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cstdlib>

#include "app/program.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

using testing::HasSubstr;

/// Runs a command whose standard streams a shell has redirected.
class BrokenStream : public ::testing::Test {
  protected:
    void SetUp() override { folder_.write("scene.yaml", small_scene); }
    Outcome program(const std::vector<std::string>& arguments, const std::string& shell_line) const {
        return run_program(arguments, {.folder = folder_.path(), .under = {"sh", "-c", shell_line, "sh"}});
    }
    void expect_complete(const std::string& result) const {
        const Outcome info = run_program({"info", result, "--json"}, {.folder = folder_.path()});
        EXPECT_THAT(info.out, HasSubstr("\"complete\": true")) << info.err;
    }
    TemporaryFolder folder_;
};

TEST_F(BrokenStream, full_standard_error_costs_no_result) {
    for (const char* progress : {"plain", "bar"}) {
        const Outcome outcome =
            program({"run", "scene.yaml", "-o", progress, "--progress", progress}, "\"$@\" 2>/dev/full");

        EXPECT_EQ(outcome.code, 0) << progress;
        expect_complete(progress);
    }
}

TEST_F(BrokenStream, closed_standard_error_costs_no_result) {
    const Outcome outcome = program({"run", "scene.yaml", "-o", "out", "--progress", "plain"}, "\"$@\" 2>&-");

    EXPECT_EQ(outcome.code, 0);
    expect_complete("out");
}

TEST_F(BrokenStream, failure_that_cannot_be_told_keeps_its_code) {
    for (const char* shell_line : {"\"$@\" 2>/dev/full", "\"$@\" 2>&-"}) {
        EXPECT_EQ(program({"check", "scene.yaml", "--set", "grid.spacng=1 cm"}, shell_line).code, 3) << shell_line;
        EXPECT_EQ(program({"run", "missing.yaml"}, shell_line).code, 5) << shell_line;
        EXPECT_EQ(program({"rnu"}, shell_line).code, 2) << shell_line;
    }
}

TEST_F(BrokenStream, output_that_fails_during_a_run_is_5_with_its_results) {
    int number = 0;
    for (const char* shell_line : {"\"$@\" >/dev/full", "\"$@\" >&-"}) {
        for (const char* progress : {"json", "plain"}) {
            const std::string result = "out" + std::to_string(++number);
            const Outcome outcome =
                program({"run", "scene.yaml", "-o", result, "--progress", progress, "--set", "time.duration=0.5 s"},
                        shell_line);

            EXPECT_EQ(outcome.code, 5) << shell_line;
            EXPECT_THAT(outcome.err, HasSubstr("error: standard output cannot be written: "));
            expect_complete(result);
        }
    }
}

/// A signal may come into any write.
TEST_F(BrokenStream, writes_that_signals_interrupt_are_done_again) {
#ifdef WAVESIM_SANITIZED
    GTEST_SKIP() << "the search for leaks at the end of a program does not work under strace";
#endif
    if (std::system("strace -o /dev/null true 2>/dev/null") != 0) GTEST_SKIP() << "strace cannot run here";
    const Outcome outcome =
        program({"run", "scene.yaml", "-o", "out", "--progress", "plain"},
                "strace -f -o /dev/null -P /dev/stdout -e inject=write:error=EINTR:when=1+2 \"$@\" >text");

    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(read_text(folder_.path() / "text"), HasSubstr("Results written in out\n  result.h5\n"));
}

/// The reason is that of the write, not of what was tried after it.
TEST_F(BrokenStream, full_output_says_so) {
    for (const std::string command : {"stencils", "schema"})
        EXPECT_EQ(program({command}, "\"$@\" >/dev/full").err,
                  "error: standard output cannot be written: No space left on device\n");
    EXPECT_THAT(program({"run", "scene.yaml", "-o", "out", "--progress", "plain"}, "\"$@\" >/dev/full").err,
                HasSubstr("error: standard output cannot be written: No space left on device\n"));
}

/// As in `wavesim run ... 2>&1 | head -2`: the reader is gone before the first line.
TEST_F(BrokenStream, lost_reader_costs_no_result) {
    for (const char* progress : {"json", "plain"}) {
        program({"run", "scene.yaml", "-o", progress, "--progress", progress, "--set", "time.duration=0.5 s"},
                "(sleep 0.3; \"$@\"; echo $? >code) 2>&1 | true; while [ ! -s code ]; do sleep 0.1; done");

        EXPECT_EQ(read_text(folder_.path() / "code"), "5\n");
        expect_complete(progress);
        std::filesystem::remove(folder_.path() / "code");
    }
}

}  // namespace
}  // namespace wavesim::test
