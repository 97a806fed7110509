// SPDX-License-Identifier: MIT
#include "app/study/case_forecasts.hpp"

#include <algorithm>
#include <utility>

#include "app/report_error.hpp"
#include "app/run_choices.hpp"
#include "app/study/known_machine.hpp"
#include "solvers/survey.hpp"

namespace wavesim {

namespace {

/// Cases below this take so little that the largest of them speaks for all.
constexpr double small_case_nodes = 300'000;

PlannedCase plan_case(const OpenStudy& open, std::size_t number, const std::vector<std::filesystem::path>& data,
                      KnownMachine& machine) {
    PlannedCase planned;
    try {
        const LoadedScene loaded = load_case(open.study, open.study.cases[number], data);
        const RunChoices choices = choose_for_scene({}, loaded);
        PlanDraft draft = draft_scene(loaded, choices.plan_options());
        const Machine known = machine(choices, draft);
        const PlanSketch plan = sketch_scene(loaded, std::move(draft), known, choices.plan_options());
        planned.forecast = {plan.forecast.memory.total(), plan.forecast.memory.device > 0, plan.forecast.time.total()};
        planned.dims = plan.scene.dims;
        planned.grid = plan.grid();
        planned.steps = plan.decision.steps * shot_count(plan.scene);
        planned.disk_bytes = plan.forecast.disk_bytes;
    } catch (const SceneFileError& error) {
        planned.sentence = to_string(in_study(open.study, error.faults()).front());
    } catch (...) {
        const Failure failure = current_failure();
        if (failure.code == ExitCode::internal) throw;
        planned.sentence = failure.sentence;
    }
    return planned;
}

}  // namespace

std::vector<PlannedCase> plan_cases(const OpenStudy& open, const StudyInput& input, Planning planning) {
    const std::vector<std::filesystem::path> data = study_data(input);
    KnownMachine machine(0.1);
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
