// SPDX-License-Identifier: MIT
#include "app/study/local_run.hpp"

#include <gtest/gtest.h>

#include "app/program.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

/// Two of three cases of a study at once, on a node with so many cores: what the study says at its beginning.
std::string at_once(int cores, int threads) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    LocalRun run;
    run.input.file = folder
                         .write("s.yaml",
                                "study: 1\nscene: scene.yaml\nparameters:\n"
                                "  c: {set: medium.sound_speed, values: [340, 341, 342]}\n")
                         .string();
    run.input.output = (folder.path() / "results").string();
    run.at_once = 2;
    run.threads = threads;
    run.progress = "none";
    run.wanted = {CaseState::missing};
    run.node = LocalNode{cores, {}, {WAVESIM_BINARY}};
    ::testing::internal::CaptureStdout();
    const int code = run_locally(run);
    const std::string said = ::testing::internal::GetCapturedStdout();
    EXPECT_EQ(code, 0);
    const std::size_t line = said.find("At once");
    return line == std::string::npos ? said : said.substr(line, said.find('\n', line) - line);
}

TEST(LocalRun, DividesTheCoresAmongTheCases) {
    EXPECT_EQ(at_once(4, 0), "At once     2 cases with 2 threads each");
    EXPECT_EQ(at_once(7, 0), "At once     2 cases with 3 threads each");
    EXPECT_EQ(at_once(4, 1), "At once     2 cases with 1 thread each");
}

}  // namespace
}  // namespace wavesim::test
