// SPDX-License-Identifier: MIT
#include "app/rank_planner.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "app/ranks/checkpoint_left.hpp"
#include "app/ranks/rank_host.hpp"
#include "app/report_error.hpp"
#include "app/slab_room.hpp"
#include "app/terminal.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/rank_choice.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/slabs/cut_problem.hpp"

namespace wavesim {

namespace {

FaultOfRank current_fault() {
    const Failure failure = current_failure();
    return {static_cast<int>(failure.code),
            failure.faults.empty() ? failure.sentence : to_string(failure.faults.front())};
}

void expect_isa(const std::string& name) {
    try {
        cpu::choose_isa(name);
    } catch (const std::invalid_argument&) {
        throw EnvironmentError(
            EnvironmentError::Kind::device,
            fmt::format("its processor runs {} at most, and rank 0 has chosen {}; add --isa {}",
                        to_string(cpu::available_isas().back()), name, to_string(cpu::available_isas().back())));
    }
}

}  // namespace

RankSkills RankPlanner::skills() {
    return {.prepare = [this](std::int64_t shot) { plan(shot); },
            .make = [this](const SlabMaking& making, const Slab& own) { return make(making, own); },
            .fault = &current_fault};
}

void RankPlanner::plan(std::int64_t shot) {
    if (!loaded_) {
        loaded_ = load_scene(request_.input);
        const std::lock_guard lock(mutex_);
        hash_ = loaded_->scene.hash;
        folder_ = request_.output.empty() ? default_folder(request_.input, loaded_->scene)
                                          : std::filesystem::path(request_.output);
    }
    const RunChoices choices = choose_for_scene(request_.input, *loaded_);
    machine_ = inspect_machine(choices.threads);
    if (choices.threads == 0)
        machine_.threads = threads_of_rank(link_.hosts(), static_cast<std::size_t>(link_.rank()), machine_.threads);
    machine_.memory_available = memory_of_all(link_.hosts());
    PlanOptions options = choices.plan_options();
    options.shot = shot;
    plan_.reset();
    plan_ = plan_scene(*loaded_, draft_scene(*loaded_, options), machine_, options);
}

std::unique_ptr<StencilBackend> RankPlanner::make(const SlabMaking& making, const Slab& own) {
    if (!plan_ || plan_->decision.shot != making.shot) plan(making.shot);
    expect_same_scene(making);
    expect_isa(making.isa);
    expect_room(common_part(plan_->problem), making, link_);
    const Problem part = cut_problem(plan_->problem, own, making.steps_together);
    plan_.reset();
    BackendOptions options;
    options.threads = machine_.threads;
    options.isa = making.isa;
    return find_backend(backend_of_ranks)->open(part, options);
}

void RankPlanner::expect_same_scene(const SlabMaking& making) const {
    if (loaded_->scene.hash == making.scene_hash) return;
    throw EnvironmentError(
        EnvironmentError::Kind::io,
        fmt::format("it reads another scene in {} than rank 0 does; all processes of a job need the same files",
                    request_.input.file));
}

void RankPlanner::tell(const RankLost& lost) const {
    const std::lock_guard lock(mutex_);
    print_error(folder_.empty() ? std::string(lost.what())
                                : fmt::format("{}; {}", lost.what(), checkpoint_left(folder_, hash_)));
}

}  // namespace wavesim
