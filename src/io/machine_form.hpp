// SPDX-License-Identifier: MIT
// The list of the members of a machine as JSON, used for both reading and writing.
#pragma once
#include <limits>

#include "stencils/backend/machine.hpp"

namespace wavesim {

inline constexpr int machine_format_version = 1;

/// Largest value of a count that is stored in an int.
inline constexpr std::int64_t most_int = std::numeric_limits<int>::max();
inline constexpr std::int64_t most_bytes = std::int64_t{1} << 60;

/// Calls `member` for each rate of a triad: a number above 0, or null if it was not measured.
template <class Rates, class Member>
void triad_members(Rates& rates, Member& member) {
    member.rate("float", rates.float32);
    member.rate("double", rates.float64);
}

/// Calls `member.count(key, value, least, most)`, `.text`, `.number` or `.rates` for each member of a GPU except
/// `gpu.fault`.
template <class SomeGpu, class Member>
void gpu_members(SomeGpu& gpu, Member& member) {
    member.count("index", gpu.index, 0, most_int);
    member.text("name", gpu.name);
    member.count("capability_major", gpu.capability_major, 1, 1000);
    member.count("capability_minor", gpu.capability_minor, 0, 1000);
    member.count("multiprocessors", gpu.multiprocessors, 1, most_int);
    member.count("threads_per_block", gpu.threads_per_block, 1, most_int);
    member.count("threads_per_multiprocessor", gpu.threads_per_multiprocessor, 1, most_int);
    member.count("shared_bytes_per_block", gpu.shared_per_block, 1, most_int);
    member.count("shared_bytes_per_multiprocessor", gpu.shared_per_multiprocessor, 1, most_int);
    member.count("cache_bytes", gpu.cache_bytes, 1, most_bytes);
    member.count("memory_total_bytes", gpu.memory_total, 1, most_bytes);
    member.count("memory_free_bytes", gpu.memory_free, 1, most_bytes);
    member.text("compiler", gpu.compiler);
    member.rates("triad_bytes_per_s", gpu.triad);
    member.seconds("context_s", gpu.context_s);
}

/// The same for a machine. `member.more_gpus`: a list that may be missing if there is only one GPU.
template <class SomeMachine, class Member>
void machine_members(SomeMachine& machine, Member& member) {
    member.count("threads", machine.threads, 1, 4096);
    member.isa("isa", machine.isa);
    member.count("memory_total_bytes", machine.memory_total, 1, most_bytes);
    member.count("memory_free_bytes", machine.memory_available, 1, most_bytes);
    member.count("cache_bytes", machine.cache_bytes, 0, most_bytes);
    member.rates("triad_bytes_per_s", machine.triad);
    member.gpu("gpu", machine.gpu);
    member.more_gpus("other_gpus", machine.other_gpus);
}

}  // namespace wavesim
