// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

namespace wavesim::equations {

/// A fault in a statement: which statement, at which of its characters (from 0), and one sentence why.
struct StatementFault {
    std::size_t statement = 0;
    std::size_t at = 0;
    std::string message;
    std::string unknown = {};             ///< an unknown name
    std::vector<std::string> names = {};  ///< names that may have been meant
};

/// Thrown for statements that do not form a program; at most one fault per statement.
class StatementFaults : public std::runtime_error {
  public:
    explicit StatementFaults(std::vector<StatementFault> faults)
        : std::runtime_error(faults.front().message), faults_(std::move(faults)) {}
    const std::vector<StatementFault>& faults() const { return faults_; }

  private:
    std::vector<StatementFault> faults_;
};

}  // namespace wavesim::equations
