// SPDX-License-Identifier: MIT
#include "app/run_summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wavesim {
namespace {

using testing::HasSubstr;

/// A million nodes in float (8 MB of fields) at 500 ps per node and step.
std::string summary(const RunCost& cost, double peak_pa = 0) {
    Plan plan;
    plan.grid = {100, 100, 100};
    plan.scene.receivers.resize(1);
    RunReport report;
    report.steps_done = 10;
    report.ctpn_s = 500e-12;
    report.peak_pa = peak_pa;
    return cost_text(plan, report, cost);
}

TEST(RunSummary, speed_is_a_share_of_the_memory_rate) {
    RunCost cost;
    cost.triad_bytes_per_s = 48e9;  // 12 B per node: 250 ps
    cost.cache_bytes = 4'000'000;

    EXPECT_THAT(summary(cost), HasSubstr("500 ps per node and step (CTPN), 2.00 Gnode/s, 50 % of the memory rate "
                                         "(48.0 GB/s)\n"));
}

TEST(RunSummary, fields_in_the_cache_have_no_share_of_it) {
    RunCost cost;
    cost.triad_bytes_per_s = 48e9;
    cost.cache_bytes = 8'000'000;

    EXPECT_THAT(summary(cost), HasSubstr("2.00 Gnode/s, from fields in the cache\n"));
}

TEST(RunSummary, peak_is_that_of_the_receivers) {
    EXPECT_THAT(summary({}, 0.25), HasSubstr("Peak        250 mPa, the largest pressure at a receiver\n"));
    EXPECT_THAT(summary({}, 0), HasSubstr("Peak        no sound at any receiver\n"));
}

}  // namespace
}  // namespace wavesim
