// SPDX-License-Identifier: MIT
// Slabs have a thread each, which move them at the same time; one that fails ends all, and nothing hangs.
#include "stencils/slabs/slab_team.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "backends/spoilt_slabs.hpp"
#include "stencils/rtc/kernel_error.hpp"
#include "stencils/slabs/slab_backend.hpp"
#include "stencils/slabs/slab_cuts.hpp"
#include "stencils/slabs/slab_lost.hpp"

namespace wavesim::testing::slabs {
namespace {

/// Three slabs, whose devices are 0 to 2.
SlabPlan three_slabs(const ScalarProblem& problem) {
    SlabPlan plan = plan_of(cut_slabs(problem, 3));
    for (std::size_t k = 0; k < plan.slabs.size(); ++k) plan.slabs[k].gpu = static_cast<int>(k);
    return plan;
}

TEST(SlabTeam, HasAThreadOfItsOwnForEachMember) {
    SlabTeam team({"one", "two", "three"});
    std::mutex mutex;
    std::map<std::size_t, std::set<std::thread::id>> threads;
    for (int times = 0; times < 3; ++times)
        team.run([&](std::size_t member) {
            const std::lock_guard lock(mutex);
            threads[member].insert(std::this_thread::get_id());
        });
    std::set<std::thread::id> all{std::this_thread::get_id()};
    for (const auto& [member, own] : threads) {
        EXPECT_EQ(own.size(), 1U) << member;
        all.insert(own.begin(), own.end());
    }
    EXPECT_EQ(all.size(), 4U);
}

TEST(SlabTeam, MeetsAsOftenAsItIsAskedTo) {
    SlabTeam team({"one", "two", "three", "four"});
    constexpr int rounds = 500;
    std::atomic<int> here{0};
    std::atomic<bool> early{false};
    team.run([&](std::size_t) {
        for (int round = 1; round <= rounds; ++round) {
            ++here;
            if (!team.wait_for_all()) return;
            if (here.load() < 4 * round) early = true;
            if (!team.wait_for_all()) return;
        }
    });
    EXPECT_EQ(here.load(), 4 * rounds);
    EXPECT_FALSE(early.load());
}

TEST(SlabTeam, EndsWithTheFailureOfOneAndTheNameOfItsDevice) {
    SlabTeam team({"GPU 0 (card)", "GPU 1 (card)", "GPU 2 (card)"});
    std::atomic<int> left_early{0};
    const auto work = [&](std::size_t member) {
        if (member == 1) throw KernelError("a time step on the GPU: unspecified launch failure");
        if (!team.wait_for_all()) ++left_early;
    };
    for (int times = 0; times < 2; ++times) {  // it stays of no use
        try {
            team.run(work);
            FAIL() << "it did not fail";
        } catch (const KernelError& error) {
            EXPECT_STREQ(error.what(), "GPU 1 (card): a time step on the GPU: unspecified launch failure");
        }
    }
    EXPECT_EQ(left_early.load(), 2);
    int closed = 0;
    std::mutex mutex;
    team.close([&](std::size_t) {
        const std::lock_guard lock(mutex);
        ++closed;
    });
    EXPECT_EQ(closed, 3);
}

TEST(SlabTeam, KeepsTheKindOfOtherFailures) {
    SlabTeam team({"one", "two"});
    EXPECT_THROW(team.run([&](std::size_t member) {
        if (member == 0) throw std::bad_alloc();
        team.wait_for_all();
    }),
                 std::bad_alloc);
}

/// Something that a member waits for until the test ends, and beyond the life of its team.
class Hang {
  public:
    Hang() = default;
    Hang(const Hang&) = delete;
    Hang& operator=(const Hang&) = delete;
    ~Hang() {
        open_.set_value();
        for (int tries = 0; tries < 6000 && alive_.use_count() > 1; ++tries)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        EXPECT_EQ(alive_.use_count(), 1) << "the work that hung has not ended, or is still kept";
    }
    /// Returns when the test ends.
    std::function<void()> here() const {
        return [opened = opened_, alive = alive_] { opened.wait(); };
    }

