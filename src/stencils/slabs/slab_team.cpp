// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_team.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <mutex>
#include <stop_token>
#include <utility>

#include "stencils/slabs/slab_lost.hpp"

namespace wavesim {

bool MeetingPoint::wait_for_all() {
    const std::uint32_t round = round_.load(std::memory_order_acquire);
    if (broken()) return false;
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == members_) {
        arrived_.store(0, std::memory_order_relaxed);
        round_.fetch_add(1, std::memory_order_release);
        round_.notify_all();
        return !broken();
    }
    // Spin count. If each member has its own core, members arrive within microseconds of each other; otherwise the core
    // is given to others.
    constexpr int tries = 2000;
    for (int i = 0; i < tries && round_.load(std::memory_order_acquire) == round; ++i)
        if (i % 16 == 15) std::this_thread::yield();
    while (round_.load(std::memory_order_acquire) == round) round_.wait(round, std::memory_order_acquire);
    return !broken();
}

void MeetingPoint::break_up() {
    broken_.store(true, std::memory_order_release);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
}

struct SlabTeam::State {
    explicit State(std::vector<std::string> all)
        : names(std::move(all)), meeting(std::make_shared<MeetingPoint>(names.size())), working(names.size(), false) {}

    void begin(Work next) {
        work = std::move(next);
        working.assign(names.size(), true);
        ++given;
        changed.notify_all();
    }
    bool idle() const { return std::ranges::count(working, true) == 0; }
    void live(std::size_t member, const std::stop_token& stop);
    void keep_failure(std::size_t member);

    const std::vector<std::string> names;
    const std::shared_ptr<MeetingPoint> meeting;
    std::mutex mutex;
    std::condition_variable_any changed;
    Work work;
    std::int64_t given = 0;     ///< number of works started so far
    std::vector<bool> working;  ///< per member
    bool given_up = false;
    std::exception_ptr failure;
};

SlabTeam::SlabTeam(std::vector<std::string> names) : state_(std::make_shared<State>(std::move(names))) {
    for (std::size_t member = 0; member < size(); ++member)
        threads_.emplace_back([state = state_, member](const std::stop_token& stop) { state->live(member, stop); });
}

SlabTeam::~SlabTeam() {
    if (!state_->given_up) return;
    for (std::jthread& thread : threads_) {
        thread.request_stop();
        thread.detach();
    }
}

std::size_t SlabTeam::size() const { return state_->names.size(); }

MeetingPoint& SlabTeam::meeting() { return *state_->meeting; }

std::shared_ptr<MeetingPoint> SlabTeam::shared_meeting() const { return state_->meeting; }

void SlabTeam::start(Work work) {
    const std::lock_guard lock(state_->mutex);
    if (state_->failure) std::rethrow_exception(state_->failure);
    state_->begin(std::move(work));
}

/// Time is counted in ticks, so that it does not pass while this process stands still (Ctrl-Z, a laptop that sleeps).
void SlabTeam::finish(const SlabPatience& patience) {
    constexpr int ticks = 50;
    const bool limited = patience.seconds < 1e9;
    const std::chrono::duration<double> tick(limited ? patience.seconds / ticks : 1e3);
    const auto progress = [&] {
        std::vector<std::int64_t> of_members(size());
        for (std::size_t member = 0; member < size(); ++member) of_members[member] = patience.progress(member);
        return of_members;
    };
    std::vector<std::int64_t> last = progress();
    std::unique_lock lock(state_->mutex);
    for (int still = 0; !state_->changed.wait_for(lock, tick, [this] { return state_->idle(); });) {
        if (!limited) continue;
        const std::vector<std::int64_t> now = progress();
        still = now == last ? still + 1 : 0;
        last = now;
        if (still < ticks) continue;
        // The others wait for the one that is behind.
        std::size_t behind = size();
        for (std::size_t member = 0; member < size(); ++member)
            if (state_->working[member] && (behind == size() || now[member] < now[behind])) behind = member;
        char seconds[32];
        std::snprintf(seconds, sizeof seconds, "%.3g", patience.seconds);
        give_up(state_->names[behind] + " has not answered for " + seconds + " s");
    }
    if (state_->failure) std::rethrow_exception(state_->failure);
}

/// The mutex is locked.
void SlabTeam::give_up(const std::string& why) {
    state_->given_up = true;
    if (!state_->failure) state_->failure = std::make_exception_ptr(SlabLost(why));
    state_->meeting->break_up();
    std::rethrow_exception(state_->failure);
}

void SlabTeam::close(Work work, double seconds) {
    std::unique_lock lock(state_->mutex);
    if (state_->given_up) return;
    const auto idle = [this] { return state_->idle(); };
    const auto wait = [&] {
        if (!state_->failure || seconds > 1e9)
            state_->changed.wait(lock, idle);
        else
            state_->given_up = !state_->changed.wait_for(lock, std::chrono::duration<double>(seconds), idle);
    };
    wait();
    if (state_->given_up) return;
    state_->begin(std::move(work));
    wait();
}

void SlabTeam::State::live(std::size_t member, const std::stop_token& stop) {
    for (std::int64_t done = 0;; ++done) {
        Work own;
        {
            std::unique_lock lock(mutex);
            if (!changed.wait(lock, stop, [&] { return given > done; })) return;
            own = work;
        }
        try {
            own(member);
        } catch (...) {
            keep_failure(member);
            meeting->break_up();
        }
        const std::lock_guard lock(mutex);
        working[member] = false;
        if (idle()) changed.notify_all();
    }
}

void SlabTeam::State::keep_failure(std::size_t member) {
    std::exception_ptr own = std::current_exception();
    try {
        throw;
    } catch (const KernelError& error) {
        own = std::make_exception_ptr(SlabLost(names[member] + ": " + error.what()));
    } catch (...) {  // NOLINT(bugprone-empty-catch): the exception is stored unchanged
    }
    const std::lock_guard lock(mutex);
    if (!failure) failure = own;
}

}  // namespace wavesim
