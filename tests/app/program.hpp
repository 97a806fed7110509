// SPDX-License-Identifier: MIT
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace wavesim::test {

/// Whether the program was built with a sanitizer, which takes memory and time of its own.
#ifdef WAVESIM_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// What the program did: exit code (128 + signal when a signal ended it) and what it wrote.
struct Outcome {
    int code = -1;
    std::string out;
    std::string err;
    std::int64_t peak_bytes = 0;  ///< largest resident size
};

/// How to start the program.
struct Start {
    std::filesystem::path folder = ".";      ///< working folder
    std::vector<std::string> environment{};  ///< NAME=value, added
    std::vector<std::string> under{};        ///< command and arguments in front of it, e.g. strace
    /// By default it has one thread (OMP_NUM_THREADS=1): tests run side by side, and threads that wait for each other
    /// then take many times as long.
    bool all_threads = false;
};

/// The program with arguments, running; wait() collects what it writes until it ends.
class Running {
  public:
    Running(const std::vector<std::string>& arguments, const Start& start);
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    /// Reads until standard error or output holds `text`; false when the program ends or two minutes pass before.
    bool wait_for(const std::string& text);
    pid_t pid() const { return pid_; }
    void send(int signal) const;
    Outcome wait();

  private:
    bool read_some(int timeout_ms);
    pid_t pid_ = -1;
    int out_ = -1;
    int err_ = -1;
    Outcome outcome_;
};

/// Runs the program to its end.
Outcome run_program(const std::vector<std::string>& arguments, const Start& start = {});

/// A fresh folder below the system's temporary folder, removed at the end.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    /// Writes a file below the folder and returns its path.
    std::filesystem::path write(const std::string& name, const std::string& text) const;

  private:
    std::filesystem::path path_;
};

std::string read_text(const std::filesystem::path& file);

/// Waits until the file is there; false when two minutes pass before.
bool appears(const std::filesystem::path& file);

}  // namespace wavesim::test
