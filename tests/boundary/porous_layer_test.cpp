// SPDX-License-Identifier: MIT
#include "boundary/porous_layer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "boundary/admittance_curve.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;
constexpr double speed = 343;

/// Of a chain of two-ports: pressure and flow before a layer from those behind it.
Complex chained(const PorousLayer& layer, double hz) {
    const double x = hz / layer.flow_resistivity, air = 2 * std::numbers::pi * hz / speed;
    const Complex i(0, 1), z = 1.0 + (0.070 - 0.107 * i) * std::pow(x, -0.632);
    const Complex k = air * (1.0 + (0.109 - 0.160 * i) * std::pow(x, -0.618));
    Complex pressure = 1, flow = 0;
    for (const auto& [impedance, phase] :
         {std::pair<Complex, Complex>{1.0, air * layer.gap_m}, std::pair<Complex, Complex>{z, k * layer.thickness_m}}) {
        const Complex before = std::cos(phase) * pressure + i * impedance * std::sin(phase) * flow;
        flow = i / impedance * std::sin(phase) * pressure + std::cos(phase) * flow;
        pressure = before;
    }
    return flow / pressure;
}

TEST(PorousLayer, IsAChainOfLayers) {
    for (const PorousLayer& layer :
         {PorousLayer{0.05, 10'000, 0}, {0.05, 10'000, 0.1}, {0.1, 5000, 0.03}, {0.02, 4e4, 0}})
        for (const double hz : {31.5, 125.0, 500.0, 4000.0})
            EXPECT_LT(std::abs(porous_admittance(layer, speed, hz) - chained(layer, hz)), 1e-12) << hz;
}

/// Head-on absorption of 50 mm with 10,000 Pa s/m2 at 500 Hz, computed with numpy.
TEST(PorousLayer, HasTheAbsorptionThatMikiGives) {
    const Complex admittance = porous_admittance({0.05, 10'000, 0}, speed, 500);
    EXPECT_NEAR(admittance.real(), 0.21915672192562463, 1e-9);
    EXPECT_NEAR(admittance.imag(), 0.5652644048674111, 1e-9);
}

TEST(PorousLayer, TakesNoEnergyFromNowhere) {
    for (const double thickness : {0.005, 0.05, 0.5})
        for (const double resistivity : {100.0, 1e4, 1e7})
            for (const AdmittancePoint& point : porous_curve({thickness, resistivity, 0.02}, speed)) {
                EXPECT_GE(point.admittance.real(), 0);
                EXPECT_TRUE(std::isfinite(std::abs(point.admittance))) << point.hz;
            }
}

TEST(AdmittanceCurve, RunsAlongTheLogarithmOfTheFrequency) {
    const std::vector<AdmittancePoint> curve{{100, {0.1, 1}}, {400, {0.5, -1}}};
    EXPECT_EQ(curve_at(curve, 50), Complex(0.1, 1));
    EXPECT_EQ(curve_at(curve, 800), Complex(0.5, -1));
    EXPECT_LT(std::abs(curve_at(curve, 200) - Complex(0.3, 0)), 1e-12);
    const SurfaceLaw law = law_of_curve(curve);
    EXPECT_EQ(law.kind, SurfaceLaw::Kind::admittance);
    ASSERT_EQ(law.bands.size(), 2U);  // 125 and 250 Hz
    EXPECT_EQ(law.bands[1].hz, 250);
    EXPECT_NEAR(law.bands[1].absorption, random_absorption_with(curve_at(curve, 250)), 1e-15);
    EXPECT_EQ(law.value, std::max(law.bands[0].absorption, law.bands[1].absorption));
    EXPECT_EQ(law_of_curve({{20, 0.1}, {30, 0.2}}).bands.size(), 2U);
    EXPECT_NEAR(random_absorption_with(0.3), random_absorption(0.3), 1e-9);
}

}  // namespace
}  // namespace wavesim
