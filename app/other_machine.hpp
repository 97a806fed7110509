// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "app/run_choices.hpp"

namespace wavesim {

/// Adds `--machine FILE`, for commands that run nothing and so may speak of a computer that is elsewhere.
void add_machine_option(CLI::App& command, std::string& file);

/// The machine that the file describes, with the threads of the choices. Throws UsageError for `--device` beside it,
/// and as read_machine does.
Machine other_machine(const std::string& file, const RunChoices& choices);

/// One line about it, e.g. "h200.json: 16 threads, x86-64-v4, NVIDIA H200".
std::string other_machine_text(const std::string& file, const Machine& machine);

}  // namespace wavesim
