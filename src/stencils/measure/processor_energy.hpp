// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "stencils/gpu/common/energy_meter.hpp"

namespace wavesim {

/// The energy that the packages of all processors have used since the meter was made, as the kernel counts it (RAPL,
/// powercap). The counters of the kernel start again from 0 after some minutes; so a meter must be read more often.
/// Since 2020 kernels let only the administrator read them.
class ProcessorEnergy {
  public:
    explicit ProcessorEnergy(const std::filesystem::path& powercap = "/sys/class/powercap");
    EnergyReading read();

  private:
    struct Package {
        std::filesystem::path counter;
        std::int64_t range;  ///< microjoules after which it starts again
        std::int64_t last;
    };
    std::vector<Package> packages_;
    std::int64_t microjoules_ = 0;
    std::string why_not_;
};

}  // namespace wavesim
