// SPDX-License-Identifier: MIT
// What batch systems print. Slurm 22.05 was recorded; the others were written after their manuals, since they are not
// here.
#include "app/study/batch_queue.hpp"

#include <gtest/gtest.h>

namespace wavesim::test {
namespace {

using Place = BatchQueue::Place;
using Tasks = std::map<std::pair<std::string, std::size_t>, Place>;

TEST(BatchQueue, tasks_of_slurm_wait_run_or_come_again) {
    // After squeue(1): squeue --noheader --array --jobs 7,8 --format '%F %K %T'.
    const BatchQueue queue = parse_squeue(
        "7 3 PENDING\n"
        "7 1 RUNNING\n"
        "7 2 COMPLETING\n"
        "8 1 REQUEUE_HOLD\n"
        "9 N/A RUNNING\n");
    EXPECT_EQ(
        queue.tasks,
        (Tasks{{{"7", 1}, Place::runs}, {{"7", 2}, Place::runs}, {{"7", 3}, Place::waits}, {{"8", 1}, Place::waits}}));
}

TEST(BatchQueue, other_versions_of_slurm_have_other_states) {
    // Written after squeue(1) of 20.11 and of 23.11, which are not here; --states all shows what has ended, too.
    const BatchQueue old = parse_squeue(
        "71 1 CONFIGURING\n"
        "71 2 COMPLETED\n"
        "71 3 PREEMPTED\n"
        "71 4 RESV_DEL_HOLD\n"
        "71 5 OUT_OF_MEMORY\n"
        "71 6 SUSPENDED\n"
        "71 7 STAGE_OUT\n");
    const BatchQueue recent = parse_squeue(
        "72 1 POWER_UP_NODE\n"
        "72 2 LAUNCH_FAILED\n"
        "72 3 RECONFIG_FAIL\n"
        "72 4 SPECIAL_EXIT\n"
        "72 5 STOPPED\n"
        "72 6 TIMEOUT\n");

    EXPECT_EQ(
        old.tasks,
        (Tasks{
            {{"71", 1}, Place::runs}, {{"71", 4}, Place::waits}, {{"71", 6}, Place::waits}, {{"71", 7}, Place::runs}}));
    EXPECT_EQ(recent.tasks, (Tasks{{{"72", 1}, Place::runs}, {{"72", 4}, Place::waits}, {{"72", 5}, Place::runs}}));
}

TEST(BatchQueue, tasks_of_grid_engine_that_wait_share_a_line) {
    // Written after qstat(1) of Grid Engine 8.1.9, with columns as it prints them.
    const BatchQueue queue = parse_sge_qstat(
        "job-ID  prior   name       user         state submit/start at     queue                          slots "
        "ja-task-ID \n"
        "---------------------------------------------------------------------------------------------------------\n"
        "      4 0.55500 many       guest        r     11/28/2026 08:50:01 all.q@node1                        1 2\n"
        "      4 0.55500 many       guest        qw    11/28/2026 08:50:00                                    1 "
        "3-7:2,9\n"
        "      5 0.00000 other      guest        hqw   11/28/2026 08:51:00                                    1 1\n");
    EXPECT_EQ(queue.tasks, (Tasks{{{"4", 2}, Place::runs},
                                  {{"4", 3}, Place::waits},
                                  {{"4", 5}, Place::waits},
                                  {{"4", 7}, Place::waits},
                                  {{"4", 9}, Place::waits},
                                  {{"5", 1}, Place::waits}}));
}

TEST(BatchQueue, tasks_of_pbs_have_letters_for_states) {
    // Written after the reference guide of PBS Professional 2021.1: qstat -t -f -F json 12[].
    const BatchQueue queue = parse_pbs_qstat(R"({
        "timestamp": 1795855000, "pbs_version": "2021.1.3", "pbs_server": "head",
        "Jobs": {
            "12[].head": {"Job_Name": "many", "job_state": "B", "array": "True", "array_indices_submitted": "1-5"},
            "12[1].head": {"Job_Name": "many", "job_state": "X", "array_index": "1"},
            "12[2].head": {"Job_Name": "many", "job_state": "R", "array_index": "2"},
            "12[3].head": {"Job_Name": "many", "job_state": "E", "array_index": "3"},
            "12[4].head": {"Job_Name": "many", "job_state": "Q", "array_index": "4"},
            "12[5].head": {"Job_Name": "many", "job_state": "H", "array_index": "5"}}})");
    EXPECT_EQ(
        queue.tasks,
        (Tasks{
            {{"12", 2}, Place::runs}, {{"12", 3}, Place::runs}, {{"12", 4}, Place::waits}, {{"12", 5}, Place::waits}}));
    EXPECT_TRUE(parse_pbs_qstat("qstat: Unknown Job Id 12[]").tasks.empty());
}

TEST(BatchQueue, arrays_are_as_long_as_the_configuration_says) {
    // After scontrol(1): scontrol show config.
    EXPECT_EQ(most_slurm_tasks("MaxArraySize            = 1001\nMaxBatchRequeue         = 5\n"), 1000U);
    EXPECT_EQ(most_slurm_tasks("MaxArraySize            = 4000001\n"), 4'000'000U);
    // As 20.11 and 23.11 print it, after their manuals: a date before it, and limits of other names around.
    EXPECT_EQ(most_slurm_tasks("Configuration data as of 2021-03-01T10:00:00\nMaxArraySize            = 2001\n"
                               "MaxDBDMsgs              = 20008\nMaxJobCount             = 10000\n"),
              2000U);
    EXPECT_EQ(most_slurm_tasks("Configuration data as of 2024-01-09T12:00:00\nMaxArraySize            = 10001\n"
                               "MaxBatchRequeue         = 5\n"),
              10'000U);
    EXPECT_EQ(most_slurm_tasks("Slurm is down"), 1000U);
}

}  // namespace
}  // namespace wavesim::test
