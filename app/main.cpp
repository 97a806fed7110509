// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "app/command_line.hpp"
#include "app/exit_code.hpp"
#include "app/report_error.hpp"
#include "app/terminal.hpp"

namespace {
/// A full disk behind `wavesim ... > file` must not pass silently.
int after_flush(int code) {
    const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
    if (!failed || code != 0) return code;
    wavesim::print_error(std::string("standard output cannot be written: ") + std::strerror(errno));
    return static_cast<int>(wavesim::ExitCode::io);
}
}  // namespace

int main(int argc, char** argv) {
    try {
        return after_flush(wavesim::run_command_line(argc, argv));
    } catch (...) {
        std::fflush(stdout);
        return wavesim::report_current_exception();
    }
}
