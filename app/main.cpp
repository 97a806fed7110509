// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <csignal>

#include "app/command_line.hpp"
#include "app/report_error.hpp"
#include "app/study/own_program.hpp"

namespace {

/// Opens a file that discards everything for each closed standard stream (`2>&-`). Otherwise the first file that the
/// program opens would get its number, and messages would be written into that file.
void fill_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) return;
}

}  // namespace

int main(int argc, char** argv) {
    fill_closed_streams();
    wavesim::remember_own_words(argc);
    // Without this, a file larger than the limit of the shell (ulimit -f) would end the program; now it is an error
    // with a message.
    std::signal(SIGXFSZ, SIG_IGN);
    // Return freed arrays to the system. Otherwise the allocator raises this threshold to the largest array freed so
    // far and keeps the memory that planning used.
    mallopt(M_MMAP_THRESHOLD, 1 << 18);
    return wavesim::exit_code_of([&] { return wavesim::run_command_line(argc, argv); });
}
