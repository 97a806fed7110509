// SPDX-License-Identifier: MIT
#include "app/program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace wavesim::test {

Running::Running(const std::vector<std::string>& arguments, const Start& start) {
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) throw std::runtime_error("pipe failed");
    std::vector<std::string> words = start.under;
    words.emplace_back(WAVESIM_BINARY);
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::vector<std::string> environment = start.environment;
    if (!start.all_threads) environment.insert(environment.begin(), "OMP_NUM_THREADS=1");
    pid_ = fork();
    if (pid_ == 0) {
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        for (std::string& entry : environment) putenv(entry.data());
        if (chdir(start.folder.c_str()) == 0) execvp(argv[0], argv.data());
        _exit(126);
    }
    close(out[1]);
    close(err[1]);
    out_ = out[0];
    err_ = err[0];
}

Running::~Running() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    if (out_ >= 0) close(out_);
    if (err_ >= 0) close(err_);
}

bool Running::read_some(int timeout_ms) {
    pollfd files[2]{{out_, POLLIN, 0}, {err_, POLLIN, 0}};
    poll(files, 2, timeout_ms);
    for (int i = 0; i < 2; ++i) {
        if (files[i].revents == 0) continue;
        char buffer[4096];
        const ssize_t count = read(files[i].fd, buffer, sizeof buffer);
        if (count > 0) {
            (i == 0 ? outcome_.out : outcome_.err).append(buffer, static_cast<std::size_t>(count));
        } else {
            int& file = i == 0 ? out_ : err_;
            close(file);
            file = -1;
        }
    }
    return out_ >= 0 || err_ >= 0;
}

bool Running::wait_for(const std::string& text) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(300);
    while (outcome_.out.find(text) == std::string::npos && outcome_.err.find(text) == std::string::npos) {
        if (std::chrono::steady_clock::now() > end || !read_some(100)) return false;
    }
    return true;
}

void Running::send(int signal) const { kill(pid_, signal); }

Outcome Running::wait() {
    while (read_some(1000)) {
    }
    int status = 0;
    rusage usage{};
    wait4(pid_, &status, 0, &usage);
    pid_ = -1;
    outcome_.peak_bytes = usage.ru_maxrss * 1024;
    outcome_.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return outcome_;
}

Outcome run_program(const std::vector<std::string>& arguments, const Start& start) {
    return Running(arguments, start).wait();
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "wavesim_test_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryFolder::write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
}

std::string read_text(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

bool appears(const std::filesystem::path& file) {
    for (int i = 0; i < 150000; ++i) {
        if (std::filesystem::exists(file)) return true;
        ::usleep(2000);
    }
    return false;
}

}  // namespace wavesim::test
