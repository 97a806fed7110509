// SPDX-License-Identifier: MIT
// Blocks that run together: grid-wide barriers, words that blocks wait for, and the faults that are found in both.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "barrier_drops.hpp"
#include "stencils/gpu/common/primitives.cuh"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;
using emulator::Violation;

constexpr int blocks = 5;
constexpr int block_threads = 8;
constexpr int values = blocks * block_threads;
constexpr std::uint64_t orders = 10;

std::string violation_of(const std::function<void()>& run) {
    try {
        run();
    } catch (const Violation& violation) {
        return violation.what();
    }
    return "none";
}

std::vector<int> numbers() {
    std::vector<int> list;
    for (int i = 0; i < values; ++i) list.push_back(i * i % 23);
    return list;
}

/// Three times the sum of each number and its neighbours on a ring, back and forth between two arrays.
std::vector<int> summed_together(std::uint64_t seed, const PlantedFaults& faults = {}) {
    std::vector<int> a = numbers();
    std::vector<int> b(values);
    BlockEmulator emulator(seed, faults);
    emulator.allow(a.data(), a.size());
    emulator.allow(b.data(), b.size());
    emulator.launch_together(blocks, 1, 1, block_threads, 0, [&] {
        const int i = kernels::block_x() * kernels::block_size() + kernels::thread_index();
        int* from = a.data();
        int* to = b.data();
        for (int step = 0; step < 3; ++step) {
            const int sum = kernels::load(from + (i + values - 1) % values) + kernels::load(from + i) +
                            kernels::load(from + (i + 1) % values);
            kernels::store(to + i, sum);
            kernels::grid_barrier();
            std::swap(from, to);
        }
    });
    return b;
}

TEST(BlocksTogether, MeetAtGridWideBarriers) {
    std::vector<int> expected = numbers();
    for (int step = 0; step < 3; ++step) {
        const std::vector<int> before = expected;
        for (std::size_t i = 0; i < values; ++i)
            expected[i] = before[(i + values - 1) % values] + before[i] + before[(i + 1) % values];
    }
    for (std::uint64_t seed = 1; seed <= orders; ++seed) EXPECT_EQ(summed_together(seed), expected) << seed;
    EXPECT_EQ(emulator::barriers_that_nobody_needs([&](std::uint64_t seed, const PlantedFaults& faults) {
                  return summed_together(seed, faults) != expected;
              }),
              "");
}

/// In any order of the blocks, one that happens to give the right numbers too.
TEST(BlocksTogether, RacesAreFoundInEveryOrder) {
    std::set<emulator::BarrierSite> met;
    summed_together(1, {.met = &met});
    ASSERT_EQ(met.size(), 1U);
    for (std::uint64_t seed = 1; seed <= orders; ++seed)
        EXPECT_THAT(violation_of([&] { summed_together(seed, {.without = *met.begin()}); }),
                    testing::HasSubstr("without having told it"))
            << seed;
}

struct Item {
    int value;
    int tag;
};

/// Each block adds its number to what the block before it hands on, `rounds` times, through rings of `slots` items.
int handed_on(std::uint64_t seed, int rounds, int slots) {
    std::vector<Item> items(static_cast<std::size_t>(blocks * slots), Item{-1, -1});
    int last = -1;
    BlockEmulator emulator(seed);
    emulator.allow(items.data(), items.size());
    emulator.launch_together(blocks, 1, 1, 1, 0, [&] {
        const int block = kernels::block_x();
        for (int round = 0; round < rounds; ++round) {
            Item item{100 * round, round};
            if (block > 0) do
                    item = kernels::observe(items.data() + (block - 1) * slots + round % slots);
                while (item.tag != round);
            item.value += block;
            kernels::publish(items.data() + block * slots + round % slots, item);
            if (block == blocks - 1) last = item.value;
        }
    });
    return last;
}

TEST(BlocksTogether, WaitForWhatOthersPublish) {
    for (std::uint64_t seed = 1; seed <= orders; ++seed) EXPECT_EQ(handed_on(seed, 6, 6), 500 + 1 + 2 + 3 + 4) << seed;
}

