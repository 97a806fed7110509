// SPDX-License-Identifier: MIT
#include "app/stop_signal.hpp"

#include <signal.h>
#include <unistd.h>

#include <string_view>

#include "app/exit_code.hpp"

namespace wavesim {

namespace {

// Signal handlers can reach globals only.
std::atomic<bool> stop_requested{false};
std::atomic<int> first_signal{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void tell(std::string_view text) {
    const ssize_t ignored = write(STDERR_FILENO, text.data(), text.size());
    static_cast<void>(ignored);
}

extern "C" void handle_stop(int number) {
    if (stop_requested.exchange(true)) _exit(exit_code_of_signal(number));
    first_signal.store(number);
    tell("\nstopping: what is recorded so far will be kept (a second signal ends the program at once)\n");
}

void install(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

StopSignals::StopSignals() {
    stop_requested.store(false);
    first_signal.store(0);
    install(handle_stop);
}

StopSignals::~StopSignals() { install(SIG_DFL); }

const std::atomic<bool>& StopSignals::requested() const { return stop_requested; }

int StopSignals::signal() const { return first_signal.load(); }

}  // namespace wavesim
