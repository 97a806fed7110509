// SPDX-License-Identifier: MIT
#include "app/slab_text.hpp"

#include <gtest/gtest.h>

#include "app/plan_text.hpp"
#include "solvers/plan/plan.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim {
namespace {

/// Two slabs whose steps take 4 and 2 us, an exchange of 1 us, and 8 us on one device: 8 / 5 = 1.6 times as fast.
Plan two_slab_plan() {
    Plan plan;
    PlannedSlab low, high;
    low.slab.from = 0, low.slab.to = 30;
    high.slab.from = 30, high.slab.to = 50;
    low.device = "GPU 2 (A)", high.device = "GPU 3 (B)";
    low.memory_bytes = 3 << 20, high.memory_bytes = 2 << 20;
    low.step_s = 4e-6, high.step_s = 2e-6;
    plan.decision.slabs.slabs = {low, high};
    plan.decision.slabs.largest_over_mean = 1.25;
    plan.decision.slabs.exchange_bytes = 5 << 10;
    plan.decision.slabs.exchange_s = 1e-6;
    plan.decision.slabs.alone_s = 8e-6;
    return plan;
}

TEST(SlabText, SaysPlanesMemoryTimesAndGain) {
    Plan plan = two_slab_plan();
    plan.forecast.memory.device = 1;
    Machine machine;
    machine.gpu.memory_free = 7 << 20;
    machine.other_gpus.resize(1);
    machine.other_gpus[0].memory_free = 6 << 20;

    const std::vector<ReportRow> rows = slab_lines(plan, machine);

    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].label, "Slabs");
    EXPECT_EQ(rows[0].text, "GPU 2 (A): planes 0 to 29 along z, 3.00 MiB of 7.00 MiB free, 4.00 us per step");
    EXPECT_EQ(rows[1].label, "");
    EXPECT_EQ(rows[1].text, "GPU 3 (B): planes 30 to 49 along z, 2.00 MiB of 6.00 MiB free, 2.00 us per step");
    EXPECT_EQ(rows[2].text,
              "the dearest costs 1.250 of the mean; 5.00 KiB of planes reach one of them per step, 1.00 us");
    EXPECT_EQ(rows[3].text, "predicted to be 1.60 times as fast as one, 80 % of 2");
}

/// Ranks on CPUs keep lists of the whole grid until they have cut them.
TEST(SlabText, OfRanksSaysWhatTheyTakeBesideTheirSlab) {
    Plan plan = two_slab_plan();
    plan.forecast.memory.process = 4 << 20;
    plan.forecast.memory.walls = 2 << 20;
    plan.forecast.memory.medium = 1 << 20;
    plan.decision.slabs.alone_s = 0;

    const std::vector<ReportRow> rows = slab_lines(plan, Machine{});

    ASSERT_EQ(rows.size(), 4U) << "without a time of one there is no gain";
    EXPECT_EQ(rows[1].text, "GPU 3 (B): planes 30 to 49 along z, 2.00 MiB, 2.00 us per step");
    EXPECT_EQ(rows[3].text,
              "beside its slab each rank takes 7.00 MiB, of which 3.00 MiB of the whole grid are gone before the first "
              "step");
    EXPECT_TRUE(slab_lines(Plan{}, Machine{}).empty());
}

}  // namespace
}  // namespace wavesim
