// SPDX-License-Identifier: MIT
#pragma once
#include <functional>

namespace wavesim {

/// Runs the program's work and returns its exit code. Whatever exception leaves it becomes one sentence on standard
/// error (scene faults: one line each) and the code of its kind; standard output that cannot be written is code 5.
int exit_code_of(const std::function<int()>& work);

}  // namespace wavesim
