// SPDX-License-Identifier: MIT
// Time steps of programs.
#include "solvers/plan/program_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/program_scene.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::test {
namespace {

PlanDraft drafted(const Scene& scene) { return draft_plan(scene, {}); }

std::string refusal(const Scene& scene) {
    try {
        drafted(scene);
        return "";
    } catch (const SceneError& error) {
        return error.faults().front().key + ": " + error.faults().front().message;
    }
}

TEST(ProgramChoice, TheLimitOfTheScalarWaveIsThatOfItsStencil) {
    Scene scene = friction_scene(0);
    const PlanDraft draft = drafted(scene);
    EXPECT_NEAR(draft.plan.decision.courant_limit, courant_limit("leggy-2", 2), 1e-6);
    EXPECT_NEAR(draft.plan.courant(), 0.999 * draft.plan.decision.courant_limit, 1e-12);
    EXPECT_NEAR(draft.plan.decision.fastest_m_s, sound_speed, 1e-3 * sound_speed);
    EXPECT_EQ(draft.plan.report.stencil_reason, "asked for");
    scene.grid.courant_fraction = 0.5;
    EXPECT_NEAR(drafted(scene).plan.courant(), 0.5 * draft.plan.decision.courant_limit, 1e-9);
}

TEST(ProgramChoice, ALayerThatIsFasterShortensTheStep) {
    const double before = drafted(friction_scene(0)).plan.decision.time_step_s;
    Scene scene = friction_scene(0);
    scene.medium.layers = Medium::Layers{2, {8 * cell}, {sound_speed, 1.5 * sound_speed}};
    EXPECT_NEAR(drafted(scene).plan.decision.time_step_s, before / 1.5, 1e-6 * before);
}

/// The box reaches one node of some thousand.
TEST(ProgramChoice, ABoxThatIsFasterShortensTheStepHoweverSmallItIs) {
    Scene scene = friction_scene(0);
    scene.medium.boxes = {{{9 * cell, 0, 9 * cell}, {10 * cell, 0, 10 * cell}, 1.25 * sound_speed, {}}};
    const double before = drafted(friction_scene(0)).plan.decision.time_step_s;
    EXPECT_NEAR(drafted(scene).plan.decision.time_step_s, before / 1.25, 1e-6 * before);
}

TEST(ProgramChoice, RefusesWhatGrowsWhateverTheStep) {
    EXPECT_EQ(refusal(friction_scene(-4)), "medium.program: its waves grow with every time step, however short");
    Scene scene = friction_scene(0);
    take_program(scene, {equations::field("p", 1)}, {}, {"p.new = 0.5*p"});
    EXPECT_EQ(refusal(scene), "medium.program: nothing in it grows with any time step, so it moves no wave");
}

TEST(ProgramChoice, RefusesStepsAboveTheLimit) {
    Scene scene = friction_scene(0);
    scene.grid.courant_fraction = 1.01;
    EXPECT_EQ(refusal(scene), "grid.courant_fraction: 1.01 of the stability limit is unstable");
    scene.grid.courant_fraction = 1;
    scene.grid.stencil.name = "leggy-0";
    EXPECT_EQ(refusal(scene), "grid.stencil: there is no stencil 'leggy-0'");
}

}  // namespace
}  // namespace wavesim::test
