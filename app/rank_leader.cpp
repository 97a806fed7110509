// SPDX-License-Identifier: MIT
#include "app/rank_leader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/errors.hpp"
#include "app/ranks/checkpoint_left.hpp"
#include "app/ranks/rank_host.hpp"
#include "app/slab_room.hpp"
#include "app/terminal.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/rank_choice.hpp"
#include "stencils/ranks/rank_backend.hpp"
#include "stencils/ranks/rank_cuts.hpp"
#include "stencils/slabs/slab_cuts.hpp"

namespace wavesim {

namespace {

/// The wait for a neighbour lasts at least as long as twenty steps of the whole grid in one process are predicted to
/// take.
double longest_wait_s(const Plan& plan, double least_s) {
    constexpr double steps = 20;
    return std::max(least_s, steps * plan.forecast.ctpn_s * static_cast<double>(plan.grid().nodes()));
}

SlabPlan shared(const StencilProblem& problem, const RunChoices& choices, const Machine& machine) {
    try {
        return share_among_ranks(problem, choices.backend, machine, choices.ranks, Inquiry::no_looks);
    } catch (const EnvironmentError& error) {
        if (choices.backend_place.empty()) throw;
        throw EnvironmentError(error.kind(), choices.backend_place + ": " + error.what());
    }
}

}  // namespace

RankLeader::RankLeader(JobLink& link, const RunRequest& request) : link_(link), request_(request) {
    if (!request.shots.empty())
        throw UsageError("--shots shares a survey among processes that are alone; start it without mpirun");
    if (request.refine)
        throw UsageError("--refine runs twice, which several processes cannot; start it without mpirun");
}

RunPlace RankLeader::place() {
    return {.machine = [this](const RunChoices& choices, PlanDraft& draft) { return machine(choices, draft); },
            .accept = [this](const PreparedRun& run) { accept(run); },
            .open = [this](const Plan& plan, const BackendEntry& row,
                           const BackendOptions& options) { return open(plan, row, options); }};
}

Machine RankLeader::machine(const RunChoices& choices, PlanDraft& draft) {
    shared({draft.plan.decision.shape, {}, {}}, choices, inspect_machine(1));
    Machine machine = found_machine(choices);
    if (choices.threads == 0) machine.threads = threads_of_rank(link_.hosts(), 0, machine.threads);
    machine.memory_available = memory_of_all(link_.hosts());
    measure_rates(machine, choices, draft, 0.2);
    for (int rank = 1; rank < link_.size(); ++rank) link_.send_value(rank, RankOrder{RankOrder::Kind::prepare, 0});
    return machine;
}

void RankLeader::accept(const PreparedRun& run) {
    const SlabPlan& plan = accepted_.emplace(shared(common_part(run.plan.problem), run.choices, run.machine));
    accepted_shot_ = run.plan.decision.shot;
    link_.on_loss([folder = run.folder, hash = run.loaded.scene.hash](const RankLost& lost) {
        print_error(fmt::format("{}; {}", lost.what(), checkpoint_left(folder, hash)));
    });
    if (request_.progress == "json") return;
    std::set<std::string> hosts;
    for (const RankHost& host : link_.hosts()) hosts.insert(host.name);
    std::int64_t least = run.plan.grid().nz, most = 0;
    for (const PlannedSlab& one : plan.slabs) {
        least = std::min(least, one.slab.own());
        most = std::max(most, one.slab.own());
    }
    tell(fmt::format("{} processes on {} host{} share the {} planes of the grid along z, {} to {} each\n", link_.size(),
                     hosts.size(), hosts.size() == 1 ? "" : "s", run.plan.grid().nz, least, most));
}

SlabPlan RankLeader::slabs_of(const Plan& plan, const BackendEntry& row, const BackendOptions& options) {
    if (accepted_ && accepted_shot_ == plan.decision.shot) return *std::exchange(accepted_, {});
    Machine machine = inspect_machine(1);
    machine.threads = options.threads;
    const RankCuts cuts = cut_for_ranks(common_part(plan.problem), row, machine, link_.size());
    return plan_of(cuts.slabs, cuts.steps_together);
}

std::unique_ptr<StencilBackend> RankLeader::open(const Plan& plan, const BackendEntry& row,
                                                 const BackendOptions& options) {
    const StencilProblem& problem = common_part(plan.problem);
    const SlabPlan slabs = slabs_of(plan, row, options);
    SlabMaking making{.shot = plan.decision.shot,
                      .isa = options.isa,
                      .scene_hash = plan.scene.hash,
                      .longest_wait_s = longest_wait_s(plan, request_.lost_after_s),
                      .reach = reach_along_z(problem),
                      .steps_together = slabs.steps_together,
                      .slabs = {}};
    for (const PlannedSlab& one : slabs.slabs) making.slabs.push_back(one.slab);
    expect_room(problem, making, link_);
    const auto& own = slabs.slabs.front().proposal;
    return std::make_unique<RankBackend>(link_, plan.problem, making, row, options, own ? *own : Proposal{});
}

}  // namespace wavesim
