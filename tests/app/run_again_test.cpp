// SPDX-License-Identifier: MIT
// Runs whose folder holds something already.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/program.hpp"
#include "app/small_scene.hpp"

namespace wavesim::test {
namespace {

class RunAgain : public ::testing::Test {
  protected:
    void SetUp() override { folder_.write("scene.yaml", small_scene); }
    Outcome program(const std::vector<std::string>& arguments) const {
        return run_program(arguments, {.folder = folder_.path()});
    }
    TemporaryFolder folder_;
};

TEST_F(RunAgain, complete_folder_is_5_without_force) {
    ASSERT_EQ(program({"run", "scene.yaml", "-o", "out"}).code, 0);

    const Outcome again = program({"run", "scene.yaml", "-o", "out"});
    const Outcome forced = program({"run", "scene.yaml", "-o", "out", "--force"});

    EXPECT_EQ(again.code, 5);
    EXPECT_EQ(again.err,
              "error: folder out already holds the complete result of this scene; --force replaces it, --output out_2 "
              "keeps it\n");
    EXPECT_EQ(forced.code, 0) << forced.err;
    EXPECT_NE(forced.out.find("Replaced    the complete result of this scene in out: removed result.h5, log.txt"),
              std::string::npos)
        << forced.out;
}

TEST_F(RunAgain, edited_scene_is_5_without_force_and_found_before_any_work) {
    ASSERT_EQ(program({"run", "scene.yaml", "-o", "out"}).code, 0);
    const std::vector<std::string> edited{"run",        "scene.yaml", "-o",    "out",
                                          "--progress", "json",       "--set", "medium.sound_speed=340"};
    std::vector<std::string> with_force = edited;
    with_force.push_back("--force");

    const Outcome refused = program(edited);
    const Outcome forced = program(with_force);

    EXPECT_EQ(refused.code, 5);
    EXPECT_EQ(nlohmann::json::parse(refused.out)["error"],
              "folder out already holds the complete result of another version of this scene; --force replaces it, "
              "--output out_2 keeps it");
    EXPECT_EQ(forced.code, 0) << forced.err;
    EXPECT_NE(forced.out.find(R"({"event":"replaced","what":"the complete result of another version of this scene",)"
                              R"("folder":"out","files":["result.h5","log.txt")"),
              std::string::npos)
        << forced.out;
}

TEST_F(RunAgain, files_of_others_are_5_even_with_force) {
    std::filesystem::create_directory(folder_.path() / "out");
    folder_.write("out/thesis.txt", "years of work");

    const Outcome outcome = program({"run", "scene.yaml", "-o", "out", "--force"});

    EXPECT_EQ(outcome.code, 5);
    EXPECT_EQ(outcome.err,
              "error: folder out holds files that wavesim did not write; --output out_2 writes to another folder\n");
    EXPECT_EQ(read_text(folder_.path() / "out/thesis.txt"), "years of work");
}

TEST_F(RunAgain, tasks_of_a_slurm_array_have_folders_of_their_own) {
    const auto run_task = [&](const std::string& task) {
        return run_program({"run", "scene.yaml", "--progress", "none"},
                           {.folder = folder_.path(), .environment = {"SLURM_ARRAY_TASK_ID=" + task}});
    };

    for (const char* task : {"7", "12", "../9"}) EXPECT_EQ(run_task(task).code, 0) << task;

    std::set<std::string> folders;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "results"))
        folders.insert(entry.path().filename());
    EXPECT_EQ(folders.size(), 3U);
    EXPECT_TRUE(std::ranges::any_of(folders, [](const std::string& name) { return name.ends_with("_task_7"); }));
    EXPECT_TRUE(std::ranges::any_of(folders, [](const std::string& name) { return name.ends_with("_task_12"); }));
    EXPECT_TRUE(std::ranges::none_of(folders, [](const std::string& name) { return name.ends_with("9"); }));
}

}  // namespace
}  // namespace wavesim::test