  private:
    std::promise<void> open_;
    std::shared_future<void> opened_ = open_.get_future().share();
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

TEST(SlabTeam, GivesUpOneThatDoesNotAnswer) {
    const Hang hang;
    SlabTeam team({"GPU 0 (card)", "GPU 1 (card)", "GPU 2 (card)"});
    const auto progress = [](std::size_t member) { return member == 1 ? 4 : 5; };
    team.start([wait = hang.here(), meeting = team.shared_meeting()](std::size_t member) {
        if (member == 1) wait();
        meeting->wait_for_all();
    });
    for (int times = 0; times < 2; ++times) {  // it stays of no use
        try {
            team.finish({0.2, progress});
            FAIL() << "it did not fail";
        } catch (const SlabLost& lost) {
            EXPECT_STREQ(lost.what(), "GPU 1 (card) has not answered for 0.2 s");
        }
        EXPECT_THROW(team.start([](std::size_t) {}), SlabLost);
    }
    team.close([](std::size_t) { FAIL() << "there is nobody to close it"; });
}

/// A device that waits for one that has failed may never answer: the failure is what is told.
TEST(SlabTeam, TellsTheFailureOfOneForWhichOthersWait) {
    const Hang hang;
    SlabTeam team({"GPU 0 (card)", "GPU 1 (card)"});
    team.start([wait = hang.here()](std::size_t member) {
        if (member == 1) throw KernelError("a time step on the GPU: unspecified launch failure");
        wait();
    });
    try {
        team.finish({0.2});
        FAIL() << "it did not fail";
    } catch (const SlabLost& lost) {
        EXPECT_STREQ(lost.what(), "GPU 1 (card): a time step on the GPU: unspecified launch failure");
    }
}

TEST(SlabTeam, WaitsForOneThatMakesProgress) {
    SlabTeam team({"one", "two"});
    std::atomic<std::int64_t> asked{0};
    team.start([](std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(400)); });
    team.finish({0.1, [&](std::size_t) { return ++asked; }});
    EXPECT_GT(asked.load(), 2);
}

/// Each slab is opened, moved and closed on one thread: CUDA keeps the current device there.
TEST(SlabThreads, MoveTheirSlabFromBeginningToEnd) {
    const ScalarProblem problem = room();
    std::mutex mutex;
    std::map<int, std::set<std::thread::id>> threads;
    std::vector<SpoiltBackend::Hooks> hooks(3);
    for (int k = 0; k < 3; ++k)
        hooks[static_cast<std::size_t>(k)].before_step = [&, k](std::int64_t) {
            const std::lock_guard lock(mutex);
            threads[k].insert(std::this_thread::get_id());
        };
    BackendEntry row = spoilt_row(hooks);
    row.media[0].open = [&, open = row.media[0].open](const Problem& part, const BackendOptions& options,
                                                      const Proposal& proposal) {
        {
            const std::lock_guard lock(mutex);
            threads[options.device].insert(std::this_thread::get_id());
        }
        return open(part, options, proposal);
    };
    SlabBackend cut(problem, three_slabs(problem), row, {1, ""});
    start(cut, problem);
    cut.advance(3);
    cut.advance(2);
    std::set<std::thread::id> all{std::this_thread::get_id()};
    for (const auto& [slab, own] : threads) {
        EXPECT_EQ(own.size(), 1U) << slab;
        all.insert(own.begin(), own.end());
    }
    EXPECT_EQ(all.size(), 4U);
}

/// What was decided for a slab reaches the backend that opens it.
TEST(SlabThreads, AreOpenedWithTheProposalsOfTheirSlabs) {
    const ScalarProblem problem = room();
    std::mutex mutex;
    std::map<int, std::int64_t> given;
    BackendEntry row = spoilt_row(std::vector<SpoiltBackend::Hooks>(3));
    row.media[0].open = [&, open = row.media[0].open](const Problem& part, const BackendOptions& options,
                                                      const Proposal& proposal) {
        {
            const std::lock_guard lock(mutex);
            given[options.device] = proposal.device_bytes;
        }
        return open(part, options, proposal);
    };
    SlabPlan plan = three_slabs(problem);
    for (std::size_t k = 0; k < 2; ++k)  // the last one has none
        plan.slabs[k].proposal =
            std::make_shared<const Proposal>(Proposal{.device_bytes = 70 + static_cast<std::int64_t>(k)});
    const SlabBackend cut(problem, plan, row, {1, ""});
    EXPECT_EQ(given, (std::map<int, std::int64_t>{{0, 70}, {1, 71}, {2, 0}}));
}

/// Every third copy of the middle slab is that of one cut: its ghosts of an earlier step stay.
TEST(SlabThreads, AStaleGhostPlaneIsFound) {
    const ScalarProblem problem = room();
    const auto field_after = [&](int forgotten) {
        std::vector<SpoiltBackend::Hooks> hooks(3);
        hooks[1].copies = [forgotten](int copy) { return copy != forgotten; };
        SlabBackend cut(problem, three_slabs(problem), spoilt_row(hooks), {1, ""});
        start(cut, problem);
        cut.advance(steps);
        return box_of(cut, FieldLevel::current, {{0, 0, 0}, {grid.nx, grid.ny, grid.nz}});
    };
    const auto whole = cpu().open(problem, {1, ""});
    start(*whole, problem);
    whole->advance(steps);
    const std::vector<double> right = box_of(*whole, FieldLevel::current, {{0, 0, 0}, {grid.nx, grid.ny, grid.nz}});
    constexpr int none = -1, in_step_4 = 2 * 4, in_step_9 = 2 * 9 + 1;
    EXPECT_EQ(field_after(none), right);
    EXPECT_NE(field_after(in_step_4), right);
    EXPECT_NE(field_after(in_step_9), right);
}

TEST(SlabThreads, AFailureInOneSlabEndsTheRun) {
    const ScalarProblem problem = room();
    std::vector<SpoiltBackend::Hooks> hooks(3);
    hooks[2].before_step = [](std::int64_t step) {
        if (step == 6) throw KernelError("cudaGraphLaunch: out of memory");
    };
    SlabBackend cut(problem, three_slabs(problem), spoilt_row(hooks), {1, ""});
    start(cut, problem);
    cut.advance(5);
    try {
        cut.advance(steps);
        FAIL() << "it did not fail";
    } catch (const KernelError& error) {
        EXPECT_STREQ(error.what(), "part 3: cudaGraphLaunch: out of memory");
    }
    std::vector<double> traces;
    EXPECT_THROW(cut.take_traces(traces), KernelError);
}

TEST(SlabThreads, ASlabThatDoesNotAnswerEndsTheRun) {
    const ScalarProblem problem = room();
    const Hang hang;
    std::vector<SpoiltBackend::Hooks> hooks(3);
    hooks[1].before_step = [wait = hang.here()](std::int64_t step) {
        if (step == 6) wait();
    };
    SlabBackend cut(problem, three_slabs(problem), spoilt_row(hooks), {1, ""}, 2);
    hooks.clear();
    start(cut, problem);
    cut.advance(5);
    try {
        cut.advance(steps);
        FAIL() << "it did not fail";
    } catch (const SlabLost& lost) {
        EXPECT_STREQ(lost.what(), "part 2 has not answered for 2 s");
    }
    std::vector<double> traces;
    EXPECT_THROW(cut.take_traces(traces), SlabLost);
}

TEST(SlabThreads, AFailureWhileOneIsOpenedEndsTheRun) {
    const ScalarProblem problem = room();
    for (const int bad : {0, 1, 2}) {
        BackendEntry row = cpu();
        row.media[0].open = [&, open = row.media[0].open](const Problem& part, const BackendOptions& options,
                                                          const Proposal& proposal) {
            if (options.device == bad) throw KernelError("cudaMalloc: out of memory");
            return open(part, options, proposal);
        };
        try {
            const SlabBackend cut(problem, three_slabs(problem), row, {1, ""});
            FAIL() << "it did not fail";
        } catch (const KernelError& error) {
            EXPECT_EQ(error.what(), "part " + std::to_string(bad + 1) + ": cudaMalloc: out of memory");
        }
    }
}

}  // namespace
}  // namespace wavesim::testing::slabs
