// SPDX-License-Identifier: MIT
#include "stencils/grid/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace wavesim {

namespace {

/// The failure of the lowest block.
class FirstFailure {
  public:
    bool there() const { return there_.load(std::memory_order_relaxed); }
    void keep(std::int64_t block) {
        const std::scoped_lock lock(mutex_);
        if (failure_ && block_ < block) return;
        failure_ = std::current_exception();
        block_ = block;
        there_ = true;
    }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    std::mutex mutex_;
    std::exception_ptr failure_;
    std::int64_t block_ = 0;
    std::atomic<bool> there_{false};
};

}  // namespace

void parallel_for(std::int64_t blocks, int threads, const std::function<void(std::int64_t block)>& work) {
    std::atomic<std::int64_t> next{0};
    FirstFailure failure;
    // A block below one that fails has begun before it, so the lowest failure is always seen.
    const auto take = [&] {
        for (std::int64_t block = next++; block < blocks && !failure.there(); block = next++) try {
                work(block);
            } catch (...) {
                failure.keep(block);
            }
    };
    {
        std::vector<std::jthread> others;
        const auto wanted = std::min<std::int64_t>(threads, blocks) - 1;
        try {
            for (std::int64_t i = 0; i < wanted; ++i) others.emplace_back(take);
        } catch (const std::system_error&) {  // the threads that did start do it
        }
        take();
    }
    failure.rethrow();
}

}  // namespace wavesim
