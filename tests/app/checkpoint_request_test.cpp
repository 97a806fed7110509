// SPDX-License-Identifier: MIT
#include "app/checkpoint_request.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "app/errors.hpp"
#include "app/program.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

/// A job of Slurm as the process sees it, with a squeue of its own.
class SlurmJob : public testing::Test {
  protected:
    void SetUp() override {
        ::unsetenv("SLURM_JOB_END_TIME");
        ::unsetenv("SLURM_JOB_ID");
    }
    void TearDown() override {
        SetUp();
        ::setenv("PATH", path_.c_str(), 1);
    }
    void squeue_prints(const std::string& command) const {
        const fs::path file = folder_.write("squeue", "#!/bin/sh\n" + command + "\n");
        fs::permissions(file, fs::perms::owner_all);
        ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
    }
    static std::string refusal() {
        try {
            checkpoint_request("", "job");
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    }
    test::TemporaryFolder folder_;
    const std::string path_ = std::getenv("PATH");
};

TEST_F(SlurmJob, EndsWhenItsEnvironmentSays) {
    ::setenv("SLURM_JOB_END_TIME", std::to_string(std::time(nullptr) + 3600).c_str(), 1);
    EXPECT_NEAR(checkpoint_request("", "job").time_limit_s.value(), 3600, 5);
}

TEST_F(SlurmJob, EndsWhenSqueueSays) {
    ::setenv("SLURM_JOB_ID", "12_3", 1);
    squeue_prints(R"([ "$3" = 12_3 ] && date -d "now + 2 hours" +%Y-%m-%dT%H:%M:%S)");
    EXPECT_NEAR(checkpoint_request("", "job").time_limit_s.value(), 7200, 10);
}

TEST_F(SlurmJob, EndThatNobodyKnowsIsAFault) {
    EXPECT_THAT(refusal(), testing::HasSubstr("SLURM_JOB_ID is not set; write a time (3h50m)"));
    ::setenv("SLURM_JOB_ID", "12", 1);
    const std::string unknown = "neither SLURM_JOB_END_TIME nor squeue tells when job 12 ends; write a time (3h50m)";
    squeue_prints("exit 1");
    EXPECT_THAT(refusal(), testing::HasSubstr(unknown));
    squeue_prints("echo N/A");
    EXPECT_THAT(refusal(), testing::HasSubstr(unknown));
    ::setenv("SLURM_JOB_END_TIME", "1000", 1);
    EXPECT_THAT(refusal(), testing::HasSubstr("the job should have ended already"));
}

TEST(TimeLimit, LeavesTwiceWhatTheEndNeeds) {
    EXPECT_DOUBLE_EQ(last_moment_s(100, 3, 5, 7), 70);
    EXPECT_DOUBLE_EQ(last_moment_s(100, 20, 15, 7), 50) << "half of the limit is used at least";
}

}  // namespace
}  // namespace wavesim
