// SPDX-License-Identifier: MIT
#include "solvers/plan/rank_choice.hpp"

#include <fmt/format.h>

#include "solvers/plan/slab_choice.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/ranks/rank_cuts.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/slabs/cut_lists.hpp"
#include "stencils/slabs/slab_cuts.hpp"

namespace wavesim {

namespace {

/// Latency of a message in seconds and bandwidth in bytes per second, between two ranks of one host. Both are guesses
/// and were not measured; a slow network has less.
constexpr double message_s = 5e-6;
constexpr double message_bytes_per_s = 4e9;

[[noreturn]] void refuse(const std::string& why) { throw EnvironmentError(EnvironmentError::Kind::device, why); }

void expect_shareable(const StencilProblem& problem, const std::string& backend) {
    if (backend != "auto" && backend != backend_of_ranks)
        refuse(fmt::format("backend {} cannot share a grid among processes: {} can", backend, backend_of_ranks));
    const MediumSupport* const support = find_backend(backend_of_ranks)->support(problem.medium);
    if (support == nullptr || !support->slabs)
        refuse("a medium whose equations are text (medium.physics) cannot be shared among processes: one can run it");
    if (problem.wall_ports || !problem.walls.ports.empty())
        refuse(
            "walls at the vertices of cells (boundaries: {walls: vertex}) are not cut into slabs: one process can run "
            "them, or several if the scene asks for {walls: half}");
}

RankCuts cuts_of(const StencilProblem& problem, const BackendEntry& row, const Machine& machine, std::int64_t count) {
    RankCuts cuts = cut_for_ranks(problem, row, machine, count);
    if (!cuts.slabs.empty()) return cuts;
    const std::int64_t most = most_slabs(problem);
    if (most < 2)
        refuse(fmt::format("the {} planes of this grid along z are too few for several processes: one can run it",
                           problem.extent.nz));
    refuse(fmt::format("{} processes are too many for the {} planes of this grid along z: {} at most can share it",
                       count, problem.extent.nz, most));
}

}  // namespace

SlabPlan share_among_ranks(const StencilProblem& problem, const std::string& backend, const Machine& machine,
                           std::int64_t count, std::int64_t steps_between_looks) {
    expect_shareable(problem, backend);
    const BackendEntry& row = *find_backend(backend_of_ranks);
    const RankCuts cuts = cuts_of(problem, row, machine, count);
    SlabPlan plan{.steps_together = cuts.steps_together};
    for (const Slab& slab : cuts.slabs) {
        const StencilProblem part = cut_lists(problem, slab, cuts.steps_together);
        Proposal own = row.propose(part, machine, steps_between_looks);
        if (!own.why_not.empty()) refuse(fmt::format("backend {}: {}", row.name, own.why_not));
        plan.slabs.push_back({slab, 0, fmt::format("rank {}", plan.slabs.size()), own.host_bytes,
                              own.ctpn_s * static_cast<double>(part.extent.nodes()),
                              std::make_shared<const Proposal>(std::move(own))});
    }
    plan.largest_over_mean = largest_over_mean(problem, cuts.slabs);
    const auto steps = static_cast<double>(cuts.steps_together);
    plan.exchange_bytes = exchange_bytes(problem, cuts.slabs) / cuts.steps_together;
    // A rank sends as much as it receives.
    const int neighbours = count > 2 ? 2 : 1;
    if (count > 1)
        plan.exchange_s =
            2 * (neighbours * message_s / steps + static_cast<double>(plan.exchange_bytes) / message_bytes_per_s);
    const Proposal alone = row.propose(problem, machine, steps_between_looks);
    plan.alone_s = alone.ctpn_s * static_cast<double>(problem.extent.nodes());
    return plan;
}

}  // namespace wavesim
