// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_plan.hpp"

#include <algorithm>

namespace wavesim {

double SlabPlan::step_s() const {
    double slowest = 0;
    for (const PlannedSlab& one : slabs) slowest = std::max(slowest, one.step_s);
    return slowest + exchange_s;
}

double SlabPlan::efficiency() const {
    const double all = step_s() * static_cast<double>(slabs.size());
    return all > 0 ? alone_s / all : 0;
}

SlabPlan plan_of(const std::vector<Slab>& slabs, std::int64_t steps_together) {
    SlabPlan plan;
    plan.steps_together = steps_together;
    for (const Slab& slab : slabs) plan.slabs.push_back({slab, 0, "part " + std::to_string(plan.slabs.size() + 1)});
    return plan;
}

}  // namespace wavesim
