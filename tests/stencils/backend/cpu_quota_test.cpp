// SPDX-License-Identifier: MIT
#include "stencils/backend/cpu_quota.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

namespace wavesim {
namespace {

namespace fs = std::filesystem;

/// Files as the kernel shows them, in a folder of their own.
class CpuQuota : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "wavesim_test_XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }
    void put(const fs::path& file, const std::string& text) const {
        fs::create_directories((folder_ / file).parent_path());
        std::ofstream(folder_ / file) << text;
    }
    std::optional<double> quota() const { return cpu_quota(folder_ / "cgroup", folder_ / "root"); }

    fs::path folder_;
};

TEST_F(CpuQuota, IsThatOfTheGroup) {
    put("cgroup", "0::/jobs/mine\n");
    put("root/jobs/mine/cpu.max", "50000 100000\n");
    EXPECT_EQ(quota(), 0.5);
    put("root/jobs/cpu.max", "25000 100000\n");
    EXPECT_EQ(quota(), 0.25) << "a group around it allows less";
    put("root/jobs/mine/cpu.max", "max 100000\n");
    put("root/jobs/cpu.max", "max 100000\n");
    EXPECT_FALSE(quota());
}

TEST_F(CpuQuota, OfAContainerThatSeesItsGroupAsTheRoot) {
    put("cgroup", "0::/\n");
    put("root/cpu.max", "150000 100000\n");
    EXPECT_EQ(quota(), 1.5);
    put("cgroup", "0::/not/seen/here\n");
    EXPECT_EQ(quota(), 1.5);
}

TEST_F(CpuQuota, OfTheFirstVersion) {
    put("cgroup", "3:memory:/m\n4:cpu,cpuacct:/mine\n");
    put("root/cpu/mine/cpu.cfs_quota_us", "300000\n");
    put("root/cpu/mine/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(quota(), 3.0);
    put("root/cpu/mine/cpu.cfs_quota_us", "-1\n");
    EXPECT_FALSE(quota());
}

TEST_F(CpuQuota, IsNoneWithoutGroups) {
    EXPECT_FALSE(quota());
    put("cgroup", "nonsense\n0::\n");
    EXPECT_FALSE(quota());
}

}  // namespace
}  // namespace wavesim
