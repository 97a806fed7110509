// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/step_time.hpp"

#include <algorithm>

#include "stencils/gpu/common/kernel_tile.hpp"

namespace wavesim {

bool looked_up(const SpeedShape& speed) {
    return speed.varies && (speed.storage == MediumStorage::index8 || speed.storage == MediumStorage::index16);
}

double seconds_per_node(const StencilProblem& problem, const Gpu& gpu, double bytes, double ps, double launches_s) {
    const FittedCard& card = card_of(gpu);
    const double rate = gpu.triad.of(problem.precision) * (stays_in_cache(problem) ? card.cache_speed : 1);
    if (rate <= 0) return 0;
    return bytes / rate + 1e-12 * ps * card.multiprocessors / std::max(1, gpu.multiprocessors) +
           launches_s / static_cast<double>(problem.extent.nodes());
}

}  // namespace wavesim
