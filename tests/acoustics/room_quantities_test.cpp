// SPDX-License-Identifier: MIT
#include "acoustics/room_quantities.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

namespace wavesim {
namespace {

struct Row {
    const char* unit;
    int digits;
    double noticeable, noticeable_share;
};

/// Times in milliseconds, levels and shares of a tenth; just noticeable differences of ISO 3382-1, table A.1: 5 % of a
/// reverberation time, 1 dB, 0.05 of D50 and 10 ms of the centre time.
TEST(RoomQuantities, HaveTheDigitsAndDifferencesOfTheStandard) {
    const std::map<std::string, Row> rows{{"EDT", {"s", 3, 0, 0.05}},    {"T20", {"s", 3, 0, 0.05}},
                                          {"T30", {"s", 3, 0, 0.05}},    {"nonlinearity", {"per mille", 1, 0, 0}},
                                          {"curvature", {"%", 1, 0, 0}}, {"C50", {"dB", 1, 1, 0}},
                                          {"C80", {"dB", 1, 1, 0}},      {"D50", {"", 3, 0.05, 0}},
                                          {"Ts", {"s", 3, 0.01, 0}},     {"G", {"dB", 1, 1, 0}}};
    ASSERT_EQ(room_quantities().size(), rows.size());
    for (const RoomQuantity& quantity : room_quantities()) {
        ASSERT_TRUE(rows.contains(quantity.name)) << quantity.name;
        const Row& row = rows.at(quantity.name);
        EXPECT_STREQ(quantity.unit, row.unit) << quantity.name;
        EXPECT_EQ(quantity.digits, row.digits) << quantity.name;
        EXPECT_EQ(quantity.noticeable, row.noticeable) << quantity.name;
        EXPECT_EQ(quantity.noticeable_share, row.noticeable_share) << quantity.name;
    }
}

const RoomQuantity& quantity_of(const std::string& name) {
    for (const RoomQuantity& quantity : room_quantities())
        if (quantity.name == name) return quantity;
    throw std::out_of_range(name);
}

/// Every number of a response stands in its own row, and with its own reason.
TEST(RoomQuantities, HaveValuesAndReasonsOfTheirOwn) {
    RoomNumbers n;
    n.edt = {0.11, DecayFault::duration, 1};
    n.t20 = {0.22, DecayFault::filter, 2.5};
    n.t30 = {0.33, DecayFault::range, 3};
    n.energy_fault = DecayFault::modes;
    n.curvature_percent = 4, n.c50_db = 5, n.c80_db = 6, n.d50 = 0.7, n.centre_time_s = 0.8, n.strength_db = 9;
    const std::map<std::string, std::pair<double, DecayFault>> rows{
        {"EDT", {0.11, DecayFault::duration}}, {"T20", {0.22, DecayFault::filter}},
        {"T30", {0.33, DecayFault::range}},    {"nonlinearity", {2.5, DecayFault::filter}},
        {"curvature", {4, DecayFault::range}}, {"C50", {5, DecayFault::modes}},
        {"C80", {6, DecayFault::modes}},       {"D50", {0.7, DecayFault::modes}},
        {"Ts", {0.8, DecayFault::modes}},      {"G", {9, DecayFault::modes}}};
    for (const RoomQuantity& quantity : room_quantities()) {
        EXPECT_EQ(quantity.value(n), rows.at(quantity.name).first) << quantity.name;
        EXPECT_EQ(quantity.fault(n), rows.at(quantity.name).second) << quantity.name;
    }
    n.t30.fault = DecayFault::none;  // then T20 is what curvature lacks
    EXPECT_EQ(quantity_of("curvature").fault(n), DecayFault::filter);
}

/// Of 1, 2, 4 and one that is not known: mean 7/3, deviation sqrt(7/3) (n - 1 below).
TEST(RoomQuantities, SpreadLeavesOutWhatIsNotKnown) {
    std::vector<ResponseNumbers> responses(4);
    for (std::size_t i = 0; i < 4; ++i) {
        responses[i].bands.resize(2);
        responses[i].bands[1].t20.seconds = std::array{1.0, std::nan(""), 2.0, 4.0}[i];
    }
    const Spread spread = spread_of(responses, 1, quantity_of("T20"));
    EXPECT_EQ(spread.count, 3U);
    EXPECT_NEAR(spread.mean, 7.0 / 3, 1e-12);
    EXPECT_NEAR(spread.deviation, std::sqrt(7.0 / 3), 1e-12);
    const Spread none = spread_of(responses, 0, quantity_of("T20"));
    EXPECT_EQ(none.count, 0U);
    EXPECT_TRUE(std::isnan(none.mean));
    responses.resize(2);
    EXPECT_EQ(spread_of(responses, 1, quantity_of("T20")).mean, 1);
    EXPECT_TRUE(std::isnan(spread_of(responses, 1, quantity_of("T20")).deviation)) << "of one";
}

TEST(RoomQuantities, SingleNumbersAreMeansOfTheOctavesOf500And1000Hz) {
    std::vector<ResponseNumbers> responses(2);
    for (std::size_t i = 0; i < 2; ++i)
        for (const double power : {2.4, 2.7, 3.0, 3.3}) {  // 250 Hz to 2 kHz
            RoomNumbers band;
            band.band = {std::pow(10, power), 1};
            band.edt.seconds = power + static_cast<double>(i);
            responses[i].bands.push_back(band);
        }
    EXPECT_NEAR(single_number(responses, quantity_of("EDT")), 0.5 + (2.7 + 3.0) / 2, 1e-12);
    for (ResponseNumbers& response : responses) response.bands.pop_back();
    EXPECT_NEAR(single_number(responses, quantity_of("EDT")), 0.5 + (2.7 + 3.0) / 2, 1e-12);
    responses[0].bands.pop_back(), responses[1].bands.pop_back();  // without 1 kHz
    EXPECT_TRUE(std::isnan(single_number(responses, quantity_of("EDT"))));
}

/// 400 to 1250 Hz have the numbers 26 to 31; clarity has no single number in thirds.
TEST(RoomQuantities, SingleReverberationTimesInThirdsAreMeansOfSix) {
    ResponseNumbers response;
    for (int third = 23; third <= 36; ++third) {
        RoomNumbers band;
        band.band = {std::pow(10, third / 10.0), 3};
        band.t20.seconds = third * third;
        band.c80_db = third;
        response.bands.push_back(band);
    }
    const double squares = 26 * 26 + 27 * 27 + 28 * 28 + 29 * 29 + 30 * 30 + 31 * 31;
    EXPECT_NEAR(single_number({response}, quantity_of("T20")), squares / 6, 1e-9);
    EXPECT_TRUE(std::isnan(single_number({response}, quantity_of("C80"))));
    response.bands[31 - 23].t20.seconds = std::nan("");
    EXPECT_TRUE(std::isnan(single_number({response}, quantity_of("T20"))));
}

}  // namespace
}  // namespace wavesim
