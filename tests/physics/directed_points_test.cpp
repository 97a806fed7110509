// SPDX-License-Identifier: MIT
// Sources and receivers with a direction against the exact field of free space, as long as no wall is heard.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;
using test::box_scene;
using test::cell;
using test::sound_speed;

constexpr double points_at_peak = 14;
const Point at_source{48.3 * cell, 47.6 * cell, 48.8 * cell};

/// c^n times the n-th integral over time of a Ricker pulse.
double pulse(int integrals, double t) {
    const double f = sound_speed / (points_at_peak * cell), d = t - 1.5 / f, w = 1 / (std::numbers::sqrt2 * pi * f);
    const double bell = std::exp(-d * d / (2 * w * w));
    if (integrals == 0) return (1 - d * d / (w * w)) * bell;
    return integrals == 1 ? sound_speed * d * bell : -sound_speed * sound_speed * w * w * bell;
}

/// c^n times the n-th integral of the pressure of a source.
double field(const Directivity& source, int integrals, const Point& at, double t) {
    const Point way{at.x - at_source.x, at.y - at_source.y, at.z - at_source.z};
    const double r = std::hypot(way.x, way.y, way.z), late = t - r / sound_speed;
    const double cosine = (way.x * source.axis.x + way.y * source.axis.y + way.z * source.axis.z) / r;
    const double far = pulse(integrals, late) / (4 * pi * r);
    return source.even * far + (1 - source.even) * cosine * (far + pulse(integrals + 1, late) / (4 * pi * r * r));
}

double heard(const Directivity& source, const ReceiverRequest& ear, double t) {
    const Point& at = ear.position;
    if (!ear.eight) return field(source, 0, at, t);
    constexpr double h = 1e-4;
    const Point& a = *ear.eight;
    const auto beside = [&](double way) {
        return field(source, 1, {at.x + way * a.x, at.y + way * a.y, at.z + way * a.z}, t);
    };
    return (beside(h) - beside(-h)) / (2 * h);
}

using Complex = std::complex<double>;

struct Lines {
    Complex found = 0, exact = 0;
};

/// Lines of the spectra of each receiver's trace at a frequency.
std::vector<Lines> lines_at(const Scene& scene, const Plan& plan, const std::vector<double>& samples, double hz) {
    const std::size_t ears = scene.receivers.size();
    std::vector<Lines> lines(ears);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double t = static_cast<double>(i / ears) * plan.decision.time_step_s;
        const Complex turn = std::polar(1.0, -2 * pi * hz * t);
        lines[i % ears].found += samples[i] * turn;
        lines[i % ears].exact += heard(scene.sources[0].directivity, scene.receivers[i % ears], t) * turn;
    }
    return lines;
}

Scene scene_of(const std::string& stencil, const Directivity& source) {
    Scene scene = box_scene({96, 96, 96}, stencil, 0.018);
    scene.sources = {test::ricker(at_source, points_at_peak)};
    scene.sources[0].directivity = source;
    const auto ear = [&](const Point& way, std::optional<Point> eight) {
        scene.receivers.push_back(
            test::receiver("ear", {at_source.x + way.x, at_source.y + way.y, at_source.z + way.z}));
        scene.receivers.back().eight = eight;
    };
    ear({0.9, 0, 0}, std::nullopt);
    ear({-0.31, 0.8, 0.1}, std::nullopt);
    ear({0.2, -0.3, -0.77}, std::nullopt);
    const Point seat{0.6, 0.5, -0.3};
    ear(seat, std::nullopt);
    ear(seat, Point{1, 0, 0});
    ear(seat, Point{0, 1, 0});
    ear(seat, Point{0, 0, 1});
    ear({0.5, 0.6, 0.2}, Point{0.48, -0.6, 0.64});
    return scene;
}

/// From half the peak frequency to a multiple of it: 2.5 is 5.6 points per wavelength.
void expect_half_a_decibel(const Scene& scene, double top = 2.5) {
    const Plan plan = test::plan_of(scene);
    const std::vector<double> samples = test::run(plan);
    const double peak_hz = sound_speed / (points_at_peak * cell);
    for (const double times : {0.5, 1.0, 1.7, 2.5}) {
        if (times > top) continue;
        const std::vector<Lines> lines = lines_at(scene, plan, samples, times * peak_hz);
        double loudest = 0;
        for (const Lines& line : lines) loudest = std::max(loudest, std::abs(line.exact));
        for (std::size_t r = 0; r < lines.size(); ++r) {
            if (std::abs(lines[r].exact) < 0.1 * loudest) {  // near a zero of the pattern
                EXPECT_LT(std::abs(lines[r].found - lines[r].exact), 0.02 * loudest) << r << " at " << times;
                continue;
            }
            const Complex ratio = lines[r].found / lines[r].exact;
            EXPECT_NEAR(20 * std::log10(std::abs(ratio)), 0, 0.5) << r << " at " << times;
            EXPECT_GT(ratio.real(), 0.9 * std::abs(ratio)) << r << " at " << times;
        }
    }
}

TEST(DirectedPoints, APointSourceAndAmbisonics) { expect_half_a_decibel(scene_of("compact-123-me6", {})); }

/// At 5.6 points per wavelength the stencil itself is 0.6 dB too loud along the axes.
TEST(DirectedPoints, ACardioid) { expect_half_a_decibel(scene_of("compact-27-iwb", {0.5, {0.6, 0, 0.8}}), 1.7); }

TEST(DirectedPoints, ADipole) { expect_half_a_decibel(scene_of("leggy-6", {0, {0, 1, 0}})); }

TEST(DirectedPoints, AFirstOrderPatternWithTracesThatAreCorrected) {
    Scene scene = scene_of("leggy-4", {0.3, {-1, 0, 0}});
    scene.outputs.traces.time_correction = TimeCorrection::on;
    expect_half_a_decibel(scene);
}

/// A dipole at A heard as pressure at B is a pressure source at B heard as figure of eight at A, but for the sign.
TEST(DirectedPoints, AreReciprocalBesideWallsWithLosses) {
    const Point a{4.3 * cell, 3.6 * cell, 5.1 * cell}, b{9.7 * cell, 12.2 * cell, 6.6 * cell}, axis{0.36, 0.48, -0.8};
    Scene there = box_scene({16, 18, 14}, "leggy-1", 0.06);
    there.boundaries.side.fill(test::admittance(0.2));
    there.sources = {test::ricker(a, points_at_peak)};
    there.sources[0].directivity = {0, axis};
    there.receivers = {test::receiver("b", b)};
    Scene back = there;
    back.sources[0].position = b;
    back.sources[0].directivity = {};
    back.receivers[0].position = a;
    back.receivers[0].eight = axis;
    const std::vector<double> one = test::run(test::plan_of(there)), other = test::run(test::plan_of(back));
    double peak = 0, difference = 0;
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t n = 0; n < one.size(); ++n) {
        peak = std::max(peak, std::abs(one[n]));
        difference = std::max(difference, std::abs(one[n] - other[n]));
    }
    EXPECT_GT(peak, 0.01);
    EXPECT_LT(difference, 5e-3 * peak);
}

}  // namespace
}  // namespace wavesim
