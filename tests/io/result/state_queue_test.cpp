// SPDX-License-Identifier: MIT
#include "io/result/state_queue.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <future>
#include <numeric>
#include <thread>

#include "stencils/problem/memory_state.hpp"

namespace wavesim {
namespace {

using test::MemoryState;

std::vector<std::int64_t> counted(std::size_t count) {
    std::vector<std::int64_t> values(count);
    std::iota(values.begin(), values.end(), 3);
    return values;
}

std::span<const std::byte> bytes_of(const std::vector<std::int64_t>& values) {
    return std::as_bytes(std::span(values));
}

TEST(StateQueue, PassesStatesOnWhole) {
    StateQueue queue(1000);
    for (const std::size_t count : {5000U, 0U, 70U}) {
        std::vector<std::int64_t> values = counted(count);
        std::int64_t step = 5;
        MemoryState state;
        auto passed = std::async(std::launch::async, [&] { queue.pass_on(state); });
        queue.begin({"values", ElementType::int64, {static_cast<std::int64_t>(count)}});
        for (std::size_t at = 0; at < count; at += 50)
            queue.write(bytes_of(values).subspan(8 * at, 8 * std::min<std::size_t>(50, count - at)));
        save_state(queue, {state_value("step", step)});
        queue.close();
        passed.get();
        EXPECT_THAT(state.values<std::int64_t>("values"), testing::ElementsAreArray(values));
        EXPECT_EQ(state.values<std::int64_t>("step")[0], 5);
    }
}

TEST(StateQueue, HoldsNoMoreThanItMay) {
    const std::vector<std::int64_t> part = counted(10);
    StateQueue queue(250);  // room for three parts
    std::atomic<int> given{0};
    auto giving = std::async(std::launch::async, [&] {
        queue.begin({"values", ElementType::int64, {100}});
        for (int i = 0; i < 10; ++i, ++given) queue.write(bytes_of(part));
        queue.close();
    });
    while (given < 3) std::this_thread::yield();
    EXPECT_EQ(giving.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
    EXPECT_EQ(given, 3);
    EXPECT_EQ(queue.waiting_bytes(), 240);

    MemoryState state;
    queue.pass_on(state);
    giving.get();
    EXPECT_EQ(state.values<std::int64_t>("values").size(), 100U);
}

/// A disk that is full after some bytes.
class FullDisk final : public StateSink {
  public:
    void begin(const ArrayInfo&) override {}
    void write(std::span<const std::byte> part) override {
        if ((room_ -= static_cast<int>(part.size())) < 0) throw std::runtime_error("no space left");
    }

  private:
    int room_ = 100;
};

TEST(StateQueue, TellsAFailureOnceAllWasTaken) {
    const std::vector<std::int64_t> part = counted(10);
    StateQueue queue(100);
    for (int again = 0; again < 2; ++again) {
        FullDisk disk;
        auto passed = std::async(std::launch::async, [&] { queue.pass_on(disk); });
        queue.begin({"values", ElementType::int64, {100}});
        for (int i = 0; i < 10; ++i) queue.write(bytes_of(part));
        queue.close();
        EXPECT_THAT([&] { passed.get(); }, testing::ThrowsMessage<std::runtime_error>("no space left"));
    }
}

TEST(StateQueue, AbandonedStateIsNoState) {
    StateQueue queue(1000);
    MemoryState state;
    queue.begin({"values", ElementType::int64, {100}});
    queue.abandon();
    EXPECT_THROW(queue.pass_on(state), StateError);
}

}  // namespace
}  // namespace wavesim
