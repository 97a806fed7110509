// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Writes the exception that is being handled to standard error, one sentence (scene faults: one line each),
/// and returns the exit code. Call it inside a catch block.
int report_current_exception();

}  // namespace wavesim
