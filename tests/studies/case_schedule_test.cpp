// SPDX-License-Identifier: MIT
#include "studies/case_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace wavesim {
namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30U;

TEST(CaseSchedule, AsManyAtOnceAsCoresAndMemoryAllow) {
    const std::vector<CaseForecast> small(10, {gib, false, 1});
    EXPECT_EQ(cases_at_once(small, {.cores = 4, .memory_bytes = 100 * gib}), 4);
    EXPECT_EQ(cases_at_once(small, {.cores = 4, .memory_bytes = 3 * gib}), 3);
    EXPECT_EQ(cases_at_once(small, {.cores = 4, .memory_bytes = gib / 2}), 1);
    EXPECT_EQ(cases_at_once(small, {.cores = 16, .memory_bytes = 100 * gib}), 10);
    EXPECT_EQ(cases_at_once(small, {.cores = 4, .memory_bytes = 100 * gib, .most_at_once = 2}), 2);
}

/// Memory lasts for the largest ones, wherever they stand.
TEST(CaseSchedule, AsManyAtOnceAsTheLargestOnesAllow) {
    const std::vector<CaseForecast> cases{{gib, false, 1}, {9 * gib, false, 1}, {2 * gib, false, 1}};
    EXPECT_EQ(cases_at_once(cases, {.cores = 4, .memory_bytes = 10 * gib}), 1);
    EXPECT_EQ(cases_at_once(cases, {.cores = 4, .memory_bytes = 11 * gib}), 2);
    EXPECT_EQ(cases_at_once(cases, {.cores = 4, .memory_bytes = 12 * gib}), 3);
}

TEST(CaseSchedule, ACaseNeverSharesAGpuUnlessTold) {
    const std::vector<CaseForecast> cases(5, {gib, true, 1});
    const CaseResources two{.cores = 16, .memory_bytes = 100 * gib, .gpus = 2};
    CaseResources shared = two;
    shared.cases_per_gpu = 2;
    EXPECT_EQ(cases_at_once(cases, two), 2);
    EXPECT_EQ(cases_at_once(cases, shared), 4);

    CaseSchedule schedule(cases, two);
    const auto first = schedule.next(), second = schedule.next();
    ASSERT_TRUE(first && second);
    EXPECT_NE(first->gpus, second->gpus);
    EXPECT_FALSE(schedule.next());
    schedule.end(*first);
    const auto third = schedule.next();
    ASSERT_TRUE(third);
    EXPECT_EQ(third->gpus, first->gpus);
    EXPECT_EQ(third->number, 2U);
}

TEST(CaseSchedule, ANodeOfEightGpusIsFilledEvenly) {
    constexpr int gpus = 8, shared = 3;
    const std::vector<CaseForecast> cases(50, {gib, true, 1});
    const CaseResources node{.cores = 96, .memory_bytes = 500 * gib, .gpus = gpus, .cases_per_gpu = shared};
    ASSERT_EQ(cases_at_once(cases, node), gpus * shared);
    CaseSchedule schedule(cases, node);
    std::vector<CaseSchedule::Start> running;
    std::vector<int> load(gpus), done(cases.size());
    for (int turn = 0; schedule.left() > 0 || !running.empty(); ++turn) {
        while (const auto start = schedule.next()) {
            running.push_back(*start);
            ++load[static_cast<std::size_t>(start->gpus.at(0))];
        }
        const auto [least, most] = std::ranges::minmax(load);
        EXPECT_LE(most, shared);
        EXPECT_EQ(least, schedule.left() > 0 ? shared : least) << "a GPU idles while cases wait, turn " << turn;
        const auto ended = running.begin() + (turn * 7) % static_cast<int>(running.size());  // in any order
        --load[static_cast<std::size_t>(ended->gpus.at(0))];
        ++done[ended->number];
        schedule.end(*ended);
        running.erase(ended);
    }
    EXPECT_EQ(done, std::vector<int>(cases.size(), 1));
}

/// The pair waits for two free GPUs, and no later case takes the one that is free first.
TEST(CaseSchedule, ACaseHasAsManyGpusAsShareItsGrid) {
    const CaseForecast single{gib, true, 1}, pair{gib, true, 1, 2}, on_cpu{gib, false, 1};
    const std::vector<CaseForecast> cases{single, single, single, pair, single, on_cpu};
    const CaseResources node{.cores = 4, .memory_bytes = 100 * gib, .gpus = 3};
    EXPECT_EQ(cases_at_once(cases, node), 4);
    EXPECT_EQ(cases_at_once({pair, pair}, node), 1);

    CaseSchedule schedule(cases, node);
    const auto first = schedule.next(), second = schedule.next(), third = schedule.next();
    ASSERT_TRUE(first && second && third);
    EXPECT_EQ(schedule.next()->number, 5U) << "that of the CPU";
    schedule.end(*second);
    EXPECT_FALSE(schedule.next());
    schedule.end(*first);
    const auto fourth = schedule.next();
    ASSERT_TRUE(fourth);
    EXPECT_EQ(fourth->number, 3U);
    EXPECT_EQ(fourth->gpus, (std::vector<int>{0, 1}));
    EXPECT_FALSE(schedule.next());
    schedule.end(*third);
    EXPECT_EQ(schedule.next()->gpus, std::vector<int>{2});
    schedule.end(*fourth);
    EXPECT_EQ(schedule.left(), 0U);
}

