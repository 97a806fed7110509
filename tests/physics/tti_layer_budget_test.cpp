// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/accuracy/tilted_echo.hpp"
#include "solvers/run/simulation.hpp"

// What layers and sponges of TTI media send back of long pulses and in strongly anisotropic media, against the same
// scene in a domain so large that nothing comes back, and against what error budgets say.

namespace wavesim {
namespace {

struct BudgetCase {
    const char* name;
    Anisotropy::Absorber absorber;
    std::int64_t cells;
    double points_per_wavelength;  ///< of the speed along the axis
    Thomsen rock;
    double less_db = 3;  ///< than budgets say may come back
};
void PrintTo(const BudgetCase& c, std::ostream* out) { *out << c.name; }

constexpr double budget_inner = 60;

/// The scene with `more` cells around it.
Scene budget_scene(const BudgetCase& c, double more, std::int64_t cells, double duration_s) {
    const auto width = static_cast<std::int64_t>(budget_inner + 2 * more);
    Scene scene = test::box_scene({width, 1, width}, "auto", duration_s);
    scene.tti = Anisotropy{};
    scene.tti->everywhere = c.rock;
    scene.tti->absorber = c.absorber;
    scene.boundaries.kind.fill(SideKind::absorbing);
    scene.boundaries.kind[2] = scene.boundaries.kind[3] = SideKind::wall;
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = cells;
    scene.sources = {test::ricker(test::node(more + 30, 0, more + 30), c.points_per_wavelength)};
    for (const auto& [x, z] : {std::pair(57, 30), std::pair(57, 57), std::pair(30, 57), std::pair(3, 57)})
        scene.receivers.push_back(
            test::receiver(std::to_string(x) + "_" + std::to_string(z), test::node(more + x, 0, more + z)));
    return scene;
}

std::vector<double> budget_traces(const Plan& plan) {
    test::MemoryRecorder recorder;
    simulate(plan, recorder, {});
    return recorder.samples;
}

class TtiLayerBudget : public ::testing::TestWithParam<BudgetCase> {};

TEST_P(TtiLayerBudget, SaysWhatComesBack) {
    const BudgetCase& c = GetParam();
    const double fastest = std::sqrt(1 + 2 * c.rock.epsilon);
    const double cells_of_time = 2 * c.points_per_wavelength + 1.5 * budget_inner;
    const double duration_s = cells_of_time * test::cell / test::sound_speed;
    const Plan plan = test::plan_of(budget_scene(c, 0, c.cells, duration_s));
    const std::vector<double> near = budget_traces(plan);
    const std::vector<double> far =
        budget_traces(test::plan_of(budget_scene(c, std::ceil(cells_of_time * fastest / 2) + 5, 30, duration_s)));
    ASSERT_EQ(near.size(), far.size());
    double error = 0;
    double loudest = 0;
    for (std::size_t i = 0; i < far.size(); ++i) {
        error = std::max(error, std::abs(near[i] - far[i]));
        loudest = std::max(loudest, std::abs(far[i]));
    }
    const double sent_back_db = 20 * std::log10(error / loudest);
    const double told_db = error_budget(plan).layer_reflection_db.value();
    RecordProperty("sent_back_db", std::to_string(sent_back_db));
    RecordProperty("told_db", std::to_string(told_db));
    EXPECT_LT(sent_back_db, told_db + 3);  // "about": never 1.4 times as much
    EXPECT_GT(sent_back_db, told_db - c.less_db);
}

constexpr auto budget_layers = Anisotropy::Absorber::layers;
constexpr auto budget_sponge = Anisotropy::Absorber::sponge;
constexpr Thomsen usual_shale{0.24, 0.1, 40, 0};
/// Of some of these rocks less comes back than the scheme says of layers without end: as budgets say.
constexpr double less = tilted_echo_less_db;
INSTANTIATE_TEST_SUITE_P(Pulses, TtiLayerBudget,
                         ::testing::Values(BudgetCase{"layers_12", budget_layers, 20, 12.5, usual_shale},
                                           BudgetCase{"layers_25", budget_layers, 20, 25, usual_shale},
                                           BudgetCase{"layers_50", budget_layers, 20, 50, usual_shale},
                                           BudgetCase{"layers_100", budget_layers, 20, 100, usual_shale, less},
                                           BudgetCase{"narrow_10_12", budget_layers, 10, 12.5, usual_shale},
                                           BudgetCase{"narrow_12", budget_layers, 12, 12.5, usual_shale},
                                           BudgetCase{"narrow_50", budget_layers, 12, 50, usual_shale},
                                           BudgetCase{"wide_12", budget_layers, 30, 12.5, usual_shale},
                                           BudgetCase{"wide_50", budget_layers, 30, 50, usual_shale},
                                           BudgetCase{"sponge_12", budget_sponge, 40, 12.5, usual_shale},
                                           BudgetCase{"sponge_25", budget_sponge, 40, 25, usual_shale},
                                           BudgetCase{"sponge_50", budget_sponge, 40, 50, usual_shale},
                                           BudgetCase{"sponge_20_12", budget_sponge, 20, 12.5, usual_shale},
                                           BudgetCase{"sponge_20_50", budget_sponge, 20, 50, usual_shale}),
                         [](const auto& tested) { return std::string(tested.param.name); });
INSTANTIATE_TEST_SUITE_P(Rocks, TtiLayerBudget,
                         ::testing::Values(BudgetCase{"strong", budget_layers, 20, 12.5, {0.4, -0.1, 62, 0}},
                                           BudgetCase{"strong_50", budget_layers, 20, 50, {0.4, -0.1, 62, 0}},
                                           BudgetCase{"strong_narrow", budget_layers, 12, 12.5, {0.4, -0.1, 62, 0}},
                                           BudgetCase{"shale", budget_layers, 20, 12.5, {0.3, -0.1, 45, 0}, less},
                                           BudgetCase{"extreme", budget_layers, 20, 12.5, {1.0, 0.2, 40, 0}, less},
                                           BudgetCase{"negative", budget_layers, 20, 12.5, {0.1, -0.2, 40, 0}},
                                           BudgetCase{"mild", budget_layers, 20, 12.5, {0.15, 0.05, 45, 0}},
                                           BudgetCase{"medium", budget_layers, 20, 12.5, {0.3, 0.05, 45, 0}},
                                           BudgetCase{"shale_16", budget_layers, 16, 12.5, {0.3, -0.1, 45, 0}, less},
                                           BudgetCase{"shale_30", budget_layers, 30, 12.5, {0.3, -0.1, 45, 0}, less},
                                           BudgetCase{"extreme_12", budget_layers, 12, 12.5, {1.0, 0.2, 40, 0}, less},
                                           BudgetCase{"medium_30", budget_layers, 30, 12.5, {0.3, 0.05, 30, 0}},
                                           BudgetCase{"medium_25", budget_layers, 20, 25, {0.3, 0.05, 30, 0}},
                                           BudgetCase{"upright_12", budget_layers, 12, 12.5, {0.25, 0.05, 0, 0}},
                                           BudgetCase{"elliptical_12", budget_layers, 12, 12.5, {0.2, 0.2, 40, 0}},
                                           BudgetCase{"elliptical_30", budget_layers, 30, 12.5, {0.2, 0.2, 40, 0}},
                                           BudgetCase{"negative_12", budget_layers, 12, 12.5, {0.1, -0.2, 40, 0}},
                                           BudgetCase{"elliptical", budget_layers, 20, 12.5, {0.2, 0.2, 40, 0}},
                                           BudgetCase{"fast_elliptical", budget_layers, 40, 10, {1.0, 1.0, 46, 0}},
                                           BudgetCase{"fast_30", budget_layers, 30, 12.5, {1.14, 1.1, 42, 0}},
                                           BudgetCase{"fast_24", budget_layers, 24, 12.5, {0.95, 0.7, 45, 0}}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace wavesim
