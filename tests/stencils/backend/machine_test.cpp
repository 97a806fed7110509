// SPDX-License-Identifier: MIT
#include "stencils/backend/machine.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

TEST(Machine, IsSeenAsItIs) {
    const Machine machine = inspect_machine(0);
    EXPECT_GE(machine.threads, 1);
    EXPECT_GT(machine.memory_total, std::int64_t{64} << 20);
    EXPECT_GT(machine.memory_available, 0);
    EXPECT_LE(machine.memory_available, machine.memory_total);
    EXPECT_TRUE(machine.isa.starts_with("x86-64-v")) << machine.isa;
    EXPECT_EQ(machine.triad.float32, 0);
    EXPECT_FALSE(machine.gpu.usable());
    EXPECT_TRUE(machine.cache_bytes == 0 || machine.cache_bytes >= (1 << 16)) << machine.cache_bytes;
    EXPECT_LT(machine.cache_bytes, machine.memory_total);
}

TEST(Machine, TakesTheThreadsItIsGiven) { EXPECT_EQ(inspect_machine(5).threads, 5); }

}  // namespace
}  // namespace wavesim