/// A block that runs ahead overwrites what the next one waits for, which then waits for ever.
TEST(BlocksTogether, RingsThatAreTooShortAreFound) {
    EXPECT_THAT(violation_of([] {
                    for (std::uint64_t seed = 1; seed <= orders; ++seed) handed_on(seed, 6, 1);
                }),
                testing::HasSubstr("no thread can go on"));
}

enum class Order { right, no_wait, published_first, no_barrier };

/// Block 0 writes a number per thread and raises a flag, block 1 waits for the flag and adds the numbers up.
int told_by_a_flag(std::uint64_t seed, Order order) {
    std::vector<int> data(block_threads);
    std::vector<int> flag(1, 0);
    std::vector<int> sums(block_threads);
    BlockEmulator emulator(seed);
    emulator.allow(data.data(), data.size());
    emulator.allow(flag.data(), flag.size());
    emulator.allow(sums.data(), sums.size());
    emulator.launch_together(2, 1, 1, block_threads, 0, [&] {
        const int thread = kernels::thread_index();
        if (kernels::block_x() == 0) {
            if (order == Order::published_first && thread == 0) kernels::publish(flag.data(), 1);
            kernels::store(data.data() + thread, 10 + thread);
            kernels::barrier();
            if (order != Order::published_first && thread == 0) kernels::publish(flag.data(), 1);
            return;
        }
        if (order != Order::no_wait && thread == 0)
            while (kernels::observe(flag.data()) == 0) continue;
        if (order != Order::no_barrier) kernels::barrier();
        int sum = 0;
        for (int i = 0; i < block_threads; ++i) sum += kernels::load(data.data() + i);
        kernels::store(sums.data() + thread, sum);
    });
    return sums.back();
}

TEST(BlocksTogether, FlagsTellWhatWasWrittenBefore) {
    for (std::uint64_t seed = 1; seed <= orders; ++seed) {
        EXPECT_EQ(told_by_a_flag(seed, Order::right), 108) << seed;
        EXPECT_NE(violation_of([&] { told_by_a_flag(seed, Order::no_wait); }), "none") << seed;
    }
    const auto found_in_some_order = [](Order order) {
        for (std::uint64_t seed = 1; seed <= orders; ++seed)
            if (violation_of([&] { told_by_a_flag(seed, order); }) != "none") return true;
        return false;
    };
    EXPECT_TRUE(found_in_some_order(Order::published_first));
    EXPECT_TRUE(found_in_some_order(Order::no_barrier));
}

TEST(BlocksTogether, AreAskedForWhereBlocksMeet) {
    BlockEmulator emulator(1);
    EXPECT_THAT(violation_of([&] { emulator.launch(2, 1, 1, 4, 0, [] { kernels::grid_barrier(); }); }),
                testing::HasSubstr("do not run together"));
    std::vector<int> word(1);
    emulator.allow(word.data(), word.size());
    EXPECT_THAT(violation_of([&] {
                    emulator.launch_together(2, 1, 1, 4, 0, [&] {
                        while (kernels::observe(word.data()) == 0) continue;
                    });
                }),
                testing::HasSubstr("a word that nobody writes"));
}

/// Shared memory is that of a block.
TEST(BlocksTogether, HaveSharedMemoryOfTheirOwn) {
    std::vector<int> found(values);
    BlockEmulator emulator(3);
    emulator.allow(found.data(), found.size());
    emulator.launch_together(blocks, 1, 1, block_threads, block_threads * static_cast<int>(sizeof(int)), [&] {
        int* shared = kernels::shared_memory<int>();
        const int thread = kernels::thread_index();
        shared[thread] = 100 * kernels::block_x() + thread;
        kernels::barrier();
        kernels::store(found.data() + kernels::block_x() * block_threads + thread,
                       shared[(thread + 1) % block_threads]);
    });
    for (int i = 0; i < values; ++i)
        EXPECT_EQ(found[static_cast<std::size_t>(i)], 100 * (i / block_threads) + (i + 1) % block_threads);
}

}  // namespace
}  // namespace wavesim
