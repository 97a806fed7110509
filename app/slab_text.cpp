// SPDX-License-Identifier: MIT
#include "app/slab_text.hpp"

#include <fmt/core.h>

#include "app/quantity_text.hpp"
#include "solvers/decision/outline.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim {

namespace {

/// Memory of each rank beside its fields. Rank 0 keeps all of it to the end.
std::int64_t beside_slab(const MemoryForecast& memory) { return memory.process + memory.walls + memory.medium; }

}  // namespace

std::vector<ReportRow> slab_lines(const PlanOutline& plan, const Machine& machine) {
    std::vector<ReportRow> rows;
    const SlabPlan& slabs = plan.decision.slabs;
    const bool on_gpus = plan.forecast.memory.device > 0;
    for (std::size_t k = 0; k < slabs.slabs.size(); ++k) {
        const PlannedSlab& one = slabs.slabs[k];
        rows.push_back(
            {k == 0 ? "Slabs" : "",
             fmt::format("{}: planes {} to {} along z, {}{}{}", one.device, one.slab.from, one.slab.to - 1,
                         bytes_text(one.memory_bytes),
                         on_gpus ? fmt::format(" of {} free",
                                               bytes_text(machine.gpu_at(static_cast<std::int64_t>(k)).memory_free))
                                 : "",
                         one.step_s > 0 ? ", " + si_text(one.step_s, "s") + " per step" : "")});
    }
    if (!slabs.any()) return rows;
    rows.push_back(
        {"", fmt::format("the dearest costs {:.3f} of the mean; {} of planes reach one of them per step, {}",
                         slabs.largest_over_mean, bytes_text(slabs.exchange_bytes), si_text(slabs.exchange_s, "s"))});
    if (!on_gpus)
        rows.push_back(
            {"", fmt::format("beside its slab each rank takes {}, of which {} of the whole grid are gone before "
                             "the first step",
                             bytes_text(beside_slab(plan.forecast.memory)),
                             bytes_text(plan.forecast.memory.walls + plan.forecast.memory.medium))});
    if (slabs.efficiency() > 0)
        rows.push_back({"", fmt::format("predicted to be {:.2f} times as fast as one, {:.0f} % of {}",
                                        slabs.efficiency() * static_cast<double>(slabs.slabs.size()),
                                        100 * slabs.efficiency(), slabs.slabs.size())});
    return rows;
}

}  // namespace wavesim
