// SPDX-License-Identifier: MIT
#include "solvers/error_shares.hpp"

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
    budget.heard = {1000, 1e-4, -0.02, 1e-3 / 12, 0};  // a twelfth of a period late
    budget.taper_lead.seconds = 1e-3 / 6;
    budget.layer_reflection_db = -40;
    budget.p_wave_points.level = 0.04;
    budget.interpolation_error = 0.003;
    budget.rounding = 1e-5;

    const std::vector<ErrorShare> shares = error_shares(budget);
    EXPECT_THAT(shares, ElementsAre(share("speed of waves", 2 * std::sin(std::numbers::pi / 12)),
                                    share("level of waves", 0.02), share("medium made elliptical around sources", 1),
                                    share("absorbing layers", 0.01), share("level of points of P waves", 0.04),
                                    share("points between nodes", std::sqrt(2) * 0.003), share("rounding", 1e-5)));
    EXPECT_NEAR(combined_error({{"a", 0.03}, {"b", 0.04}}), 0.05, 1e-15);
}

TEST(ErrorShares, DelaysOfMoreThanHalfAPeriodMakeNoTraceWorse) {
    ErrorBudget budget;
    budget.heard.frequency_hz = 50;
    budget.heard.direct_delay_s = 0.9 / 50;
    EXPECT_THAT(error_shares(budget), ElementsAre(share("speed of waves", 2)));
}

}  // namespace
}  // namespace wavesim
