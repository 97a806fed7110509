// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_team.hpp"

#include <utility>

#include "stencils/rtc/kernel_error.hpp"

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

SlabTeam::SlabTeam(std::vector<std::string> names) : names_(std::move(names)), meeting_(names_.size()) {
    for (std::size_t member = 0; member < names_.size(); ++member)
        threads_.emplace_back([this, member](const std::stop_token& stop) { live(member, stop); });
}

void SlabTeam::start(Work work) {
    if (failure_) std::rethrow_exception(failure_);
    const std::lock_guard lock(mutex_);
    work_ = std::move(work);
    busy_ = size();
    ++given_;
    changed_.notify_all();
}

void SlabTeam::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return busy_ == 0; });
    if (failure_) std::rethrow_exception(failure_);
}

void SlabTeam::close(Work work) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return busy_ == 0; });
    work_ = std::move(work);
    busy_ = size();
    ++given_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return busy_ == 0; });
}

void SlabTeam::live(std::size_t member, const std::stop_token& stop) {
    for (std::int64_t done = 0;; ++done) {
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, stop, [&] { return given_ > done; })) return;
        }
        try {
            work_(member);
        } catch (...) {
            keep_failure(member);
            meeting_.break_up();
        }
        const std::lock_guard lock(mutex_);
        if (--busy_ == 0) changed_.notify_all();
    }
}

void SlabTeam::keep_failure(std::size_t member) {
    std::exception_ptr failure = std::current_exception();
    try {
        throw;
    } catch (const KernelError& error) {
        failure = std::make_exception_ptr(KernelError(names_[member] + ": " + error.what()));
    } catch (...) {  // NOLINT(bugprone-empty-catch): the exception is stored unchanged
    }
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = failure;
}

}  // namespace wavesim
