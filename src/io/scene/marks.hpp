// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "solvers/scene/fault.hpp"

namespace wavesim {

/// Position of a scene key: file (or `--set`), line and column from 1.
struct Mark {
    std::string file;
    int line = 0;
    int column = 0;
};

/// A fault with its place: `file:line:column: key.path: what is wrong (why); did you mean ...`.
struct MarkedFault {
    Mark mark;
    Fault fault;
    std::string rule;  ///< the check that failed, e.g. `unknown-key`; empty for faults found by make_plan
};
std::string to_string(const MarkedFault& fault);

/// A scene file that cannot be used; carries every fault found in one pass, in order of place.
class SceneFileError : public std::runtime_error {
  public:
    explicit SceneFileError(std::vector<MarkedFault> faults);
    const std::vector<MarkedFault>& faults() const { return faults_; }

  private:
    std::vector<MarkedFault> faults_;
};

/// Key path (`sources[0].position`) -> position; unknown paths use the nearest parent.
class SceneMarks {
  public:
    void set(std::string key, Mark mark) { marks_[std::move(key)] = std::move(mark); }
    Mark find(std::string key) const;
    /// Adds positions to faults found later (by make_plan).
    std::vector<MarkedFault> locate(const std::vector<Fault>& faults) const;

  private:
    std::map<std::string, Mark> marks_;
};

}  // namespace wavesim
