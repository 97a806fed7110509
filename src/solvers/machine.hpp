// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace wavesim {

/// The GPU that a run may use.
struct Gpu {
    int index = 0;  ///< among those that CUDA_VISIBLE_DEVICES leaves
    std::string name;
    std::int64_t memory_total = 0;  ///< bytes
    std::int64_t memory_free = 0;   ///< bytes, with the context in place
    double triad_bytes_per_s = 0;   ///< of the two-step floor F; 0: not measured
    double context_s = 0;           ///< what starting the driver and creating the context took
};

/// What the plan may know about the machine: a value, so that a test can plan for any machine.
struct Machine {
    int threads = 1;
    std::string isa = "x86-64-v2";
    std::int64_t memory_total = 0;      ///< bytes
    std::int64_t memory_available = 0;  ///< bytes
    std::int64_t cache_bytes = 0;       ///< last-level cache of a core; 0: not known
    /// Memory rate of the in-place triad a = k b - a, bytes/s over `threads` threads; 0: not measured.
    double triad_bytes_per_s = 0;
    std::optional<Gpu> gpu;  ///< none: no GPU can be used, or none was looked for
};

/// Looks at this machine (threads that the process may use, ISA level, memory); takes well under a millisecond.
Machine inspect_machine(int threads);

/// Creates the context of a GPU and looks at it. Throws KernelError with one sentence that names what exists.
Gpu inspect_gpu(int device);

}  // namespace wavesim
