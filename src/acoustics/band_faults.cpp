// SPDX-License-Identifier: MIT
#include "acoustics/band_faults.hpp"

namespace wavesim {

namespace {

DecayFault as_decay_fault(OctaveFault fault) {
    switch (fault) {
        case OctaveFault::none: break;
        case OctaveFault::grid: return DecayFault::grid;
        case OctaveFault::pulse: return DecayFault::pulse;
        case OctaveFault::modes: return DecayFault::modes;
    }
    return DecayFault::none;
}

}  // namespace

std::vector<DecayFault> band_faults(const OctaveLimits& limits, const std::vector<double>& middles_hz) {
    std::vector<DecayFault> faults;
    for (const double hz : middles_hz) faults.push_back(as_decay_fault(limits.fault(hz)));
    return faults;
}

}  // namespace wavesim
