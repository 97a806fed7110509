// SPDX-License-Identifier: MIT
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/study/worker.hpp"

namespace wavesim {

/// A worker as its parent sees it: a process of this program that takes orders.
class WorkerProcess {
  public:
    /// Starts it; its standard error is added to `log`. Throws EnvironmentError (memory) where it cannot be started.
    WorkerProcess(const WorkerSettings& settings, const std::filesystem::path& log);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Where its events arrive, for poll().
    int events() const { return out_; }
    /// Sends an order; false when it is gone.
    bool send(const CaseOrder& order) const;
    /// Reads what has arrived and appends the whole events; false at its end.
    bool read(std::vector<nlohmann::json>& events);
    void signal(int number) const;
    /// Closes its input and waits for its end; the signal that ended it, else 0.
    int wait();

  private:
    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
    std::string rest_;  ///< of a line that has not ended
};

}  // namespace wavesim
