// SPDX-License-Identifier: MIT
#include "io/child_process.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "io/atomic_file.hpp"

namespace wavesim {
namespace {

// refused_status: a value with which sanitizers or libraries do not end a process.
constexpr int result_status = 0, refused_status = 77, crashed_status = 78;

bool send(int pipe, const std::string& text) {
    for (std::size_t sent = 0; sent < text.size();) {
        const ssize_t n = ::write(pipe, text.data() + sent, text.size() - sent);
        if (n < 0 && errno != EINTR) return false;
        if (n > 0) sent += static_cast<std::size_t>(n);
    }
    return true;
}

[[noreturn]] void work_in_child(const std::function<std::string()>& work, unsigned seconds, int pipe) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::signal(SIGALRM, SIG_DFL);
    ::alarm(seconds);
    int status = result_status;
    std::string text;
    try {
        text = work();
    } catch (const EnvironmentError& error) {
        status = refused_status;
        text = error.what();
    } catch (...) {
        status = crashed_status;
    }
    ::_exit(send(pipe, text) ? status : crashed_status);
}

std::string receive(int pipe) {
    std::string text;
    char buffer[65536];
    for (;;) {
        const ssize_t n = ::read(pipe, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return text;
        text.append(buffer, static_cast<std::size_t>(n));
    }
}

}  // namespace

ChildAnswer run_in_child(const std::function<std::string()>& work, unsigned seconds) {
    int ends[2];
    if (::pipe(ends) != 0) throw io_error("start", "a process that reads the file", errno);
    const pid_t child = ::fork();
    if (child < 0) {
        const int reason = errno;
        ::close(ends[0]);
        ::close(ends[1]);
        throw io_error("start", "a process that reads the file", reason);
    }
    if (child == 0) {
        ::close(ends[0]);
        work_in_child(work, seconds, ends[1]);
    }
    ::close(ends[1]);
    ChildAnswer answer;
    answer.text = receive(ends[0]);
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == result_status) answer.kind = ChildAnswer::Kind::result;
    if (WIFEXITED(status) && WEXITSTATUS(status) == refused_status) answer.kind = ChildAnswer::Kind::refused;
    return answer;
}

}  // namespace wavesim