TEST(CaseSchedule, SmallCasesPassLargeOnesThatHaveNoRoom) {
    CaseSchedule schedule({{3 * gib, false, 1}, {2 * gib, false, 1}, {gib, false, 1}, {9 * gib, false, 1}},
                          {.cores = 8, .memory_bytes = 4 * gib});

    const auto first = schedule.next(), second = schedule.next();
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->number, 0U);
    EXPECT_EQ(second->number, 2U);
    EXPECT_FALSE(schedule.next());
    schedule.end(*first);
    const auto third = schedule.next();
    ASSERT_TRUE(third);
    EXPECT_EQ(third->number, 1U);
    schedule.end(*second);
    EXPECT_FALSE(schedule.next());
    schedule.end(*third);
    const auto alone = schedule.next();
    ASSERT_TRUE(alone) << "a case larger than the memory runs alone: its own plan refuses it";
    EXPECT_EQ(alone->number, 3U);
    EXPECT_EQ(schedule.left(), 0U);
}

TEST(CaseSchedule, CoresAreForCasesOfTheCpuAlone) {
    const CaseForecast on_cpu{gib, false, 1}, on_gpu{gib, true, 1};
    const std::vector<CaseForecast> cases{on_cpu, on_gpu, on_cpu, on_gpu, on_cpu, on_cpu, on_cpu};
    EXPECT_EQ(cases_at_once(cases, {.cores = 3, .memory_bytes = 100 * gib, .gpus = 2}), 5);
    EXPECT_EQ(cases_at_once(cases, {.cores = 8, .memory_bytes = 100 * gib, .gpus = 1}), 6);
    EXPECT_EQ(cases_at_once(cases, {.cores = 3, .memory_bytes = 100 * gib, .gpus = 0}), 3) << "no GPU for two of them";
    EXPECT_EQ(cases_at_once({on_gpu, on_gpu}, {.cores = 8, .memory_bytes = 100 * gib, .gpus = 0}), 1);
}

/// Two cases fill the memory to the last byte; one byte less, and the second waits.
TEST(CaseSchedule, MemoryMayBeFull) {
    for (const std::int64_t missing : {0, 1}) {
        CaseSchedule schedule({{2 * gib, false, 0.5}, {gib, false, 0.5}, {gib, false, 0.5}},
                              {.cores = 8, .memory_bytes = 3 * gib - missing});
        ASSERT_TRUE(schedule.next());
        EXPECT_EQ(schedule.next_short(0.49).has_value(), false) << "they take longer";
        EXPECT_EQ(schedule.next_short(0.5).has_value(), missing == 0);
        EXPECT_FALSE(schedule.next());
    }
}

/// A case that ended and is scheduled again comes after all that wait.
TEST(CaseSchedule, WhatRunsAgainIsTheLast) {
    CaseSchedule schedule({{gib, false, 1}, {gib, false, 1}, {gib, false, 1}}, {.cores = 1, .memory_bytes = gib});
    const auto first = schedule.next();
    ASSERT_TRUE(first);
    schedule.end(*first);
    schedule.again(first->number);
    for (const std::size_t number : {1U, 2U, 0U}) {
        const auto start = schedule.next();
        ASSERT_TRUE(start);
        EXPECT_EQ(start->number, number);
        schedule.end(*start);
    }
    EXPECT_EQ(schedule.left(), 0U);
}

TEST(CaseSchedule, ShortCasesAreHandedOutAheadWithTheirMemoryAndMayComeBack) {
    CaseSchedule schedule({{gib, false, 0.1}, {gib, false, 9}, {gib, true, 0.1}, {gib, false, 0.2}, {gib, false, 0.3}},
                          {.cores = 8, .memory_bytes = 2 * gib, .gpus = 1});

    ASSERT_TRUE(schedule.next());
    const auto ahead = schedule.next_short(0.5);
    ASSERT_TRUE(ahead);
    EXPECT_EQ(ahead->number, 3U) << "neither the long one nor that of the GPU";
    EXPECT_FALSE(schedule.next_short(0.5)) << "no memory";
    schedule.put_back(*ahead);
    EXPECT_EQ(schedule.next()->number, 3U);
    EXPECT_EQ(schedule.left(), 3U);
}

}  // namespace
}  // namespace wavesim
