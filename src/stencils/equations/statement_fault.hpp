// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

namespace wavesim::equations {

/// What is wrong with a statement: which one, at which character of it (from 0), and why in one sentence.
struct StatementFault {
    std::size_t statement = 0;
    std::size_t at = 0;
    std::string message;
    std::string unknown = {};             ///< a name that nothing has
    std::vector<std::string> names = {};  ///< that could have been meant
};

/// Statements that make no program; at most one fault of each.
class StatementFaults : public std::runtime_error {
  public:
    explicit StatementFaults(std::vector<StatementFault> faults)
        : std::runtime_error(faults.front().message), faults_(std::move(faults)) {}
    const std::vector<StatementFault>& faults() const { return faults_; }

  private:
    std::vector<StatementFault> faults_;
};

}  // namespace wavesim::equations
