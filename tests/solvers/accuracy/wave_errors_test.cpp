// SPDX-License-Identifier: MIT
#include "solvers/accuracy/wave_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/fresnel.hpp"
#include "solvers/accuracy/solid_echoes.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;
using test::cell;

/// The energy of a Ricker pulse is x^4 exp(-2 x^2) at x = f / peak; far from a source in 3D that of its sound, too.
TEST(PulseTones, AreThoseOfTheSource) {
    Scene scene = test::box_scene({40, 30, 30}, "leggy-2", 0.02);
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 12;
    scene.sources = {test::ricker({8 * cell, 8 * cell, 8 * cell}, 20)};
    const Plan plan = test::plan_of(scene);
    const double peak_hz = scene.sources[0].signal.frequency_hz;
    double all = 0;
    for (const PulseTone& tone : pulse_tones(plan)) all += tone.share;
    EXPECT_NEAR(all, 1, 1e-12);
    // Means of x^4 exp(-2 x^2): 8 / (3 sqrt(2 pi)) = 1.0638.
    EXPECT_NEAR(middle_frequency(pulse_tones(plan)), 1.0638 * peak_hz, 0.003 * peak_hz);
    scene.sources[0].signal.amplitude_pa_m = 0;
    EXPECT_TRUE(pulse_tones(test::plan_of(scene)).empty());
}

/// A late pulse s(t - d) - s(t): 2 - 2 C(d) of its energy, C(d) its autocorrelation.
TEST(PulseTones, TellWhatADelayMakes) {
    const std::vector<PulseTone> tones{{100, 0.25}, {300, 0.75}};
    const double late = 1e-3;
    const double correlation = 0.25 * std::cos(2 * pi * 100 * late) + 0.75 * std::cos(2 * pi * 300 * late);
    EXPECT_NEAR(error_of_delay(tones, [&](double) { return late; }), std::sqrt(2 - 2 * correlation), 1e-12);
    const auto of_first = [](double hz) { return hz < 200 ? 0.0 : 1.0 / 600; };
    EXPECT_NEAR(error_of_delay(tones, of_first), 2 * std::sqrt(0.75), 1e-12);
    EXPECT_NEAR(middle_frequency(tones), 250, 1e-12);
}

/// In a rigid room all that is sent stays: its energy is that of images in the volume.
TEST(SoundLevel, OfARoomIsThatOfItsImages) {
    Scene scene = test::box_scene({20, 16, 12}, "leggy-2", 0.02);
    scene.sources = {test::ricker({5 * cell, 6 * cell, 7 * cell}, 8)};
    const Plan plan = test::plan_of(scene);
    const double volume = plan.report.geometry.volume_m3, shortest = 2 * cell, pulse = 3 * cell, far = 40 * cell;
    const SoundLevel level(plan, shortest, pulse);
    EXPECT_NEAR(level.direct(10 * cell), 0.2, 1e-12);
    EXPECT_EQ(level.direct(cell), 1);
    const double together = 4 * pi * shortest * shortest * pulse / volume;
    const double all = std::sqrt(together + std::pow(shortest / far, 2));
    EXPECT_NEAR(level.kept(far), all, 1e-12);

    for (SurfaceLaw& law : scene.boundaries.side) law = test::absorbing(0.1);
    const Plan damped = test::plan_of(scene);
    double area = 0;
    for (const auto& one : damped.report.geometry.areas) area += one.m2;
    const double alpha = random_absorption(damped.report.geometry.areas[0].admittance);
    const double free_path = 4 * damped.report.geometry.volume_m3 / area;
    EXPECT_NEAR(SoundLevel(damped, shortest, pulse).kept(far), all * std::pow(1 - alpha, far / free_path / 2), 1e-9);
}

