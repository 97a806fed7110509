// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
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

/// How long others wait for a member that makes no progress.
struct SlabPatience {
    double seconds = std::numeric_limits<double>::infinity();
    /// A number that grows while the member works. Is called while it works, by another thread.
    std::function<std::int64_t(std::size_t member)> progress = [](std::size_t) { return 0; };
};

/// One host thread per device, for the lifetime of the team, because the current device of CUDA is a property of a
/// thread. An exception in one member stops all, and the team cannot be used afterwards. A member that makes no
/// progress for too long is given up: its thread and all that its work refers to stay until the work ends, if it ever
/// does.
class SlabTeam {
  public:
    using Work = std::function<void(std::size_t member)>;

    /// `names`: names of the devices, for messages.
    explicit SlabTeam(std::vector<std::string> names);
    ~SlabTeam();
    SlabTeam(const SlabTeam&) = delete;
    SlabTeam& operator=(const SlabTeam&) = delete;

    std::size_t size() const;
    /// Starts `work` in every member.
    void start(Work work);
    /// Waits for all members. Throws the exception of the first member that failed. An error of a GPU becomes SlabLost
    /// with the name of the device. So does a member that makes no progress; after that nothing waits for any member,
    /// so a work that is waited for with patience must own what it refers to.
    void finish(const SlabPatience& patience = {});
    void run(Work work) {
        start(std::move(work));
        finish();
    }
    /// Runs the last work, also after a failure; its exceptions are ignored. After a failure it waits for so many
    /// seconds at most, and not at all after a member was given up.
    void close(Work work, double seconds = std::numeric_limits<double>::infinity());
    /// Called by working members: false if another member has failed; the work must then end.
    bool wait_for_all() { return meeting().wait_for_all(); }
    /// The same for a work that may be given up.
    std::shared_ptr<MeetingPoint> shared_meeting() const;

  private:
    struct State;
    MeetingPoint& meeting();
    void give_up(const std::string& why);

    std::shared_ptr<State> state_;  ///< shared with the threads, which may outlive the team
    std::vector<std::jthread> threads_;
};

}  // namespace wavesim
