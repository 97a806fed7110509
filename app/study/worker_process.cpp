// SPDX-License-Identifier: MIT
#include "app/study/worker_process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "solvers/scene/fault.hpp"

namespace wavesim {

namespace {

/// The command line of a worker.
std::vector<std::string> worker_command(const WorkerSettings& settings) {
    std::vector<std::string> words = settings.program;
    words.insert(words.end(), {"study", "worker", settings.scene});
    const auto add = [&words](const char* option, const std::string& value) {
        if (!value.empty()) words.insert(words.end(), {option, value});
    };
    for (const std::string& folder : settings.data) add("--data", folder);
    if (settings.threads > 0) add("--threads", std::to_string(settings.threads));
    add("--checkpoint-every", settings.checkpoint_every);
    add("--time-limit", settings.time_limit);
    if (settings.most_attempts > 0) add("--attempts", std::to_string(settings.most_attempts));
    return words;
}

[[noreturn]] void refuse_start(int reason) {
    throw EnvironmentError(EnvironmentError::Kind::memory,
                           fmt::format("a worker cannot be started: {}", std::strerror(reason)));
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerSettings& settings, const std::filesystem::path& log) {
    std::vector<std::string> words = worker_command(settings);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::array<int, 2> in{}, out{};
    if (pipe2(in.data(), O_CLOEXEC) != 0) refuse_start(errno);
    if (pipe2(out.data(), O_CLOEXEC) != 0) refuse_start(errno);
    const int errors = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    pid_ = fork();
    if (pid_ < 0) refuse_start(errno);
    if (pid_ == 0) {
        setpgid(0, 0);  // so that Ctrl-C is passed on by the parent, once
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        if (errors >= 0) dup2(errors, STDERR_FILENO);
        execv(argv[0], argv.data());
        _exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    if (errors >= 0) ::close(errors);
    in_ = in[1];
    out_ = out[0];
}

WorkerProcess::~WorkerProcess() {
    if (pid_ > 0) signal(SIGKILL);
    wait();
}

bool WorkerProcess::send(const CaseOrder& order) const {
    const std::string line = to_json(order).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
    std::size_t sent = 0;
    while (sent < line.size()) {
        const ssize_t count = ::write(in_, line.data() + sent, line.size() - sent);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        sent += static_cast<std::size_t>(count);
    }
    return true;
}

bool WorkerProcess::read(std::vector<nlohmann::json>& events) {
    std::array<char, 65536> buffer;
    const ssize_t count = ::read(out_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) return true;
    if (count <= 0) return false;
    rest_.append(buffer.data(), static_cast<std::size_t>(count));
    std::size_t from = 0;
    for (std::size_t end; (end = rest_.find('\n', from)) != std::string::npos; from = end + 1) {
        nlohmann::json event = nlohmann::json::parse(rest_.begin() + static_cast<std::ptrdiff_t>(from),
                                                     rest_.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
        if (event.is_object()) events.push_back(std::move(event));
    }
    rest_.erase(0, from);
    return true;
}

void WorkerProcess::signal(int number) const {
    if (pid_ > 0) kill(pid_, number);
}

int WorkerProcess::wait() {
    if (in_ >= 0) ::close(std::exchange(in_, -1));
    int status = 0;
    if (pid_ > 0)
        while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
    pid_ = -1;
    if (out_ >= 0) ::close(std::exchange(out_, -1));
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace wavesim
