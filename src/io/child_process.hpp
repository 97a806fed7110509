// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>

namespace wavesim {

/// Outcome of work done in a child process.
struct ChildAnswer {
    enum class Kind { result, refused, crashed };
    Kind kind = Kind::crashed;
    std::string text;  ///< the work's result, or the message of its EnvironmentError
};

/// Runs `work` in a forked process and returns its bytes, so that a library that crashes on a damaged file does not end
/// the program. The child is ended after `seconds`. Throws EnvironmentError (io) if it cannot be started.
ChildAnswer run_in_child(const std::function<std::string()>& work, unsigned seconds);

}  // namespace wavesim
