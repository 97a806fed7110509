// SPDX-License-Identifier: MIT
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/study/worker.hpp"

namespace wavesim {

/// A worker from the view of its parent: a process of this program that executes orders.
class WorkerProcess {
  public:
    /// Starts the worker; its standard error is appended to `log`. Throws EnvironmentError (memory) if it cannot be
    /// started.
    WorkerProcess(const WorkerSettings& settings, const std::filesystem::path& log);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// File descriptor of its events, for poll().
    int events() const { return out_; }
    /// Sends an order; false if the worker has ended.
    bool send(const CaseOrder& order) const;
    /// Reads the available data and appends the complete events; false at its end.
    bool read(std::vector<nlohmann::json>& events);
    void signal(int number) const;
    /// Closes the worker's input and waits for its end. Returns the signal that ended it, else 0.
    int wait();

  private:
    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
    std::string rest_;  ///< beginning of an incomplete line
};

}  // namespace wavesim
