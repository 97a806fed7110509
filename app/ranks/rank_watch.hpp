// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "stencils/ranks/rank_link.hpp"

namespace wavesim {

/// Notices when a rank is gone. MPI does not report that, so each rank has a TCP connection to rank 0 beside it, and a
/// thread that sends a sign of life each half second. The system closes the connection of a process that ends; one that
/// gives no sign for some seconds hangs. Time in which this process stood still itself does not count (Ctrl-Z, a laptop
/// that sleeps). Where two hosts let no connection through, only waits for messages have a limit.
class RankWatch {
  public:
    /// Connects the ranks. All ranks call it at the same time. A rank without a sign of life for `silence_s` is lost.
    RankWatch(RankLink& link, double silence_s);
    ~RankWatch();
    RankWatch(const RankWatch&) = delete;
    RankWatch& operator=(const RankWatch&) = delete;

    /// The lost rank, if there is one.
    std::optional<RankLost> lost() const;
    /// The same. If there is one, the caller must end the program.
    std::optional<RankLost> take_lost();
    /// Tells all connected ranks that one is lost. The caller must end the program.
    void tell(const RankLost& lost);
    /// Whether this rank has a connection to rank 0, and rank 0 one to each other.
    bool whole() const { return whole_; }
    /// Sets what is done if nobody calls take_lost() soon after a loss, as in a long step. The program ends afterwards.
    void on_loss(std::function<void(const RankLost&)> last_words);
    void say_last_words(const RankLost& lost) const;
    /// From now on connections may end without a loss.
    void close() { closing_.store(true); }

  private:
    struct Peer {
        int rank;
        int socket;
        int silent = 0;  ///< ticks
        std::string heard{};
    };
    void listen(RankLink& link);
    void join(RankLink& link);
    void watch(const std::stop_token& stop);
    void hear(Peer& peer);
    void lose(int rank, int code, const std::string& why);
    void end_if_not_taken();
    void send_all(const std::string& bytes);

    RankLink& link_;
    double silence_s_;
    bool whole_ = true;
    std::vector<Peer> peers_;
    std::atomic<bool> closing_{false};
    std::atomic<bool> any_lost_{false};
    std::atomic<bool> taken_{false};
    mutable std::mutex mutex_;
    std::optional<RankLost> lost_;
    std::function<void(const RankLost&)> last_words_;
    std::jthread thread_;
};

}  // namespace wavesim
