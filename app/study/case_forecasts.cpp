// SPDX-License-Identifier: MIT
#include "app/study/case_forecasts.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "app/report_error.hpp"
#include "app/run_choices.hpp"
#include "app/study/known_machine.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {

namespace {

/// Smaller cases cost so little that the largest of them represents them all.
constexpr double small_case_nodes = 300'000;

PlannedCase plan_loaded(const Study& study, const LoadedScene& loaded, KnownMachine& machine) {
    PlannedCase planned;
    try {
        const RunChoices choices = choose_for_scene({}, loaded);
        PlanDraft draft = draft_scene(loaded, choices.plan_options());
        const Machine known = machine(choices, draft);
        const PlanSketch plan = sketch_scene(loaded, std::move(draft), known, choices.plan_options());
        planned.forecast = {plan.forecast.memory.total(), plan.forecast.memory.device > 0, plan.forecast.time.total()};
        planned.forecast.gpus = std::max(1, static_cast<int>(plan.decision.slabs.slabs.size()));
        planned.dims = plan.scene.dims;
        planned.grid = plan.grid();
        planned.steps = plan.decision.steps * shot_count(plan.scene);
        planned.disk_bytes = plan.forecast.disk_bytes;
    } catch (const SceneFileError& error) {
        planned.sentence = to_string(in_study(study, error.faults()).front());
    } catch (...) {
        const Failure failure = current_failure();
        if (failure.code == ExitCode::internal) throw;
        planned.sentence = failure.sentence;
    }
    return planned;
}

PlannedCase plan_case(const OpenStudy& open, std::size_t number, const std::vector<std::filesystem::path>& data,
                      KnownMachine& machine) {
    return plan_loaded(open.study, load_case(open.study, open.study.cases[number], data), machine);
}

constexpr double measured_s = 0.1;

}  // namespace

PlannedStudy open_and_plan(const StudyInput& input) {
    KnownMachine machine(measured_s);
    std::map<std::size_t, PlannedCase> by_number;
    PlannedStudy all;
    all.open = open_study(input, [&](const Study& study, std::size_t number, const LoadedScene& scene) {
        by_number[number] = plan_loaded(study, scene, machine);
    });
    for (const std::size_t number : all.open.chosen) {
        PlannedCase& one = all.cases.emplace_back(std::move(by_number[number]));
        if (all.open.scenes.scenes[number].id.empty()) one.sentence = first_fault(all.open.scenes, number);
    }
    return all;
}

std::vector<PlannedCase> plan_cases(const OpenStudy& open, const StudyInput& input, Planning planning) {
    const std::vector<std::filesystem::path> data = study_data(input);
    KnownMachine machine(measured_s);
    std::vector<PlannedCase> planned(open.chosen.size());
    std::vector<std::size_t> small;
    const auto nodes = [&](std::size_t i) { return open.scenes.scenes[open.chosen[i]].nodes; };
    for (std::size_t i = 0; i < planned.size(); ++i) {
        if (open.scenes.scenes[open.chosen[i]].id.empty()) {
            planned[i].sentence = first_fault(open.scenes, open.chosen[i]);
        } else if (planning == Planning::large && nodes(i) < small_case_nodes) {
            small.push_back(i);
        } else {
            planned[i] = plan_case(open, open.chosen[i], data, machine);
        }
    }
    if (small.empty()) return planned;
    const std::size_t largest = *std::ranges::max_element(small, {}, nodes);
    const PlannedCase like = plan_case(open, open.chosen[largest], data, machine);
    for (const std::size_t i : small) {
        planned[i].forecast = like.forecast;
        if (nodes(largest) > 0) planned[i].forecast.seconds *= nodes(i) / nodes(largest);
    }
    return planned;
}

}  // namespace wavesim
