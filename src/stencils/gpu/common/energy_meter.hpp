// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

namespace wavesim {

/// Energy that a GPU has used since its driver was loaded, or one sentence why the driver does not report it.
struct EnergyReading {
    std::optional<double> joules;
    std::string why_not;
};
EnergyReading read_energy(int device);

}  // namespace wavesim
