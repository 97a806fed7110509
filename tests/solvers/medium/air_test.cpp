// SPDX-License-Identifier: MIT
#include "solvers/medium/air.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace wavesim {
namespace {

/// Speed by the fit of Cramer, JASA 93 (1993), 2510, to measurements, for air with 400 ppm of carbon dioxide.
double measured_speed(const Air& air) {
    const double t = air.temperature_c, p = air.pressure_pa, c = 400e-6, k = t + 273.15;
    const double vapour_pa = std::exp(1.2811805e-5 * k * k - 1.9509874e-2 * k + 34.04926034 - 6.3536311e3 / k);
    const double f = 1.00062 + 3.14e-8 * p + 5.6e-7 * t * t;
    const double x = air.humidity * f * vapour_pa / p;
    return 331.5024 + 0.603055 * t - 0.000528 * t * t + (51.471935 + 0.1495874 * t - 0.000782 * t * t) * x +
           (-1.82e-7 + 3.73e-8 * t - 2.93e-10 * t * t) * p + (-85.20931 - 0.228525 * t + 5.91e-5 * t * t) * c -
           2.835149 * x * x - 2.15e-13 * p * p + 29.179762 * c * c + 0.000486 * x * p * c;
}

TEST(AirTest, SpeedIsThatOfMeasurements) {
    for (const double temperature : {0.0, 10.0, 20.0, 30.0})
        for (const double humidity : {0.0, 0.5, 1.0})
            for (const double pressure : {80e3, 101'325.0}) {
                const Air air{temperature, humidity, pressure};
                EXPECT_NEAR(sound_speed_of(air) / measured_speed(air), 1, 5e-4) << temperature << ' ' << humidity;
            }
}

TEST(AirTest, DensityIsThatOfTables) {
    // CIPM-2007 (Picard et al., Metrologia 45 (2008), 149): dry and humid air at one atmosphere, kg/m3.
    EXPECT_NEAR(density_of({20, 0, 101'325}), 1.2046, 5e-4);
    EXPECT_NEAR(density_of({20, 0.5, 101'325}), 1.1993, 5e-4);
    EXPECT_NEAR(density_of({0, 0, 101'325}), 1.2930, 8e-4);
}

/// Octaves from 63 to 8000 Hz at one atmosphere, dB/km: ISO 9613-2, table 2, which is ISO 9613-1 rounded.
struct TableRow {
    double temperature_c, humidity;
    std::array<double, 8> db_per_km;
};

TEST(AirTest, AttenuationIsThatOfTheTables) {
    for (const TableRow& row : {TableRow{10, 0.7, {0.1, 0.4, 1.0, 1.9, 3.7, 9.7, 32.8, 117}},
                                TableRow{20, 0.7, {0.1, 0.3, 1.1, 2.8, 5.0, 9.0, 22.9, 76.6}},
                                TableRow{30, 0.7, {0.1, 0.3, 1.0, 3.1, 7.4, 12.7, 23.1, 59.3}},
                                TableRow{15, 0.2, {0.3, 0.6, 1.2, 2.7, 8.2, 28.2, 88.8, 202}},
                                TableRow{15, 0.5, {0.1, 0.5, 1.2, 2.2, 4.2, 10.8, 36.2, 129}},
                                TableRow{15, 0.8, {0.1, 0.3, 1.1, 2.4, 4.1, 8.3, 23.7, 82.8}}})
        for (int band = 0; band < 8; ++band) {
            const double hz = 1000 * std::pow(10, 0.3 * (band - 4));
            const double table = row.db_per_km[static_cast<std::size_t>(band)];
            EXPECT_NEAR(1000 * attenuation_db_per_m({row.temperature_c, row.humidity, 101'325}, hz), table,
                        std::max(0.06, 6e-3 * table))
                << row.temperature_c << " degrees, " << hz << " Hz";
        }
}

TEST(AirTest, AttenuationScalesWithPressure) {
    // What is absorbed per wavelength depends on f / p and on the moles of vapour alone (ISO 9613-1, 6.3).
    const Air sea{20, 0.4, 101'325}, high{20, 0.8, 2 * 101'325};
    EXPECT_NEAR(attenuation_db_per_m(high, 4000), 2 * attenuation_db_per_m(sea, 2000), 1e-12);
}

TEST(AirTest, RateIsWhatADecibelPerMetreTakesInASecond) {
    const Air air;
    const double rate = absorption_rate(air, 2000);
    EXPECT_NEAR(std::exp(-rate * 0.7), std::pow(10, -attenuation_db_per_m(air, 2000) * 0.7 * sound_speed_of(air) / 20),
                1e-12);
}

}  // namespace
}  // namespace wavesim
