// SPDX-License-Identifier: MIT
#include "app/slab_room.hpp"

#include <fmt/core.h>

#include "app/quantity_text.hpp"
#include "app/ranks/rank_host.hpp"
#include "solvers/plan/rank_choice.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/slabs/cut_lists.hpp"

namespace wavesim {

void expect_room(const StencilProblem& problem, const SlabMaking& making, const JobLink& link) {
    const Machine machine = inspect_machine(1);
    const auto rank = static_cast<std::size_t>(link.rank());
    const StencilProblem part = cut_lists(problem, making.slabs[rank], making.steps_together);
    const std::int64_t each = find_backend(backend_of_ranks)->propose(part, machine).host_bytes;
    const std::int64_t ranks = ranks_beside(link.hosts(), rank);
    if (each * ranks <= machine.memory_available) return;
    throw EnvironmentError(EnvironmentError::Kind::memory,
                           fmt::format("the slabs of the {} processes on this host take {}, and {} are free; use more "
                                       "hosts or a coarser grid",
                                       ranks, bytes_text(each * ranks), bytes_text(machine.memory_available)));
}

}  // namespace wavesim
