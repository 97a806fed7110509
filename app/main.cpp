// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <csignal>

#include "app/command_line.hpp"
#include "app/report_error.hpp"
#include "app/study/own_program.hpp"

namespace {

/// Gives standard streams that are closed (`2>&-`) a file that takes nothing: the first file that the program opens
/// would get their number, and messages would go into it.
void fill_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) return;
}

}  // namespace

int main(int argc, char** argv) {
    fill_closed_streams();
    wavesim::remember_own_words(argc);
    // A file larger than the limit of the shell (ulimit -f) is then an error with a sentence instead of the end.
    std::signal(SIGXFSZ, SIG_IGN);
    // Arrays go back to the system when they are freed. Otherwise the allocator raises this threshold to the largest
    // array freed so far and keeps what planning has left.
    mallopt(M_MMAP_THRESHOLD, 1 << 18);
    return wavesim::exit_code_of([&] { return wavesim::run_command_line(argc, argv); });
}
