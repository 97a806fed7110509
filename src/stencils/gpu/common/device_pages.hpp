// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Number of steps whose samples a backend keeps on the device before they must be copied: 64 MiB, at most 65536 steps.
std::int64_t trace_capacity(const StencilProblem& problem);

/// Device memory that the driver allocates for arrays of these sizes. Arrays of 1 MiB or more use whole pages of 2 MiB.
/// Smaller ones share pages, in multiples of 512 bytes.
std::int64_t device_pages(const std::vector<std::int64_t>& sizes);

/// Largest buffer of a backend for copying a box of the field to the host while time steps continue [bytes].
inline constexpr std::int64_t most_read_bytes = std::int64_t{64} << 20;
/// Size of the buffer for a box, on the device and again on the host, from the first copy on.
inline std::int64_t read_bytes(const NodeBox& box, Precision precision) {
    return std::min(box.extent().nodes() * bytes_of(precision), most_read_bytes);
}

}  // namespace wavesim
