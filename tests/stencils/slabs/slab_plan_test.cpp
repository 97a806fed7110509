// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_plan.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

/// The slowest slab takes 5 us and the exchange 1 us: three devices gain a factor of 12 / 6, two thirds of three.
TEST(SlabPlan, IsAsFastAsItsSlowestSlab) {
    SlabPlan plan = plan_of({{0, 4}, {4, 9}, {9, 12}}, 2);
    EXPECT_EQ(plan.steps_together, 2);
    EXPECT_EQ(plan.slabs[2].device, "part 3");
    EXPECT_EQ(plan.slabs[1].slab.to, 9);
    EXPECT_EQ(plan.efficiency(), 0) << "nothing is known";
    plan.slabs[0].step_s = 4e-6, plan.slabs[1].step_s = 5e-6, plan.slabs[2].step_s = 3e-6;
    plan.exchange_s = 1e-6;
    plan.alone_s = 12e-6;
    EXPECT_DOUBLE_EQ(plan.step_s(), 6e-6);
    EXPECT_DOUBLE_EQ(plan.efficiency(), 2.0 / 3);
    EXPECT_FALSE(SlabPlan{}.any());
    EXPECT_EQ(SlabPlan{}.efficiency(), 0);
}

}  // namespace
}  // namespace wavesim
