// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <set>
#include <string>

#include "stencils/backend/triad_rates.hpp"

namespace wavesim {

/// Host memory that the run-time compiler needs for the kernels of a run, without its libraries [bytes]; 0 where
/// nothing is compiled.
struct CompilerMemory {
    std::int64_t kept = 0;  ///< allocated until the program ends
    std::int64_t peak = 0;  ///< maximum during compilation, `kept` included
};

/// A GPU as planning sees it: a value, so that a plan can be made for a GPU of another machine. The default value means
/// no GPU.
struct Gpu {
    /// One sentence why there is no GPU, or why its driver or run-time compiler cannot be used; empty if all is well.
    std::string fault = "no GPU was looked for";
    int index = 0;  ///< index among the devices in CUDA_VISIBLE_DEVICES
    std::string name;
    int capability_major = 0;  ///< compute capability
    int capability_minor = 0;
    int multiprocessors = 0;
    int threads_per_block = 0;           ///< largest number of threads of a block
    int threads_per_multiprocessor = 0;  ///< resident at once at most
    int shared_per_block = 0;            ///< bytes of shared memory that one block can have
    int shared_per_multiprocessor = 0;   ///< bytes
    std::int64_t cache_bytes = 0;        ///< L2
    std::int64_t memory_total = 0;       ///< bytes
    std::int64_t memory_free = 0;        ///< bytes, with the context in place
    std::string compiler;                ///< version of the run-time compiler, e.g. 13.0
    /// File names of its compiled kernels in the cache (rtc/kernel_file.hpp); empty if the cache was not read.
    std::set<std::string> cached_kernels;
    TriadRates triad;      ///< for the two-step floor F
    double context_s = 0;  ///< time to start the driver and create the context

    static Gpu none(std::string why);
    /// One sentence why the GPU cannot be used: its fault, or a compute capability that is too low; empty if it can.
    std::string why_not() const;
    bool usable() const { return why_not().empty(); }
    /// The target of the run-time compiler, e.g. sm_90.
    std::string architecture() const;
};

}  // namespace wavesim
