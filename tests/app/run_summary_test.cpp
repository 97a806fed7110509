// SPDX-License-Identifier: MIT
#include "app/run_summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/program.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;

/// A million nodes in float (8 MB of fields) at 500 ps per node and step.
std::string summary(const RunCost& cost, double peak_pa = 0) {
    Plan plan;
    plan.decision.shape.extent = {100, 100, 100};
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

/// k73 is not stable where the tilt varies.
TEST(RunSummary, says_that_a_field_is_not_stable) {
    const test::TemporaryFolder folder;
    folder.write("scene.yaml", R"(wavesim: 1
domain: {size: [1500, 1500]}
grid: {spacing: 10 m}
medium: {sound_speed: 2500 m/s}
tti: {form: k73, growth: accepted, epsilon: 0.3, boxes: [{box: {from: [400, 400], to: [1100, 1100]}, epsilon: 0.3, theta: 60}]}
time: {duration: 3 s}
boundaries: {default: absorbing}
sources: [{position: [750, 250], signal: {kind: ricker, peak_frequency: 15 Hz}}]
receivers: [{name: far, position: [750, 1300]}]
)");
    const auto run = [&](std::vector<std::string> more) {
        const std::vector<std::string> arguments{"run", "scene.yaml", "--backend", "cpu", "-o"};
        more.insert(more.begin(), arguments.begin(), arguments.end());
        return test::run_program(more, {.folder = folder.path()});
    };
    const std::string sentence = "the field is not stable: do not trust it";

    const test::Outcome text = run({"text"});
    EXPECT_EQ(text.code, 6);
    EXPECT_THAT(text.out,
                HasSubstr("\nAccuracy    " + sentence + "\nError budget: none, since the field is not stable\n"));
    EXPECT_THAT(text.err, HasSubstr(" times the energy that was left when the sources fell silent, at node ("));
    EXPECT_THAT(test::run_program({"info", "text"}, {.folder = folder.path()}).out,
                HasSubstr("State       unstable, "));
    const std::string json = run({"json", "--progress", "json"}).out;
    EXPECT_THAT(json, HasSubstr(R"({"event":"end","complete":false,"unstable":true,"exit_code":6,)"));
    EXPECT_THAT(json, HasSubstr(R"("verdict":")" + sentence + R"(","errors":null,"error_budget":["none, since)"));
    EXPECT_EQ(run({"stable", "--set", "tti.form=self_adjoint"}).code, 0);
}

}  // namespace
}  // namespace wavesim
