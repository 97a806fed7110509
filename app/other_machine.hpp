// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "app/run_choices.hpp"

namespace wavesim {

/// The computer that is meant by a command that runs nothing, where it is not this one as it is.
struct OtherMachine {
    std::string file;    ///< of `--machine`; empty: this one
    std::string memory;  ///< of `--memory`; empty: what is free

    bool elsewhere() const { return !file.empty(); }
    /// `--memory` in bytes; 0: not given.
    std::int64_t memory_bytes() const;
};

/// Adds `--machine FILE` and `--memory SIZE`.
void add_machine_options(CLI::App& command, OtherMachine& other);

/// The machine that the file describes, with the threads of the choices and the memory asked for. Throws UsageError for
/// `--device` beside it, and as read_machine does.
Machine other_machine(const OtherMachine& other, const RunChoices& choices);

/// Gives a machine the memory asked for: as much as there is, and free. That of its GPU stays.
void assume_memory(Machine& machine, const OtherMachine& other);

/// One line about it, e.g. "h200.json: 16 threads, x86-64-v4, NVIDIA H200"; empty for this one as it is.
std::string other_machine_text(const OtherMachine& other, const Machine& machine);

}  // namespace wavesim
