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

/// A barrier for the threads of a team. A failing thread breaks it; then no thread waits any more.
class MeetingPoint {
  public:
    explicit MeetingPoint(std::size_t members) : members_(members) {}
    /// Waits until all threads have arrived; false: the barrier is broken.
    bool wait_for_all();
    void break_up();
    bool broken() const { return broken_.load(std::memory_order_acquire); }

  private:
    const std::size_t members_;
    std::atomic<std::size_t> arrived_{0};
    std::atomic<std::uint32_t> round_{0};
    std::atomic<bool> broken_{false};
};

/// One host thread per device, for the lifetime of the team, because the current device of CUDA is a property of a
/// thread. An exception in one member stops all, and the team cannot be used afterwards.
class SlabTeam {
  public:
    using Work = std::function<void(std::size_t member)>;

    /// `names`: names of the devices, for messages.
    explicit SlabTeam(std::vector<std::string> names);
    SlabTeam(const SlabTeam&) = delete;
    SlabTeam& operator=(const SlabTeam&) = delete;

    std::size_t size() const { return names_.size(); }
    /// Starts `work` in every member.
    void start(Work work);
    /// Waits for all members. Throws the exception of the first member that failed; errors of a GPU contain the name of
    /// the device.
    void finish();
    void run(Work work) {
        start(std::move(work));
        finish();
    }
    /// Runs the last work, also after a failure; its exceptions are ignored.
    void close(Work work);
    /// Called by working members: false if another member has failed; the work must then end.
    bool wait_for_all() { return meeting_.wait_for_all(); }

  private:
    void live(std::size_t member, const std::stop_token& stop);
    void keep_failure(std::size_t member);

    std::vector<std::string> names_;
    MeetingPoint meeting_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    Work work_;
    std::int64_t given_ = 0;  ///< number of works started so far
    std::size_t busy_ = 0;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;  ///< must be the last member, since the threads use the others
};

}  // namespace wavesim
