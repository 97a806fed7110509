// SPDX-License-Identifier: MIT
#include "stencils/backend.hpp"

#include <chrono>

namespace wavesim {

double StencilBackend::advance_timed(std::int64_t steps) {
    const auto start = std::chrono::steady_clock::now();
    advance(steps);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace wavesim
