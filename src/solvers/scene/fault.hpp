// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

namespace wavesim {

/// A fault of a scene: its key path such as `sources[0].position`, what is wrong and why, and a suggestion (may be
/// empty). `io/` adds file, line and column.
struct Fault {
    std::string key;
    std::string message;
    std::string suggestion;
};

/// A scene cannot be run; carries every fault found in one pass.
class SceneError : public std::runtime_error {
  public:
    explicit SceneError(std::vector<Fault> faults);
    const std::vector<Fault>& faults() const { return faults_; }

  private:
    std::vector<Fault> faults_;
};

/// A failure of the environment: memory (needed and free are in the message), device, file. The kind determines the
/// exit code.
class EnvironmentError : public std::runtime_error {
  public:
    enum class Kind { memory, io, device };
    EnvironmentError(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    Kind kind() const { return kind_; }

  private:
    Kind kind_;
};

/// The field is no longer finite or grew beyond every bound.
class UnstableError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace wavesim
