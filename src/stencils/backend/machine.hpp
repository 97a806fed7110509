// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"

namespace wavesim {

struct GpuProfile;

/// Facts about a computer that planning may use: a value, so that a plan can be made for any computer.
struct Machine {
    int threads = 1;
    std::string threads_from;  ///< the environment variable that limits the number of threads; empty: none
    std::string isa = "x86-64-v2";
    std::int64_t memory_total = 0;      ///< bytes
    std::int64_t memory_available = 0;  ///< bytes
    std::int64_t cache_bytes = 0;       ///< last-level cache of a core; 0: not known
    TriadRates triad;                   ///< measured with `threads` threads
    Gpu gpu;
    std::vector<Gpu> other_gpus = {};                ///< the other GPUs, each of which computes a part of the grid
    std::shared_ptr<const GpuProfile> profile = {};  ///< measured choices for `gpu` (gpu_profile.hpp); may be null

    std::int64_t gpu_count() const { return 1 + static_cast<std::int64_t>(other_gpus.size()); }
    const Gpu& gpu_at(std::int64_t k) const { return k == 0 ? gpu : other_gpus.at(static_cast<std::size_t>(k - 1)); }
    /// The same machine with only the k-th GPU, without a profile: slabs take the usual tiles.
    Machine with_gpu(std::int64_t k) const;
};

/// Reads the facts of this machine without its GPUs, in well under a millisecond: threads, ISA level and memory.
/// `threads` 0: all that the process may use by its affinity, CPU quota and environment (thread_limit).
Machine inspect_machine(int threads);

}  // namespace wavesim