/// A wide mirror that is s too near: all of what it sends back turns by 2 k s.
TEST(SolidEchoes, OfWideFacesTurnByTheirShift) {
    const std::vector<PulseTone> tones{{200, 1}};
    const FaceEdge wide{-900, 800};
    FaceEcho echo{
        .to_m = 3, .from_m = 6, .cosine = 0.5, .asked_m = {wide, wide}, .gridded_m = {wide, wide}, .shift_m = 0.02};
    const double turned = 2 * std::sin(2 * pi * 200 / 340 * 0.02 * 0.5);
    EXPECT_NEAR(error_of_face(echo, tones, 340), turned, 4e-3 * turned);
    echo.shift_m = 0;
    EXPECT_EQ(error_of_face(echo, tones, 340), 0);
}

/// Strips anywhere beside the mirror: a sum over the ways from a source to their points and on, each of its own length,
/// over the same of a strip so wide that its ends do not count.
TEST(SolidEchoes, OfStripsAreSumsOverWays) {
    const double wavelength = 2, to = 3000, from = 6000, zone = std::sqrt(wavelength * to * from / (to + from));
    const auto sum = [&](double low, double high) {
        constexpr int points = 200000;
        std::complex<double> sum = 0;
        for (int i = 0; i < points; ++i) {
            const double x = low + (high - low) * (i + 0.5) / points;
            const double way = std::hypot(to, x) + std::hypot(from, x);
            // The ends of a wide strip fade.
            sum += std::exp(-std::pow(x / 600, 8)) * std::polar(1.0, 2 * pi * (way - to - from) / wavelength);
        }
        return sum * ((high - low) / points);
    };
    const std::complex<double> plane = sum(-900, 900);
    for (const auto& [low, high] : {std::pair(-10.0, 6.0), std::pair(-90.0, 40.0), std::pair(20.0, 50.0),
                                    std::pair(70.0, 120.0), std::pair(-300.0, -40.0)})
        EXPECT_LT(std::abs(strip_share(low, high, zone) - sum(low, high) / plane), 0.02) << low << " to " << high;
}

/// Small ones send back less, by their edges over the zone sqrt(lambda l1 l2 / (l1 + l2)), and two edges multiply.
TEST(SolidEchoes, OfSmallFacesGoByTheirEdges) {
    const std::vector<PulseTone> tones{{17, 1}};
    const double zone = std::sqrt(20.0 * 3 * 6 / 9);  // wavelength 20 m
    FaceEcho echo{.to_m = 3, .from_m = 6, .asked_m = {{{-0.1, 0.3}, {}}}, .gridded_m = {{{-0.1, 0.7}, {}}}};
    EXPECT_NEAR(error_of_face(echo, tones, 340), 0.4 / zone, 0.03 * 0.4 / zone);
    echo.asked_m[1] = echo.gridded_m[1] = {-0.2, 0.5};
    EXPECT_NEAR(error_of_face(echo, tones, 340), 0.4 * 0.7 / (zone * zone), 0.05 * 0.4 * 0.7 / (zone * zone));
}

TEST(SolidEchoes, AreRightWhereSolidsFit) {
    Scene scene = test::box_scene({40, 30, 30}, "leggy-2", 0.02);
    scene.sources = {test::ricker({6 * cell, 6 * cell, 6 * cell}, 20)};
    scene.receivers = {test::receiver("a", {9 * cell, 12 * cell, 6 * cell})};
    scene.solids = {{"box", {20 * cell, 10 * cell, 4 * cell}, {26 * cell, 20 * cell, 14 * cell}, {}}};
    const DirectWays ways{3 * cell, 7 * cell};
    EXPECT_EQ(solid_error(test::plan_of(scene), ways), 0);
    scene.solids[0].from.x += 0.4 * cell;
    const double shifted = solid_error(test::plan_of(scene), ways);
    EXPECT_GT(shifted, 1e-4);
    scene.solids[0].from.x -= 0.2 * cell;
    EXPECT_LT(solid_error(test::plan_of(scene), ways), shifted);
}

}  // namespace
}  // namespace wavesim
