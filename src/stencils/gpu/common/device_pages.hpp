// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Steps whose samples a backend keeps on the device before they must leave: 64 MiB, at most 65536 steps.
std::int64_t trace_capacity(const StencilProblem& problem);

/// Device memory that arrays of these sizes take from the driver: from 1 MiB on whole pages of 2 MiB each, smaller ones
/// in multiples of 512 bytes share pages.
std::int64_t device_pages(const std::vector<std::int64_t>& sizes);

/// Most that a backend takes to copy a box of the field to the host while time goes on [bytes].
inline constexpr std::int64_t most_read_bytes = std::int64_t{64} << 20;
/// What it takes for a box, on the device and as much on the host, from the first copy on.
inline std::int64_t read_bytes(const NodeBox& box, Precision precision) {
    return std::min(box.extent().nodes() * bytes_of(precision), most_read_bytes);
}

}  // namespace wavesim
