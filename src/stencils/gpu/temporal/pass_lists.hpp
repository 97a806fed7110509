// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Bytes of a list of a pass on the device.
template <class T>
std::int64_t bytes_of(const std::vector<T>& list) {
    return static_cast<std::int64_t>(list.size() * sizeof(T));
}

/// True if passes of several steps support such a side: values beyond it are mirror images.
inline bool mirrors(HaloRule rule) { return rule == HaloRule::mirror_half || rule == HaloRule::odd_half; }

}  // namespace wavesim
