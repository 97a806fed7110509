// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace wavesim {

/// Where the threads of a team wait for each other. Whoever fails breaks it: then nobody waits any more.
class MeetingPoint {
  public:
    explicit MeetingPoint(std::size_t members) : members_(members) {}
    /// Until all are here; false: it is broken.
    bool wait_for_all();
    void break_up();
    bool broken() const { return broken_.load(std::memory_order_acquire); }

  private:
    const std::size_t members_;
    std::atomic<std::size_t> arrived_{0};
    std::atomic<std::uint32_t> round_{0};
    std::atomic<bool> broken_{false};
};

/// One host thread per device, for as long as the team lives: the current device of CUDA belongs to a thread. An
/// exception in one member ends the work of all, and the team cannot be used after that.
class SlabTeam {
  public:
    using Work = std::function<void(std::size_t member)>;

    /// `names`: of the devices, for messages.
    explicit SlabTeam(std::vector<std::string> names);
    SlabTeam(const SlabTeam&) = delete;
    SlabTeam& operator=(const SlabTeam&) = delete;

    std::size_t size() const { return names_.size(); }
    /// Has every member do it.
    void start(Work work);
    /// Waits for them. Throws what the first member that failed has thrown; errors of a GPU with the name of the
    /// device.
    void finish();
    void run(Work work) {
        start(std::move(work));
        finish();
    }
    /// The last work, also after a failure; what it throws is lost.
    void close(Work work);
    /// For members at work: false where another one has failed, and so the work ends.
    bool wait_for_all() { return meeting_.wait_for_all(); }

  private:
    void live(std::size_t member, const std::stop_token& stop);
    void keep_failure(std::size_t member);

    std::vector<std::string> names_;
    MeetingPoint meeting_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    Work work_;
    std::int64_t given_ = 0;  ///< works started so far
    std::size_t busy_ = 0;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;  ///< last: they use all of the above
};

}  // namespace wavesim
