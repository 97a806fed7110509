// SPDX-License-Identifier: MIT
#include "app/study/known_machine.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "physics/scene_builder.hpp"
#include "solvers/plan/plan_draft.hpp"

namespace wavesim::test {
namespace {

/// The free memory is another one after this process has taken some; the rates stay those that were measured.
TEST(KnownMachine, ReadsTheFreeMemoryAgainAndKeepsTheRates) {
    RunChoices choices;
    choices.backend = "cpu";
    choices.threads = 1;
    PlanDraft draft = draft_plan(small_room(), choices.plan_options());
    KnownMachine known(0.01);
    const Machine first = known(choices, draft);
    EXPECT_GT(first.memory_available, 0);
    EXPECT_GT(first.triad.float32, 0);

    const std::vector<char> taken(std::size_t{64} << 20, 'x');
    std::this_thread::sleep_for(std::chrono::milliseconds(510));
    const Machine later = known(choices, draft);

    EXPECT_EQ(taken.back(), 'x');
    EXPECT_NE(later.memory_available, first.memory_available);
    EXPECT_EQ(later.triad.float32, first.triad.float32);
}

}  // namespace
}  // namespace wavesim::test
