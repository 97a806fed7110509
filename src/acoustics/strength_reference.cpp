// SPDX-License-Identifier: MIT
#include "acoustics/strength_reference.hpp"

#include <numbers>

#include "solvers/signal/signal.hpp"

namespace wavesim {

std::vector<double> free_field_at_10_m(const Scene& scene, double step_s, std::int64_t steps) {
    if (scene.sources.size() != 1 || scene.sources[0].directivity.any()) return {};
    std::vector<double> sound = Signal(scene.sources[0].signal, step_s).sample(steps, false);
    for (double& p : sound) p /= 4 * std::numbers::pi * 10;
    return sound;
}

}  // namespace wavesim
