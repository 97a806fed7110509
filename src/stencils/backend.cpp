// SPDX-License-Identifier: MIT
#include "stencils/backend.hpp"

#include "stencils/stopwatch.hpp"

namespace wavesim {

double StencilBackend::advance_timed(std::int64_t steps) {
    const Stopwatch watch;
    advance(steps);
    return watch.seconds();
}

}  // namespace wavesim
