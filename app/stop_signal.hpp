// SPDX-License-Identifier: MIT
#pragma once
#include <signal.h>

#include <array>
#include <atomic>

namespace wavesim {

/// The signals that stop a run: Ctrl-C, a request of the system, a lost terminal or connection, the end of processor
/// time in a batch system, and its warnings before.
inline constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2};

/// What a stopped run keeps.
enum class Kept { record, record_and_state };

/// As long as it exists, the first of stop_signals requests a stop and reports it on standard error. A second SIGINT or
/// SIGTERM ends the program at once; repetitions of the other signals have no effect. Some of these are repeated
/// automatically. A lost connection sends SIGHUP from both system and shell, exhausted processor time sends SIGXCPU
/// every second. Batch systems warn with the other signals and send SIGTERM later, which leaves time to save. SIGHUP
/// stays ignored if the program was started so (nohup). Only one instance may exist at a time.
class StopSignals {
  public:
    explicit StopSignals(Kept kept);
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    const std::atomic<bool>& requested() const;
    /// Requests a stop, as a signal does.
    void request_stop();
    /// The first signal received; 0 if none was.
    int signal() const;

  private:
    std::array<struct sigaction, stop_signals.size()> before_{};
};

/// From this call on, writing to a pipe without a reader is an error and does not end the program.
void outlive_readers();

}  // namespace wavesim
