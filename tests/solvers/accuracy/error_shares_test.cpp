// SPDX-License-Identifier: MIT
#include "solvers/accuracy/error_shares.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace wavesim {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Field;

auto share(const char* cause, double error) {
    return testing::AllOf(Field(&ErrorShare::cause, cause), Field(&ErrorShare::error, DoubleNear(error, 1e-12)));
}

TEST(ErrorShares, NameEveryCauseOnce) {
    ErrorBudget budget;
    EXPECT_TRUE(error_shares(budget).empty());
    EXPECT_EQ(combined_error({}), 0);
    budget.heard.frequency_hz = 1000;
    budget.waves = {0.05, 0.02, 0.06, 0.07};
    budget.wall_echo_error = 0.015;
    budget.solid_error = 0.08;
    budget.facing_error = 0.16;
    budget.edges = {0.12, 0.14};
    budget.medium = {0.11, 0.09, 'x'};
    budget.taper_lead.seconds = 1e-3 / 6;
    budget.layer_reflection_db = -40;
    budget.p_wave_points.level = 0.04;
    budget.slow_wave.error = 0.13;
    budget.interpolation_error = 0.003;
    budget.beside_steps_error = 0.005;
    budget.rounding = 1e-5;

    const std::vector<ErrorShare> shares = error_shares(budget);
    EXPECT_THAT(
        shares,
        ElementsAre(share("speed of waves", 0.05), share("level of waves", 0.02),
                    share("speed of waves that walls keep", 0.06), share("walls off their places", 0.07),
                    share("losses of walls", 0.015), share("solids off their places", 0.08),
                    share("echoes between facing solids", 0.16), share("sound around edges of solids", 0.12),
                    share("waves from edges of solids", 0.14), share("interfaces within cells", 0.11),
                    share("medium made elliptical around sources", 1), share("absorbing layers", 0.01),
                    share("level of points of P waves", 0.04), share("slow second wave of sources", 0.13),
                    share("points between nodes", std::sqrt(2) * 0.003),
                    share("points beside steps, surfaces and solids", std::sqrt(2) * 0.005), share("rounding", 1e-5)));
    const double direct = combined_direct_error(shares);
    EXPECT_NEAR(std::hypot(direct, 0.06, std::hypot(std::hypot(0.07, 0.08, 0.015), 0.16, 0.14)), combined_error(shares),
                1e-12);
    EXPECT_NEAR(combined_error({{"a", 0.03}, {"b", 0.04}}), 0.05, 1e-15);
}

TEST(ErrorShares, DelaysOfMoreThanHalfAPeriodMakeNoTraceWorse) {
    ErrorBudget budget;
    budget.heard.frequency_hz = 50;
    budget.taper_lead.seconds = 0.9 / 50;
    EXPECT_THAT(error_shares(budget), ElementsAre(share("medium made elliptical around sources", 2)));
}

TEST(VerdictNumber, IsThatOfAllCausesOrBesideASource) {
    ErrorBudget budget;
    EXPECT_FALSE(verdict_number(budget));  // nothing was computed
    budget.run_s = 1;
    budget.waves = {0.03, 0.04, 0, 0};
    EXPECT_NEAR(verdict_number(budget).value(), 0.05, 1e-12);
    budget.near_source = {3, 0.08};
    EXPECT_NEAR(verdict_number(budget).value(), 0.08, 1e-12);
    EXPECT_NEAR(error_beside_source(budget), 0.08, 1e-12);
}

TEST(VerdictNumber, OfAReceiverBesideASourceAddsTheErrorsOfEchoes) {
    ErrorBudget budget;
    budget.run_s = 1;
    budget.waves = {0.03, 0.04, 0, 0.006};
    budget.wall_echo_error = 0.008;
    EXPECT_EQ(error_beside_source(budget), 0);
    budget.near_source = {3, 0.08};
    EXPECT_NEAR(error_beside_source(budget), 0.08 + 0.01, 1e-12);
    EXPECT_NEAR(verdict_number(budget).value(), 0.08 + 0.01, 1e-12);
}

TEST(VerdictNumber, IsNotKnownOfFieldsThatMayGrowNorOfSoundThatTheGridDoesNotCarry) {
    ErrorBudget budget;
    budget.run_s = 1;
    budget.aliased_share = 0.6;
    EXPECT_FALSE(verdict_number(budget));
    budget.aliased_share = 0.4;
    EXPECT_TRUE(verdict_number(budget));
    budget.slow_wave.unknown = true;
    EXPECT_FALSE(verdict_number(budget));
    budget.slow_wave.unknown = false;
    budget.may_grow = true;
    EXPECT_FALSE(verdict_number(budget));
}

TEST(ErrorShares, NameTheMediumByWhatItHas) {
    ErrorBudget budget;
    budget.medium.transmitted = 0.02;
    budget.finer_medium = true;
    EXPECT_THAT(error_shares(budget), ElementsAre(share("medium finer than the grid", 0.02)));
    budget.isotropic = false;
    EXPECT_THAT(error_shares(budget), ElementsAre(share("interfaces between nodes of a TTI medium", 0.02)));
}

}  // namespace
}  // namespace wavesim
