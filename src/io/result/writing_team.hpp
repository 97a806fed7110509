// SPDX-License-Identifier: MIT
#pragma once
#include <mutex>

#include "io/worker_pool.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

/// Time spent on writing, summed over all threads, s.
struct WritingEffort {
    double encoding_s = 0;  ///< drawing, compressing, resampling
    double disk_s = 0;      ///< writing files and waiting for the disk
};

/// Adds up the times of several threads.
class WritingClock {
  public:
    /// Calls a function and returns its result; its time counts as encoding.
    template <class Action>
    auto encoding(const Action& action) {
        return timed(&WritingEffort::encoding_s, action);
    }
    template <class Action>
    auto disk(const Action& action) {
        return timed(&WritingEffort::disk_s, action);
    }
    WritingEffort effort() const {
        const std::lock_guard lock(mutex_);
        return effort_;
    }

  private:
    /// Adds the time since its construction.
    struct Entry {
        WritingClock& clock;
        double WritingEffort::*kind;
        Stopwatch since = {};
        ~Entry() {
            const std::lock_guard lock(clock.mutex_);
            clock.effort_.*kind += since.seconds();
        }
    };
    template <class Action>
    auto timed(double WritingEffort::*kind, const Action& action) {
        const Entry entry{*this, kind};
        return action();
    }
    mutable std::mutex mutex_;
    WritingEffort effort_;
};

/// Threads that write a result, and the time they spent. The objects to which their jobs refer must outlive it.
struct WritingTeam {
    explicit WritingTeam(int threads) : pool(threads) {}

    WritingClock clock;
    WorkerPool pool;  ///< destroyed before the clock
};

}  // namespace wavesim
