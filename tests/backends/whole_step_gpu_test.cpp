// SPDX-License-Identifier: MIT
// Whole steps in one launch on a GPU: the bits of the plane sweep and the passes after it, with every tile, in any
// calls, and from any saved state.
#include <gtest/gtest.h>

#include "backends/machine_here.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "steps_done.hpp"

namespace wavesim::testing {
namespace {

class WholeStepOnGpu : public ::testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (!cuda_why_not().empty()) GTEST_SKIP() << cuda_why_not();
    }
    static void expect_bits_of_the_sweep(const ScalarProblem& problem, const std::string& tile = "") {
        SCOPED_TRACE(tile);
        const StepsDone swept = steps_by("stream25.sweep", problem, "", {53});
        const StepsDone whole = steps_by("whole_step", problem, tile, {1, 2, 33, 17});
        EXPECT_EQ(whole.now, swept.now);
        EXPECT_EQ(whole.before, swept.before);
        EXPECT_EQ(whole.traces, swept.traces);
    }
};

TEST_P(WholeStepOnGpu, HasTheBitsOfThePlaneSweepWithEveryTile) {
    for (const Precision precision : {Precision::float32, Precision::float64})
        for (const bool explicit_form : {true, false}) {
            const ScalarProblem problem = room(GetParam(), {131, 67, 23}, precision, explicit_form);
            const Proposal proposal = find_backend("whole_step")->propose(problem, test::machine_here());
            ASSERT_EQ(proposal.why_not, "");
            for (const std::string& tile : proposal.tiles) expect_bits_of_the_sweep(problem, tile);
        }
}

TEST_P(WholeStepOnGpu, HasThemWithEverythingOnRandomNodesAndInMedia) {
    for (const Extent& n : {Extent{180, 126, 81}, Extent{37, 41, 43}}) {
        ScalarProblem problem = bare_problem(n, make_stencil(GetParam(), 3), Precision::float32);
        problem.halo = {HaloRule::odd_half,     HaloRule::mirror_half, HaloRule::zero,
                        HaloRule::mirror_whole, HaloRule::mirror_half, HaloRule::odd_half};
        add_random_passes(problem, 5);
        expect_bits_of_the_sweep(problem);
        add_random_medium(problem, 7);
        for (const MediumStorage storage : {MediumStorage::float32, MediumStorage::int16, MediumStorage::index8}) {
            ScalarProblem stored = problem;
            stored.store_factors(storage);
            expect_bits_of_the_sweep(stored);
        }
    }
}

TEST_P(WholeStepOnGpu, GoesOnFromAnySavedStep) {
    expect_to_go_on_from_any_step("whole_step", room(GetParam(), {67, 35, 13}, Precision::float32, false));
}

INSTANTIATE_TEST_SUITE_P(Stencils, WholeStepOnGpu,
                         ::testing::Values("leggy-1", "compact-19-isotropic", "compact-27-iwb"));

}  // namespace
}  // namespace wavesim::testing
