// SPDX-License-Identifier: MIT
#include "app/study/sent_jobs.hpp"

#include <gtest/gtest.h>

#include "app/program.hpp"

namespace wavesim::test {
namespace {

using Kind = TaskState::Kind;

/// The last line of a log that says something: what a task says of all its cases at the end does not count.
TEST(SentJobs, tasks_are_told_with_the_last_line_of_their_log) {
    const TemporaryFolder folder;
    const auto told = [&](Kind kind, int code, const std::string& log) {
        TaskState state{.kind = kind, .began = true, .exit_code = code, .log = folder.path() / "5_1.log"};
        if (!log.empty()) folder.write("5_1.log", log);
        std::string text = text_of("5_1", state);
        const std::string path = folder.path().string() + '/';
        if (const std::size_t at = text.find(path); at != std::string::npos) text.erase(at, path.size());
        return text;
    };
    EXPECT_EQ(told(Kind::lost, 0, ""), "task 5_1 is not in the queue and never began");
    EXPECT_EQ(told(Kind::failed, 3, ""), "task 5_1 ended with 3");
    for (const char* last : {"", "\n", "  case_2 of it\n", "Cases       2 of 4\n", "\n  much\n\nCases 1\n"}) {
        EXPECT_EQ(told(Kind::failed, 4, std::string("begins\nno memory\n") + last),
                  "task 5_1 ended with 4: no memory (5_1.log)")
            << last;
        EXPECT_EQ(told(Kind::lost, 0, std::string("begins\nkilled\n") + last), "task 5_1 was cut off: killed (5_1.log)")
            << last;
    }
    EXPECT_EQ(told(Kind::ended, 0, "Cases of all kinds\n  a\n\n"), "task 5_1");
}

/// Lines of an earlier version, which had no number of tasks, are skipped.
TEST(SentJobs, are_read_as_they_were_written) {
    const TemporaryFolder folder;
    folder.write("jobs.txt", "11 cases.jsonl\n");
    add_sent_job(folder.path(), {"12", "cases_2.jsonl", 3, BatchSystem::slurm});
    add_sent_job(folder.path(), {"13.head", "cases_3.jsonl", 40, BatchSystem::pbs});

    const std::vector<SentJob> jobs = read_sent_jobs(folder.path());
    ASSERT_EQ(jobs.size(), 2U);
    EXPECT_EQ(jobs[0].job, "12");
    EXPECT_EQ(jobs[0].list, "cases_2.jsonl");
    EXPECT_EQ(jobs[0].tasks, 3U);
    EXPECT_EQ(jobs[0].system, BatchSystem::slurm);
    EXPECT_EQ(jobs[1].job, "13.head");
    EXPECT_EQ(jobs[1].tasks, 40U);
    EXPECT_EQ(jobs[1].system, BatchSystem::pbs);
}

}  // namespace
}  // namespace wavesim::test
