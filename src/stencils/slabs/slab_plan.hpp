// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "stencils/slabs/slab.hpp"

namespace wavesim {

struct Proposal;

/// A slab, its device, and what its backend proposes for it.
struct PlannedSlab {
    Slab slab;
    int gpu = 0;              ///< Gpu::index
    std::string device = {};  ///< for messages, e.g. "GPU 1 (NVIDIA H200)"
    std::int64_t memory_bytes = 0;
    double step_s = 0;
    std::shared_ptr<const Proposal> proposal = {};  ///< that its backend is opened with; may be null
};

/// The division of a grid among devices: plans print it, runs open it.
struct SlabPlan {
    std::vector<PlannedSlab> slabs = {};
    std::int64_t steps_together = 1;  ///< steps between exchanges, 1 or 2: that of cut_slabs()
    double largest_over_mean = 1;     ///< cost of the most expensive slab divided by the mean cost
    std::int64_t exchange_bytes = 0;  ///< most bytes that a device receives from its neighbours per step
    double exchange_s = 0;            ///< predicted time of this exchange
    double alone_s = 0;               ///< predicted time of a step of the whole grid on one such device, ignoring its
                                      ///< memory

    bool any() const { return !slabs.empty(); }
    /// Predicted time of a step, exchange included.
    double step_s() const;
    /// Speed-up relative to one device, divided by the number of devices; 0: not known.
    double efficiency() const;
};

/// A plan for slabs on devices without names: "part 1" and so on. They are cut for so many steps between exchanges.
SlabPlan plan_of(const std::vector<Slab>& slabs, std::int64_t steps_together = 1);

}  // namespace wavesim
