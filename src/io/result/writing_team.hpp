// SPDX-License-Identifier: MIT
#pragma once
#include <mutex>

#include "io/worker_pool.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

/// Seconds that writing took, all threads together.
struct WritingEffort {
    double encoding_s = 0;  ///< drawing, compressing, resampling
    double disk_s = 0;      ///< writing files and waiting for the disk
};

/// Adds up what several threads do.
class WritingClock {
  public:
    /// Does something and returns what it returns.
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
    /// Adds the time since it was made.
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

/// Threads that write a result, and what they have done. What their jobs refer to must outlive it.
struct WritingTeam {
    explicit WritingTeam(int threads) : pool(threads) {}

    WritingClock clock;
    WorkerPool pool;  ///< gone before the clock
};

}  // namespace wavesim
