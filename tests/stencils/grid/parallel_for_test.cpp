// SPDX-License-Identifier: MIT
#include "stencils/grid/parallel_for.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace wavesim {
namespace {

TEST(ParallelFor, DoesEachBlockOnce) {
    for (const int threads : {1, 2, 7})
        for (const std::int64_t blocks : {0, 1, 2, 5, 1000}) {
            std::vector<std::atomic<int>> done(static_cast<std::size_t>(blocks));
            parallel_for(blocks, threads, [&](std::int64_t block) { ++done[static_cast<std::size_t>(block)]; });
            for (const std::atomic<int>& times : done) EXPECT_EQ(times, 1);
        }
}

TEST(ParallelFor, ThrowsWhatTheLowestBlockThrew) {
    for (const int threads : {1, 3}) try {
            parallel_for(200, threads, [](std::int64_t block) {
                if (block >= 40) throw std::runtime_error(std::to_string(block));
            });
            ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "40");
        }
}

TEST(ParallelFor, UsesResultsInTheOrderOfBlocks) {
    for (const int threads : {1, 2, 7}) {
        std::vector<std::int64_t> used;
        parallel_in_order(
            300, threads,
            [](std::int64_t block) {
                std::this_thread::sleep_for(std::chrono::microseconds(block % 7));
                return block;
            },
            [&](std::int64_t block) { used.push_back(block); });
        std::vector<std::int64_t> all(300);
        std::iota(all.begin(), all.end(), 0);
        EXPECT_EQ(used, all) << threads;
    }
}

TEST(ParallelFor, SortsOnAnyNumberOfThreads) {
    std::mt19937 random(5);
    for (const std::size_t count : {0UL, 1UL, 1000UL, 200000UL}) {
        std::vector<std::uint32_t> list(count);
        for (std::uint32_t& one : list) one = random() % 50000;
        std::vector<std::uint32_t> sorted = list;
        std::ranges::sort(sorted);
        for (const int threads : {1, 2, 5}) {
            std::vector<std::uint32_t> own = list;
            parallel_sort(own.begin(), own.end(), threads, std::less());
            EXPECT_EQ(own, sorted) << count << ", " << threads;
        }
    }
}

}  // namespace
}  // namespace wavesim
