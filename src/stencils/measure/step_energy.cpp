// SPDX-License-Identifier: MIT
#include "stencils/measure/step_energy.hpp"

#include "stencils/gpu/common/energy_meter.hpp"
#include "stencils/measure/stepper.hpp"

namespace wavesim {

std::optional<double> measure_energy(const Problem& problem, const BackendEntry& backend, const BackendOptions& options,
                                     double seconds) {
    if (!backend.on_gpu() || !read_energy(options.device).joules) return {};
    Stepper stepper(problem, backend, options);
    std::int64_t steps = 0;
    double elapsed = 0;
    const double before = *read_energy(options.device).joules;
    while (elapsed < seconds) {
        const double each = stepper.seconds_per_step();
        elapsed += each * static_cast<double>(stepper.steps());
        steps += stepper.steps();
    }
    const std::optional<double> after = read_energy(options.device).joules;
    if (!after) return {};
    return (*after - before) / static_cast<double>(steps);
}

}  // namespace wavesim
