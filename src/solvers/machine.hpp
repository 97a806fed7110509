// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

namespace wavesim {

/// What the plan may know about the machine: a value, so that a test can plan for any machine.
struct Machine {
    int threads = 1;
    std::string isa = "x86-64-v2";
    std::int64_t memory_total = 0;      ///< bytes
    std::int64_t memory_available = 0;  ///< bytes
    /// Memory rate of the in-place triad a = k b - a, bytes/s over `threads` threads; 0: not measured.
    double triad_bytes_per_s = 0;
};

/// Looks at this machine (threads that the process may use, ISA level, memory); takes well under a millisecond.
Machine inspect_machine(int threads);

}  // namespace wavesim
