// SPDX-License-Identifier: MIT
#include "boundary/port_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "boundary/admittance_curve.hpp"
#include "boundary/angle_fit.hpp"
#include "boundary/half_cell.hpp"
#include "boundary/porous_layer.hpp"
#include "boundary/reflection.hpp"
#include "boundary/surface.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

/// Octaves from 125 Hz to 4 kHz.
AbsorptionBands octaves(const std::vector<double>& absorption) {
    AbsorptionBands bands;
    for (std::size_t b = 0; b < absorption.size(); ++b) bands.values.push_back({125 * std::pow(2, b), absorption[b]});
    return bands;
}

const std::vector<std::vector<double>> materials{
    {0.05, 0.1, 0.2, 0.35, 0.5, 0.6}, {0.1, 0.08, 0.05, 0.04, 0.03, 0.03}, {0.35, 0.25, 0.15, 0.08, 0.05, 0.05}};
constexpr double highest_hz = 4000 * std::numbers::sqrt2;

TEST(PortFit, TakesWhatIsAskedForInEveryOctave) {
    for (const std::string name : {"leggy-2", "leggy-4", "compact-27-iwb", "compact-57-fine"}) {
        const Stencil stencil = make_stencil(name, 3);
        const double courant = 0.999 * StencilAnalysis(stencil).courant_max();
        for (const std::vector<double>& material : materials) {
            const BandFit fit = fit_bands(stencil, courant, half_cell_air_mass(stencil, WallPosition::half),
                                          octaves(material), 1 / (8 * highest_hz), highest_hz);
            ASSERT_EQ(fit.taken.size(), 6U);
            for (std::size_t b = 0; b < 6; ++b) {
                EXPECT_NEAR(fit.taken_exactly[b], material[b], 0.001) << name << ' ' << b;
                // Oblique waves of the interpolated 27 points are slow where the highest octave of a carpet takes most.
                EXPECT_NEAR(fit.taken[b] / fit.taken_exactly[b], 1, name == "compact-27-iwb" ? 0.008 : 0.005)
                    << name << ' ' << b;
            }
            for (const PortBranch& branch : fit.branches)
                EXPECT_TRUE(branch.mass > 0 && branch.resistance > 0 && branch.stiffness > 0) << name;
        }
    }
}

TEST(PortFit, KnowsTheAbsorptionOfAnImpedance) {
    for (const double g : {0.01, 0.3, 1.0, 5.0})
        EXPECT_NEAR(random_absorption_of(1 / g), random_absorption(g), 1e-9) << g;
    for (const std::complex<double> impedance : {std::complex<double>(2, 3), {0.4, -1}, {20, 0.001}, {3, -40}}) {
        constexpr int angles = 20000;
        double sum = 0;
        for (int i = 0; i < angles; ++i) {
            const double c = (i + 0.5) / angles;
            sum += 2 * c * (1 - std::norm((impedance * c - 1.0) / (impedance * c + 1.0))) / angles;
        }
        EXPECT_NEAR(random_absorption_of(impedance), sum, 1e-8) << impedance;
    }
    EXPECT_NEAR(normal_absorption_of(1), 1, 1e-15);
}

/// Tables of impedance tubes reach 1; bands that nobody gave are as those beside them.
TEST(PortFit, TakesWhatTubesAndGapsAskFor) {
    const Stencil stencil = make_stencil("leggy-4", 3);
    const double courant = 0.999 * StencilAnalysis(stencil).courant_max();
    const AbsorptionBands bands{{{125, 0.2}, {500, 0.6}, {1000, 1}, {8000, 0.3}}, Incidence::normal};
    EXPECT_NEAR(absorption_at(bands.values, 250), 0.4, 1e-12);
    EXPECT_EQ(absorption_at(bands.values, 31.5), 0.2);
    EXPECT_EQ(absorption_at(bands.values, 16000), 0.3);
    const BandFit fit =
        fit_bands(stencil, courant, half_cell_air_mass(stencil, WallPosition::half), bands, 1 / (8 * 1500.0), 1500);
    ASSERT_EQ(fit.taken.size(), 3U);
    for (std::size_t b = 0; b < 3; ++b) {
        EXPECT_NEAR(fit.taken_exactly[b], bands.values[b].absorption, 0.003) << b;
        EXPECT_NEAR(fit.taken[b], bands.values[b].absorption, 0.01) << b;
    }
}

/// Exact reflection of the scheme's waves at its ports, beside that of the wall in the air, head-on and oblique.
double worst_reflection(const std::string& name, const PorousLayer& layer, double highest) {
    constexpr double speed = 343;
    const Stencil stencil = make_stencil(name, 3);
    const double courant = 0.999 * StencilAnalysis(stencil).courant_max(), cell_s = 1 / (8 * highest);
    const SurfaceLaw law = law_of_curve(porous_curve(layer, speed));
    const double air_mass = half_cell_air_mass(stencil, WallPosition::half);
    const BandFit fit = fit_bands(stencil, courant, air_mass, law.by_band(), cell_s, highest);
    double worst = 0;
    for (const double hz : {63.0, 125.0, 250.0, 355.0, 500.0, 700.0, 1000.0, 1400.0})
        for (const double degrees : {0.0, 40.0}) {
            if (hz > highest) continue;
            const double omega = 2 * std::numbers::pi * hz * cell_s, angle = degrees * std::numbers::pi / 180;
            const WallWave wave{omega * courant, omega * std::sin(angle), 0};
            const std::complex<double> wanted = porous_admittance(layer, speed, hz);
            const std::complex<double> exact = (std::cos(angle) - wanted) / (std::cos(angle) + wanted);
            const PortLaw port{1, air_mass, fit.branches};
            worst = std::max(worst, std::abs(wall_reflection(stencil, courant, port, wave).coefficient - exact));
        }
    return worst;
}

/// At 8 points per wavelength the interpolated 27 points have the right losses, but not the right phase.
TEST(PortFit, ReflectsAsPorousLayersDo) {
    for (const auto& [name, most] :
         {std::pair<std::string, double>{"leggy-4", 0.023}, {"compact-27-iwb", 0.055}, {"compact-57-fine", 0.011}}) {
        EXPECT_LT(worst_reflection(name, {0.05, 10'000, 0}, 1420), most) << name;
        EXPECT_LT(worst_reflection(name, {0.1, 20'000, 0.2}, 710), most) << name;
        EXPECT_LT(worst_reflection(name, {0.02, 30'000, 0}, 1420), most) << name;
    }
}

TEST(PortFit, TellsWhereAnAdmittanceIsMissed) {
    const Stencil stencil = make_stencil("leggy-4", 3);
    const double courant = 0.999 * StencilAnalysis(stencil).courant_max();
    const auto miss_of = [&](const PorousLayer& layer) {
        return fit_bands(stencil, courant, half_cell_air_mass(stencil, WallPosition::half),
                         law_of_curve(porous_curve(layer, 343)).by_band(), 1 / (8 * 1420.0), 1420)
            .miss;
    };
    const AdmittanceMiss good = miss_of({0.05, 10'000, 0}), bad = miss_of({0.05, 10'000, 1});
    EXPECT_LT(std::abs(good.got - good.asked), 0.045);
    EXPECT_GT(std::abs(bad.got - bad.asked), 0.3);
    EXPECT_LT(std::abs(bad.asked - porous_admittance({0.05, 10'000, 1}, 343, bad.hz)), 0.05);
}

}  // namespace
}  // namespace wavesim
