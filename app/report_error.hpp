// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/exit_code.hpp"
#include "io/scene/marks.hpp"

namespace wavesim {

/// What went wrong: a sentence, and for a scene each fault.
struct Failure {
    ExitCode code = ExitCode::internal;
    std::string sentence;
    std::vector<MarkedFault> faults;
};

/// The failure for a scene with faults. Its code is `usage` if all faults are --set options without the form KEY=VALUE,
/// else `scene`.
Failure failure_of(const std::vector<MarkedFault>& faults);

/// The failure for the exception that is being handled, which is not EndProgram.
Failure current_failure();

/// Runs the program's work and returns its exit code. Every exception is reported as one sentence on standard error
/// (scene faults: one line each) and gives the code of its kind. If standard output cannot be written, the code is 5.
int exit_code_of(const std::function<int()>& work);

}  // namespace wavesim
