// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// Output of a command, including errors, without line breaks at its end.
struct ShellAnswer {
    int code = -1;  ///< exit code; -1: it did not end by itself; 127: there is no such command
    std::string text;
};

/// Runs a command with these words and waits for its end.
ShellAnswer ask_shell(const std::vector<std::string>& words);

}  // namespace wavesim
