// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// A slab, the device that moves it, and what it is expected to take.
struct PlannedSlab {
    Slab slab;
    int gpu = 0;              ///< Gpu::index
    std::string device = {};  ///< for messages, e.g. "GPU 1 (NVIDIA H200)"
    std::int64_t memory_bytes = 0;
    double step_s = 0;
};

/// A grid among devices: plans print it, runs open it.
struct SlabPlan {
    std::vector<PlannedSlab> slabs = {};
    double largest_over_mean = 1;     ///< of what slabs cost, as planes are counted
    std::int64_t exchange_bytes = 0;  ///< that a device gets of its neighbours in a step, at most
    double exchange_s = 0;            ///< that it takes, predicted
    double alone_s = 0;               ///< of a step of the whole grid on one such device, whatever its memory

    bool any() const { return !slabs.empty(); }
    /// Predicted, exchange included.
    double step_s() const;
    /// How much quicker than one device, by their number; 0: not known.
    double efficiency() const;
};

/// Slabs on devices without names: "part 1" and so on.
SlabPlan plan_of(const std::vector<Slab>& slabs);

}  // namespace wavesim
