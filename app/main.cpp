// SPDX-License-Identifier: MIT
#include <csignal>

#include "app/command_line.hpp"
#include "app/report_error.hpp"

int main(int argc, char** argv) {
    // A file larger than the limit of the shell (ulimit -f) is then an error with a sentence instead of the end.
    std::signal(SIGXFSZ, SIG_IGN);
    return wavesim::exit_code_of([&] { return wavesim::run_command_line(argc, argv); });
}
