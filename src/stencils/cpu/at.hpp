// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

namespace wavesim::cpu {

/// Index into a list, from counts and indices of nodes, which are signed.
inline std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace wavesim::cpu
