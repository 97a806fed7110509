// SPDX-License-Identifier: MIT
#include "solvers/space/parallel_for.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
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

}  // namespace
}  // namespace wavesim
