// SPDX-License-Identifier: MIT
#include "io/worker_pool.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>

namespace wavesim {
namespace {

TEST(WorkerPool, DoesEveryJobOnOtherThreads) {
    for (const int threads : {1, 2, 7}) {
        WorkerPool pool(threads);
        std::atomic<int> done = 0, elsewhere = 0;
        const auto here = std::this_thread::get_id();
        for (int i = 0; i < 100; ++i)
            pool.post([&] {
                ++done;
                if (std::this_thread::get_id() != here) ++elsewhere;
            });
        pool.wait();
        EXPECT_EQ(done, 100);
        EXPECT_EQ(elsewhere, 100);
        EXPECT_TRUE(pool.idle());
    }
}

/// Memory of jobs that wait is bounded: the thread that posts waits, too.
TEST(WorkerPool, HoldsBackWhoPostsTooMuch) {
    std::atomic<int> posted = 0;
    std::latch go(1);
    WorkerPool pool(2);
    std::thread producer([&] {
        for (int i = 0; i < 10; ++i) {
            pool.post([&go] { go.wait(); });
            ++posted;
        }
    });
    while (posted < 4) std::this_thread::yield();  // two at work, two that wait
    EXPECT_FALSE(pool.idle());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(posted, 4);
    go.count_down();
    producer.join();
    pool.wait();
    EXPECT_EQ(posted, 10);
}

std::string failure_of(const auto& action) {
    try {
        action();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "none";
}

TEST(WorkerPool, TellsTheFirstFailureAndGoesOn) {
    WorkerPool pool(2);
    std::latch both(2);
    const auto fail = [&both](const char* what) {
        return [&both, what] {
            both.arrive_and_wait();
            throw std::runtime_error(what);
        };
    };
    pool.post(fail("first"));
    pool.post(fail("second"));
    EXPECT_EQ(failure_of([&] { pool.wait(); }), "first");
    EXPECT_EQ(failure_of([&] { pool.wait(); }), "none") << "it is told once";
    bool done = false;
    pool.post([&done] { done = true; });
    pool.wait();
    EXPECT_TRUE(done);
}

TEST(WorkerPool, LeavesOutWhatWaitsBehindAFailure) {
    WorkerPool pool(1);
    std::latch go(1);
    std::atomic<int> done = 0;
    pool.post([&go] {
        go.wait();
        throw std::runtime_error("no space");
    });
    const auto held = std::make_shared<int>(0);
    pool.post([&done, held] { ++done; });
    EXPECT_GT(held.use_count(), 1);
    go.count_down();
    EXPECT_EQ(failure_of([&] { pool.wait(); }), "no space");
    EXPECT_EQ(done, 0);
    EXPECT_EQ(held.use_count(), 1) << "what the job held is free";
}

TEST(WorkerPool, PostTellsAFailureToo) {
    WorkerPool pool(1);
    pool.post([] { throw std::runtime_error("no space"); });
    EXPECT_EQ(failure_of([&] {
                  for (int i = 0; i < 100000; ++i) pool.post([] { std::this_thread::yield(); });
              }),
              "no space");
}

TEST(WorkerPool, WithoutThreadsDoesJobsItself) {
    WorkerPool pool(0);
    std::thread::id where;
    pool.post([&where] { where = std::this_thread::get_id(); });
    EXPECT_EQ(where, std::this_thread::get_id());
    EXPECT_EQ(failure_of([&] { pool.post([] { throw std::runtime_error("no space"); }); }), "no space");
    pool.wait();
}

}  // namespace
}  // namespace wavesim
