// SPDX-License-Identifier: MIT
// Studies whose processes, disks and files do not last.
#include <gtest/gtest.h>

#include <signal.h>

#include <algorithm>
#include <fstream>

#include "app/study_program.hpp"

namespace wavesim::test {
namespace {

TEST_F(StudyProgram, cases_of_other_processes_are_75_or_waited_for) {
    write_study("parameters:\n  t: {set: time.duration, values: [3000 s, 10 ms]}\n");
    Running first({"study", "run", "s.yaml", "--cases", "1", "--progress", "json"}, {.folder = folder_.path()});
    ASSERT_TRUE(first.wait_for(R"("running":1)"));
    ASSERT_TRUE(appears(folder_.path() / status()["cases"][0]["folder"].get<std::string>() / "case.json"));

    const Outcome second = program({"run", "s.yaml", "--cases", "1-2"});
    EXPECT_EQ(second.code, 75) << second.out;
    EXPECT_NE(second.out.find("1 of 2 cases complete, 1 left to other processes"), std::string::npos) << second.out;

    Running third({"study", "run", "s.yaml", "--cases", "1", "--wait", "--time-limit", "20s"},
                  {.folder = folder_.path()});
    first.send(SIGKILL);
    first.wait();
    // It takes the case over once the other is gone, and stops at its own limit.
    EXPECT_EQ(third.wait().code, 75);
    EXPECT_EQ(status()["cases"][0]["attempts"], 2U);
}

TEST_F(StudyProgram, a_result_that_is_gone_or_cut_is_noticed_and_computed_again) {
    write_study("parameters:\n  a: {set: boundaries.default.absorption, values: [0.1, 0.2, 0.4, 0.5]}\n");
    ASSERT_EQ(program({"run", "s.yaml"}).code, 0);
    const auto folder = [&](std::size_t i) {
        return folder_.path() / status()["cases"][i]["folder"].get<std::string>() / "result";
    };
    const std::string whole = read_text(folder(1) / "result.h5");
    std::filesystem::remove(folder(0) / "result.h5");
    std::filesystem::resize_file(folder(1) / "result.h5", 1000);
    std::filesystem::remove_all(folder(2));

    EXPECT_EQ(states(), (std::vector<std::string>{"damaged", "damaged", "damaged", "complete"}));
    const std::string text = program({"status", "s.yaml"}).out;
    EXPECT_NE(text.find("case_1  damaged  result.h5 is gone; `study run` computes it again\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("case_2  damaged  result.h5 has 1000 of "), std::string::npos) << text;
    EXPECT_NE(text.find("case_3  damaged  its result is gone; "), std::string::npos) << text;
    EXPECT_EQ(program({"collect", "s.yaml"}).code, 5);

    const Outcome again = program({"run", "s.yaml"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(states(), std::vector<std::string>(4, "complete"));
    EXPECT_EQ(attempts(), 7U);
    EXPECT_EQ(program({"collect", "s.yaml"}).code, 0);
}

TEST_F(StudyProgram, a_full_disk_stops_the_study) {
    if (std::system("strace -o /dev/null true 2>/dev/null") != 0) GTEST_SKIP() << "strace cannot run here";
    // Four flushes for each case: the third one meets the end of the disk.
    const Outcome run = run_program(
        {"study", "run", "s.yaml", "--at-once", "1", "--progress", "none"},
        {.folder = folder_.path(),
         .environment = {"ASAN_OPTIONS=detect_leaks=0"},
         .under = {"strace", "-f", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:error=ENOSPC:when=9+"}});

    EXPECT_EQ(run.code, 5);
    EXPECT_NE(run.err.find("the disk or the quota is full: "), std::string::npos) << run.err;
    const std::vector<std::string> after = states();
    EXPECT_EQ(std::ranges::count(after, "complete"), 2) << run.err;
    EXPECT_LE(std::ranges::count(after, "failed"), 2) << "one, and one that was sent ahead";
    EXPECT_GE(std::ranges::count(after, "missing"), 2);
    EXPECT_EQ(program({"run", "s.yaml"}).code, 0) << "with space again";
}

TEST_F(StudyProgram, workers_start_through_the_loader_that_started_the_program) {
    const std::string loader = "/lib64/ld-linux-x86-64.so.2";
    if (!std::filesystem::exists(loader)) GTEST_SKIP() << "the loader stands elsewhere";

    const Outcome run = run_program({"study", "run", "s.yaml"}, {.folder = folder_.path(), .under = {loader}});

    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(states(), std::vector<std::string>(6, "complete"));
}

TEST_F(StudyProgram, verify_reads_every_byte_and_repair_computes_again) {
    write_study("parameters:\n  a: {set: boundaries.default.absorption, values: [0.1, 0.2, 0.4]}\n");
    ASSERT_EQ(program({"run", "s.yaml"}).code, 0);
    EXPECT_EQ(program({"verify", "s.yaml"}).out, "3 of 3 complete cases as they were written\n");
    const auto result = folder_.path() / status()["cases"][1]["folder"].get<std::string>() / "result";
    std::fstream file(result / "result.h5", std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(3000);
    const char changed = static_cast<char>(file.get() ^ 1);
    file.seekp(3000);
    file.put(changed);
    file.close();

    const Outcome damaged = program({"verify", "s.yaml"});
    EXPECT_EQ(damaged.code, 5);
    EXPECT_EQ(damaged.out, "2 of 3 complete cases as they were written\n");
    EXPECT_NE(damaged.err.find("result.h5 is damaged: its content is not what its checksum says"), std::string::npos);
    EXPECT_EQ(run_program({"info", result.string(), "--verify"}).code, 5);
    EXPECT_EQ(states(), std::vector<std::string>(3, "complete")) << "lengths alone do not show it";

    EXPECT_EQ(program({"repair", "s.yaml"}).code, 0);
    EXPECT_EQ(attempts(), 4U);
    EXPECT_EQ(program({"verify", "s.yaml"}).code, 0);
    EXPECT_EQ(run_program({"info", result.string(), "--verify"}).out,
              "2 files in " + result.string() + ": all as they were written\n");
}

/// Of three cases two are complete, one of them damaged; the third was never begun.
TEST_F(StudyProgram, repair_lets_cases_stay_that_are_not_damaged) {
    write_study("parameters:\n  a: {set: boundaries.default.absorption, values: [0.1, 0.2, 0.4]}\n");
    ASSERT_EQ(program({"run", "s.yaml", "--cases", "1-2"}).code, 0);
    const auto result = folder_.path() / status()["cases"][1]["folder"].get<std::string>() / "result";
    std::filesystem::resize_file(result / "result.h5", std::filesystem::file_size(result / "result.h5") - 1);

    const Outcome repaired = program({"repair", "s.yaml"});

    EXPECT_EQ(repaired.code, 0) << repaired.err;
    EXPECT_EQ(repaired.out.substr(0, repaired.out.find('\n')), "1 of 2 complete cases as they were written");
    EXPECT_EQ(states(), (std::vector<std::string>{"complete", "complete", "missing"}));
    EXPECT_EQ(attempts(), 3U);
}

TEST_F(StudyProgram, a_formula_of_very_many_brackets_has_a_place) {
    write_study("parameters: {a: {values: [3]}}\nderived:\n  t: {set: time.duration, value: \"" +
                std::string(300, '(') + "a" + std::string(300, ')') + "\"}\n");
    const Outcome plan = program({"plan", "s.yaml"});

    EXPECT_EQ(plan.code, 3);
    EXPECT_EQ(plan.err, "s.yaml:5:34: derived.t.value: the formula has brackets 300 deep (at most 200 are allowed)\n");
}

TEST_F(StudyProgram, a_killed_worker_costs_its_case_alone) {
    write_study("parameters:\n  t: {set: time.duration, values: [300 s, 10 ms, 20 ms]}\n");
    Running run({"study", "run", "s.yaml", "--at-once", "2", "--progress", "json"},
                {.folder = folder_.path(), .all_threads = true});
    ASSERT_TRUE(run.wait_for(R"("complete":2)"));
    // The worker that is left is a child of the program; another one may end just now.
    ASSERT_EQ(std::system(("killed=1; for p in $(pgrep -P " + std::to_string(run.pid()) +
                           "); do grep -qs worker /proc/$p/cmdline && kill -9 $p && killed=0; done; exit $killed")
                              .c_str()),
              0);
    const Outcome outcome = run.wait();

    EXPECT_EQ(outcome.code, 4) << outcome.out;
    EXPECT_NE(outcome.out.find("its process was killed by signal 9 (memory may have run out)"), std::string::npos)
        << outcome.out;
    EXPECT_EQ(states(), (std::vector<std::string>{"failed", "complete", "complete"}));
}

}  // namespace
}  // namespace wavesim::test
