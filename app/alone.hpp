// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// Refuses a command that several processes of one job would each execute. Throws UsageError in the first process, and
/// EndProgram in the others.
void expect_alone(const std::string& command);

}  // namespace wavesim
