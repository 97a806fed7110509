// SPDX-License-Identifier: MIT
#include "io/result/batch_job.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace wavesim {
namespace {

/// In a process with these variables and no others of batch systems.
BatchJob job_with(const std::map<std::string, std::string>& variables) {
    for (const char* name : {"SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "JOB_ID", "SGE_TASK_ID",
                             "PBS_JOBID", "PBS_ARRAY_INDEX", "LSB_JOBID", "LSB_JOBINDEX"})
        ::unsetenv(name);
    for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
    return batch_job();
}

TEST(BatchJob, IsKnownInEveryBatchSystem) {
    EXPECT_EQ(job_with({{"SLURM_JOB_ID", "17"}}).text(), "Slurm 17");
    EXPECT_EQ(job_with({{"SLURM_JOB_ID", "18"}, {"SLURM_ARRAY_JOB_ID", "15"}, {"SLURM_ARRAY_TASK_ID", "3"}}).text(),
              "Slurm 15_3");
    // Grid Engine 8.1.9; PBS and LSF after their manuals.
    EXPECT_EQ(job_with({{"JOB_ID", "21"}, {"SGE_TASK_ID", "undefined"}}).text(), "Grid Engine 21");
    EXPECT_EQ(job_with({{"JOB_ID", "22"}, {"SGE_TASK_ID", "4"}}).text(), "Grid Engine 22_4");
    EXPECT_EQ(job_with({{"PBS_JOBID", "31.head"}}).text(), "PBS 31.head");
    EXPECT_EQ(job_with({{"PBS_JOBID", "32[5].head"}, {"PBS_ARRAY_INDEX", "5"}}).text(), "PBS 32_5");
    EXPECT_EQ(job_with({{"LSB_JOBID", "41"}, {"LSB_JOBINDEX", "0"}}).text(), "LSF 41");
    EXPECT_EQ(job_with({{"LSB_JOBID", "42"}, {"LSB_JOBINDEX", "6"}}).number, "42_6");
}

TEST(BatchJob, IsNoneWithoutABatchSystem) {
    EXPECT_EQ(job_with({}).text(), "");
    EXPECT_EQ(job_with({{"JOB_ID", "51"}}).text(), "") << "a name that others use, too";
}

}  // namespace
}  // namespace wavesim
