// SPDX-License-Identifier: MIT
#include "app/refinement.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace wavesim {
namespace {

struct Numbers {
    double t20_s, c80_db, d50, centre_time_s;
};

/// Two responses in the octave of 500 Hz; at 1 kHz the first has a T20 and nothing else.
std::vector<ResponseNumbers> responses(const Numbers& first, const Numbers& second, double t20_at_1000) {
    std::vector<ResponseNumbers> all;
    for (const Numbers& one : {first, second}) {
        RoomNumbers low, high;
        low.band = {std::pow(10, 2.7), 1};
        high.band = {1000, 1};
        low.t20.seconds = one.t20_s;
        low.c80_db = one.c80_db, low.d50 = one.d50, low.centre_time_s = one.centre_time_s;
        if (all.empty()) high.t20.seconds = t20_at_1000;
        all.push_back({"R", {low, high}});
    }
    return all;
}

/// T20: 0.1 s of 5 % of 1.1 s and -0.1 s of 5 % of 1.9 s, so 1.818 and -1.053 just noticeable differences. C80: -0.6
/// and 0.5 of 1 dB. D50: 0.03 and -0.02 of 0.05. Ts: 15 and -10 ms of 10 ms. T20 at 1 kHz: 0.09 s of 5 % of 0.9 s.
TEST(Refinement, ChangesAreInJustNoticeableDifferences) {
    const auto coarse = responses({1.0, 1.0, 0.50, 0.080}, {2.0, 2.0, 0.40, 0.100}, 0.81);
    const auto fine = responses({1.1, 0.4, 0.53, 0.095}, {1.9, 2.5, 0.38, 0.090}, 0.90);
    EXPECT_EQ(refinement_text(coarse, fine),
              "change             500    1000  Hz\n"
              "  T20            +0.38   +2.00\n"
              "    at most       1.82    2.00\n"
              "  C80            -0.05       -\n"
              "    at most       0.60       -\n"
              "  D50            +0.10       -\n"
              "    at most       0.60       -\n"
              "  Ts             +0.25       -\n"
              "    at most       1.50       -\n");
}

TEST(Refinement, ChangesAreAlsoJson) {
    const auto coarse = responses({1.0, 1.0, 0.50, 0.080}, {2.0, 2.0, 0.40, 0.100}, 0.81);
    const auto fine = responses({1.1, 0.4, 0.53, 0.095}, {1.9, 2.5, 0.38, 0.090}, 0.90);
    const nlohmann::ordered_json bands = refinement_json(coarse, fine);
    ASSERT_EQ(bands.size(), 2U);
    EXPECT_EQ(bands[0]["band_hz"], 500);
    EXPECT_EQ(bands[0]["per_octave"], 1);
    EXPECT_NEAR(bands[0]["t20_s"]["mean"].get<double>(), (0.1 / (0.05 * 1.1) - 0.1 / (0.05 * 1.9)) / 2, 1e-12);
    EXPECT_NEAR(bands[0]["t20_s"]["most"].get<double>(), 0.1 / (0.05 * 1.1), 1e-12);
    EXPECT_EQ(bands[0]["t20_s"]["count"], 2);
    EXPECT_NEAR(bands[0]["centre_time_s"]["most"].get<double>(), 1.5, 1e-12);
    EXPECT_FALSE(bands[0].contains("t30_s"));
    EXPECT_EQ(bands[1]["band_hz"], 1000);
    EXPECT_EQ(bands[1]["t20_s"]["count"], 1);
    EXPECT_FALSE(bands[1].contains("c80_db"));
    const double unknown = std::nan("");
    const Numbers none{unknown, unknown, unknown, unknown};
    EXPECT_TRUE(refinement_json(coarse, responses(none, none, unknown)).empty());
}

TEST(Refinement, SaysThatNothingCanBeCompared) {
    const double unknown = std::nan("");
    const Numbers none{unknown, unknown, unknown, unknown};
    const auto coarse = responses({1.0, unknown, unknown, unknown}, none, unknown);
    EXPECT_EQ(refinement_text(coarse, responses(none, {1.0, unknown, unknown, unknown}, 0.7)),
              "No number holds on both grids.\n");
}

}  // namespace
}  // namespace wavesim
