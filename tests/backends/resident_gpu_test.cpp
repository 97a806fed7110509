// SPDX-License-Identifier: MIT
// Fields on chip on a GPU: the bits of one launch per step and of the plane sweep, in any calls, and from any saved
// state.
#include <gtest/gtest.h>

#include "backends/machine_here.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "steps_done.hpp"

namespace wavesim::testing {
namespace {

class ResidentOnGpu : public ::testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (!cuda_why_not().empty()) GTEST_SKIP() << cuda_why_not();
    }
    static void expect_bits_of_single_steps(const ScalarProblem& problem, const std::vector<int>& calls, int steps) {
        const std::string reason = find_backend("resident")->propose(problem, test::machine_here()).why_not;
        if (!reason.empty()) GTEST_SKIP() << reason;
        const StepsDone chip = steps_by("resident", problem, "", calls);
        for (const char* single : {"stream25.sweep", "whole_step"}) {
            SCOPED_TRACE(single);
            const StepsDone done = steps_by(single, problem, "", {steps});
            EXPECT_EQ(chip.now, done.now);
            EXPECT_EQ(chip.before, done.before);
            EXPECT_EQ(chip.traces, done.traces);
        }
    }
};

TEST_P(ResidentOnGpu, HasTheBitsOfSingleStepsWithWallsOfBothForms) {
    for (const Extent& n : {Extent{131, 67, 23}, Extent{103, 79, 55}, Extent{180, 126, 81}})
        for (const bool explicit_form : {true, false})
            for (const HaloRule sides : {HaloRule::mirror_half, HaloRule::mirror_whole}) {
                ScalarProblem problem = room(GetParam(), n, Precision::float32, explicit_form);
                problem.halo.fill(sides);
                expect_bits_of_single_steps(problem, {1, 2, 33, 17}, 53);
            }
}

/// More steps than a launch has.
TEST_P(ResidentOnGpu, HasThemAfterThousandsOfSteps) {
    expect_bits_of_single_steps(room(GetParam(), {180, 126, 81}, Precision::float32, true), {5000}, 5000);
}

/// Every word equals the one before.
TEST_P(ResidentOnGpu, StaysAtRest) {
    ScalarProblem problem = bare_problem({61, 41, 31}, make_stencil(GetParam(), 3), Precision::float32);
    problem.halo.fill(HaloRule::mirror_half);
    const auto chip = find_backend("resident")->open(problem, {1, ""});
    chip->advance(101);
    const FieldHealth health = chip->health();
    EXPECT_EQ(health.peak, 0);
    EXPECT_EQ(chip->step(), 101);
}

TEST_P(ResidentOnGpu, GoesOnFromAnySavedStep) {
    expect_to_go_on_from_any_step("resident", room(GetParam(), {67, 35, 13}, Precision::float32, false));
}

INSTANTIATE_TEST_SUITE_P(Stencils, ResidentOnGpu,
                         ::testing::Values("leggy-1", "compact-19-isotropic", "compact-27-iwb"));

}  // namespace
}  // namespace wavesim::testing
