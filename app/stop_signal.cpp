// SPDX-License-Identifier: MIT
#include "app/stop_signal.hpp"

#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "app/exit_code.hpp"

namespace wavesim {

namespace {

// Signal handlers can access only globals.
std::atomic<bool> stop_requested{false};
std::atomic<int> first_signal{0};
std::atomic<bool> ends_asked{false};  // end requested by SIGINT or SIGTERM
std::atomic<bool> keeps_state{false};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void tell_stopping() {
    constexpr std::string_view record =
        "\nstopping: what is recorded so far will be kept (a second Ctrl-C or SIGTERM ends the program at once)\n";
    constexpr std::string_view state =
        "\nstopping: what is recorded so far and the state of the run will be kept (a second Ctrl-C or SIGTERM ends "
        "the program at once)\n";
    const std::string_view text = keeps_state ? state : record;
    const ssize_t ignored = write(STDERR_FILENO, text.data(), text.size());
    static_cast<void>(ignored);
}

extern "C" void handle_stop(int number) {
    const int reason = errno;
    int none = 0;
    if (first_signal.compare_exchange_strong(none, number)) {
        stop_requested.store(true);
        tell_stopping();
    }
    if ((number == SIGINT || number == SIGTERM) && ends_asked.exchange(true)) _exit(exit_code_of_signal(number));
    errno = reason;  // restores errno of the interrupted call
}

}  // namespace

StopSignals::StopSignals(Kept kept) {
    keeps_state.store(kept == Kept::record_and_state);
    stop_requested.store(false);
    first_signal.store(0);
    ends_asked.store(false);
    struct sigaction action {};
    action.sa_handler = handle_stop;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < stop_signals.size(); ++i) {
        sigaction(stop_signals[i], nullptr, &before_[i]);
        if (stop_signals[i] == SIGHUP && before_[i].sa_handler == SIG_IGN) continue;
        sigaction(stop_signals[i], &action, nullptr);
    }
}

StopSignals::~StopSignals() {
    for (std::size_t i = 0; i < stop_signals.size(); ++i) sigaction(stop_signals[i], &before_[i], nullptr);
}

void outlive_readers() { ::signal(SIGPIPE, SIG_IGN); }

const std::atomic<bool>& StopSignals::requested() const { return stop_requested; }

void StopSignals::request_stop() { stop_requested.store(true); }

int StopSignals::signal() const { return first_signal.load(); }

}  // namespace wavesim
