// SPDX-License-Identifier: MIT
// The kernels in a proposal are those that its backend compiles when it is opened, no more and no fewer.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "backends/machine_here.hpp"
#include "cases.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/rtc/kernel_cache.hpp"
#include "stencils/rtc/kernel_file.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::testing {
namespace {

class ProposalOnGpu : public ::testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (!cuda_why_not().empty()) GTEST_SKIP() << cuda_why_not();
        ::setenv("WAVESIM_CACHE", folder.c_str(), 1);
    }
    void TearDown() override {
        ::unsetenv("WAVESIM_CACHE");
        std::filesystem::remove_all(folder);
    }
    const std::filesystem::path folder =
        std::filesystem::path(::testing::TempDir()) / ("proposed_kernels_" + std::to_string(::getpid()));
};

TEST_P(ProposalOnGpu, NamesTheKernelsThatOpenCompiles) {
    ScalarProblem problem = bare_problem({70, 60, 50}, make_stencil("leggy-1", 3), Precision::float32);
    problem.halo.fill(HaloRule::mirror_half);
    add_walls_on_all_sides(problem, true);
    const BackendEntry& entry = *find_backend(GetParam());
    const Proposal proposal = entry.propose(problem, test::machine_here());
    if (!proposal.why_not.empty()) GTEST_SKIP() << proposal.why_not;
    EXPECT_GE(proposal.texts.size(), 2U);
    std::set<std::string> named;
    for (const KernelText& text : proposal.texts)
        named.insert(kernel_file(text.name, text.source, text.architecture, test::machine_here().gpu.compiler));
    EXPECT_FALSE(entry.open(problem, {}, proposal)->facts().kernels_from_cache);
    EXPECT_EQ(cached_kernel_files(), named);
    EXPECT_TRUE(entry.open(problem, {}, proposal)->facts().kernels_from_cache);
}

INSTANTIATE_TEST_SUITE_P(Backends, ProposalOnGpu,
                         ::testing::Values("stream25.sweep", "texture.unrolled", "temporal", "whole_step"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::erase_if(name, [](char c) { return c == '.' || c == '_'; });
                             return name;
                         });

}  // namespace
}  // namespace wavesim::testing
