// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace wavesim {

/// A backend whose device works behind the host, and which knows how far.
class MarkedBackend {
  public:
    virtual ~MarkedBackend() = default;
    /// Number of calls of StencilBackend::mark() whose marks the device has reached. Another thread may ask.
    virtual std::int64_t marks_reached() const = 0;
};

}  // namespace wavesim
