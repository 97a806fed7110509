// SPDX-License-Identifier: MIT
// Plans in media that vary and in rooms with solids, against numbers that the planner does not make.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/plan/stencil_choice.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim::test {
namespace {

/// A box of leggy-1 whose lower half has the speed of sound and whose upper half has a quarter of it.
Scene halves_scene() {
    Scene scene = box_scene({16, 16, 16}, "leggy-1", 0.05);
    scene.medium.layers = Medium::Layers{2, {8 * cell}, {sound_speed, sound_speed / 4}};
    scene.sources = {ricker(node(4, 4, 4), 26)};
    scene.receivers = {receiver("a", node(10, 10, 10))};
    return scene;
}

/// Waves of the slow half move `ratio` Courant numbers less per step. Along an axis sin(omega T / 2) =
/// ratio courant sin(k X / 2) for leggy-1.
TEST(PlanMedia, DispersionIsThatOfTheSlowPartAtItsOwnCourantNumber) {
    const Plan plan = plan_of(halves_scene());
    const double courant = plan.courant() / 4;
    const double k = 2 * std::numbers::pi / plan.report.dispersion.points_per_wavelength;  // rad per cell

    EXPECT_DOUBLE_EQ(plan.report.dispersion.points_per_wavelength, 10);
    EXPECT_NEAR(plan.report.dispersion.axis, 2 * std::asin(courant * std::sin(k / 2)) / (courant * k) - 1, 1e-12);
}

/// Along the body diagonal the level of leggy-1 is 1 / cos(k_x X), for the symbol is 2 (1 - cos) of each axis. A source
/// that is averaged over two steps has sin(omega T) / (omega T) of it, and omega T is that of the slow part:
/// sin(omega T / 2) = courant sqrt(3) sin(k_x X / 2).
TEST(PlanMedia, LevelsAreThoseOfTheSlowPart) {
    Scene scene = halves_scene();
    const auto level = [&](TimeFilter filter) {
        scene.sources[0].time_filter = filter;
        const ErrorBudget budget = error_budget(plan_of(scene));
        EXPECT_EQ(std::string(budget.directions.at(2).name), "along a body diagonal");
        return 1 + budget.directions.at(2).level_error;
    };
    const double courant = plan_of(scene).courant() / 4;
    const double k_x = 2 * std::numbers::pi / 10 / std::sqrt(3.0);
    const double turn = 2 * std::asin(courant * std::sqrt(3.0) * std::sin(k_x / 2));
    constexpr double of_derivatives = 1e-6;

    EXPECT_NEAR(level(TimeFilter::off), 1 / std::cos(k_x), of_derivatives);
    EXPECT_NEAR(level(TimeFilter::on), std::sin(turn) / turn / std::cos(k_x), of_derivatives);
}

/// The stencil that `auto` takes keeps its promise in the slow part, whose waves are short, and in the fast one.
TEST(PlanMedia, TheChosenStencilIsAccurateInTheSlowPart) {
    Scene scene = halves_scene();
    scene.grid.stencil.name = "auto";
    for (const double points : {4.0, 6.0}) {
        std::vector<Fault> faults;
        const auto choice = choose_stencil(scene, points, faults);
        ASSERT_TRUE(choice);
        const StencilAnalysis analysis(choice->stencil);
        const double slow = analysis.phase_error_range(points, choice->courant / 4).worst();
        const double fast = analysis.phase_error_range(4 * points, choice->courant).worst();
        const double worst = std::max(std::abs(slow), std::abs(fast));

        EXPECT_LE(worst, 0.01) << points;
        EXPECT_THAT(choice->reason, testing::HasSubstr(fmt::format("({:.2g} %)", 100 * worst))) << points;
    }
}

/// Node i takes kappa_i / rho_0 of the source's volume, rho_0 the density at the source. The weights are compared with
/// those of a receiver at the same point.
TEST(PlanMedia, SourcesAcrossAnInterfaceCountDensities) {
    const double speeds[2] = {sound_speed, 200};
    const double densities[2] = {1000, 2500};
    for (const double at : {11.8, 12.2}) {  // cells, on either side of the interface
        Scene scene = box_scene({24, 1, 24}, "leggy-4", 0.01);
        scene.medium.density_kg_m3 = 1000;
        scene.medium.averaging = Averaging::node;
        scene.sources = {ricker({12.3 * cell, 0, at * cell}, 12)};
        scene.receivers = {test::receiver("there", scene.sources[0].position)};
        scene.medium.layers = Medium::Layers{2, {12 * cell}, {speeds[0], speeds[1]}, {densities[0], densities[1]}};
        const Plan plan = plan_of(scene);
        const PointWeights& across = common_part(plan.problem).sources[0].at;
        const PointWeights& same = common_part(plan.problem).receivers[0];

        ASSERT_EQ(across.nodes, same.nodes);
        bool both = false;
        for (std::size_t i = 0; i < same.nodes.size(); ++i) {
            const std::size_t layer = node_at(plan.grid(), same.nodes[i]).z < 12 ? 0 : 1;
            both = both || layer != (at < 12 ? 0U : 1U);
            const double kappa = densities[layer] * speeds[layer] * speeds[layer];
            const double kappa_0 = densities[at < 12 ? 0 : 1] * sound_speed * sound_speed;
            EXPECT_NEAR(across.weights[i], same.weights[i] * kappa / kappa_0, 1e-6 * std::abs(same.weights[i]));
        }
        EXPECT_TRUE(both);
    }
}

/// The same where only the speed varies: node i takes (c_i / c)^2, c the fastest.
TEST(PlanMedia, SourcesAcrossAnInterfaceCountSpeeds) {
    Scene scene = box_scene({24, 1, 24}, "leggy-4", 0.01);
    scene.sources = {ricker({12.3 * cell, 0, 12.2 * cell}, 12)};
    const PointWeights same = common_part(plan_of(scene).problem).sources[0].at;
    scene.medium.averaging = Averaging::node;
    scene.medium.layers = Medium::Layers{2, {12 * cell}, {sound_speed, sound_speed / 2}};
    const Plan plan = plan_of(scene);
    const PointWeights& across = common_part(plan.problem).sources[0].at;

    ASSERT_EQ(across.nodes, same.nodes);
    for (std::size_t i = 0; i < same.nodes.size(); ++i)
        EXPECT_NEAR(across.weights[i], same.weights[i] * (node_at(plan.grid(), same.nodes[i]).z < 12 ? 1.0 : 0.25),
                    1e-6 * std::abs(same.weights[i]));
}

/// Largest eigenvalue of -L of a room without losses, by power iteration with steps of the backend: from equal fields
/// a step makes u + courant^2 L u.
double stiffest_mode(const Plan& plan) {
    Problem problem = plan.problem;
    common_part(problem).sources.clear();
    common_part(problem).receivers.clear();
    const auto backend = find_backend("cpu")->open(problem, {1, ""});
    const auto nodes = static_cast<std::size_t>(plan.grid().nodes());
    std::vector<double> u(nodes);
    std::vector<double> next(nodes);
    for (std::size_t i = 0; i < nodes; ++i) u[i] = std::sin(1.7 * static_cast<double>(i * i % 1009));
    double eigenvalue = 0;
    for (int iteration = 0; iteration < 400; ++iteration) {
        backend->write(FieldLevel::current, u);
        backend->write(FieldLevel::previous, u);
        backend->advance(1);
        backend->read(FieldLevel::current, {{0, 0, 0}, {plan.grid().nx, plan.grid().ny, plan.grid().nz}}, next);
        double size = 0;
        double turned = 0;
        double length = 0;
        for (std::size_t i = 0; i < nodes; ++i) {
            const double change = (u[i] - next[i]) / (plan.courant() * plan.courant());
            size += change * change;
            turned += change * u[i];
            length += u[i] * u[i];
            next[i] = change;
        }
        eigenvalue = turned / length;
        for (std::size_t i = 0; i < nodes; ++i) u[i] = next[i] / std::sqrt(size);
    }
    return eigenvalue;
}

/// Solids make modes that are stiffer than those of the stencil alone: the time step is made for the room.
TEST(PlanMedia, TheCourantNumberIsMadeForTheStiffestModeOfTheRoom) {
    Scene scene = box_scene({9, 8, 7}, "compact-19-opt", 0.01);
    scene.solids = {{"block", {3 * cell, 3 * cell, 0}, {6 * cell, 5 * cell, 4 * cell}, {}}};
    scene.sources = {ricker(node(1, 1, 1), 26)};
    const Plan empty = [&] {
        Scene without = scene;
        without.solids.clear();
        return plan_of(without);
    }();
    const Plan plan = plan_of(scene);

    const double limit = 2 / std::sqrt(stiffest_mode(plan));
    EXPECT_LT(plan.decision.courant_limit, empty.decision.courant_limit);
    EXPECT_LE(plan.decision.courant_limit, limit);
    EXPECT_LE(plan.courant(), plan.decision.courant_limit);
    EXPECT_DOUBLE_EQ(plan.decision.time_step_s, plan.courant() * cell / sound_speed);
    RecordProperty("limit_of_the_room", std::to_string(limit));
    RecordProperty("limit_of_the_plan", std::to_string(plan.decision.courant_limit));
}

}  // namespace
}  // namespace wavesim::test
