// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "app/run_choices.hpp"

namespace wavesim {

/// The computer for which a command plans without running, if it is not this one in its present state.
struct OtherMachine {
    std::string file;    ///< of `--machine`; empty: this one
    std::string memory;  ///< of `--memory`; empty: the free memory

    bool elsewhere() const { return !file.empty(); }
    /// `--memory` in bytes; 0: not given.
    std::int64_t memory_bytes() const;
};

/// Adds `--machine FILE` and `--memory SIZE`.
void add_machine_options(CLI::App& command, OtherMachine& other);

/// The machine that the file describes, with the chosen threads and the requested memory. Throws UsageError if --device
/// is also given, and like read_machine.
Machine other_machine(const OtherMachine& other, const RunChoices& choices);

/// Sets the total and the free memory of a machine to the requested size. The memory of its GPU is unchanged.
void assume_memory(Machine& machine, const OtherMachine& other);

/// One line that describes it, e.g. "h200.json: 16 threads, x86-64-v4, NVIDIA H200"; empty for this computer in its
/// present state.
std::string other_machine_text(const OtherMachine& other, const Machine& machine);

}  // namespace wavesim
