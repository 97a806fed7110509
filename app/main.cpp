// SPDX-License-Identifier: MIT
#include <malloc.h>

#include <csignal>

#include "app/command_line.hpp"
#include "app/report_error.hpp"

int main(int argc, char** argv) {
    // A file larger than the limit of the shell (ulimit -f) is then an error with a sentence instead of the end.
    std::signal(SIGXFSZ, SIG_IGN);
    // Arrays go back to the system when they are freed. Otherwise the allocator raises this threshold to the largest
    // array freed so far and keeps what planning has left.
    mallopt(M_MMAP_THRESHOLD, 1 << 18);
    return wavesim::exit_code_of([&] { return wavesim::run_command_line(argc, argv); });
}
