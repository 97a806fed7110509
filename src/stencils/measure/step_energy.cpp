// SPDX-License-Identifier: MIT
#include "stencils/measure/step_energy.hpp"

#include <memory>

#include "stencils/measure/joules.hpp"
#include "stencils/measure/processor_energy.hpp"
#include "stencils/measure/stepper.hpp"

namespace wavesim {

std::function<EnergyReading()> energy_meter(const BackendEntry& backend, int device) {
    if (backend.on_gpu()) return [device] { return read_energy(device); };
    return [meter = std::make_shared<ProcessorEnergy>()] { return meter->read(); };
}

std::optional<double> measure_energy(const Problem& problem, const BackendEntry& backend, const BackendOptions& options,
                                     double seconds) {
    const std::function<EnergyReading()> meter = energy_meter(backend, options.device);
    if (!meter().joules) return {};
    Stepper stepper(problem, backend, options);
    return joules_per_unit(
        meter,
        [&] {
            return WorkDone{stepper.steps(), stepper.seconds_per_step() * static_cast<double>(stepper.steps())};
        },
        seconds);
}

}  // namespace wavesim
