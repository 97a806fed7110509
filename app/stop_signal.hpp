// SPDX-License-Identifier: MIT
#pragma once
#include <signal.h>

#include <array>
#include <atomic>

namespace wavesim {

/// The signals that stop a run: Ctrl-C, the system's request, a terminal or connection that is gone, the processor
/// time of a batch system used up, and the warnings that batch systems send before.
inline constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2};

/// What a run leaves when it is stopped.
enum class Kept { record, record_and_state };

/// Until it is destroyed, the first of stop_signals asks for a stop and says so on standard error; the second SIGINT or
/// SIGTERM ends the program at once. The others change nothing then. Some come more than once by themselves: a lost
/// connection sends SIGHUP from the system and from the shell, used-up time SIGXCPU every second. Batch systems warn
/// with the others and send SIGTERM later, which so leaves the time to save. SIGHUP stays ignored where the program was
/// started so (nohup). One instance at a time.
class StopSignals {
  public:
    explicit StopSignals(Kept kept);
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    const std::atomic<bool>& requested() const;
    /// Asks for a stop, as a signal does.
    void request_stop();
    /// The signal that came first; 0 when none did.
    int signal() const;

  private:
    std::array<struct sigaction, stop_signals.size()> before_{};
};

/// From here on, writing to a pipe whose reader is gone is an error instead of the end of the program.
void outlive_readers();

}  // namespace wavesim
