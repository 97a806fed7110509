// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/exact/free_field.hpp"
#include "solvers/exact/shoebox.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;

Signal ricker(double frequency, double time_step) {
    SignalRequest r;
    r.kind = SignalKind::ricker;
    r.frequency_hz = frequency;
    return Signal(r, time_step);
}

TEST(FreeField, ThreeDimensionsIsTheDelayedSignal) {
    const Signal signal = ricker(500, 1e-5);
    const std::vector<double> p = free_field_3d(signal, 3.43, 343, 1e-5, 1500);
    EXPECT_NEAR(p[1300], signal.value(1300e-5 - 0.01) / (4 * pi * 3.43), 1e-15);
    EXPECT_EQ(p[900], 0);
}

/// A line source is a line of point sources: integrate the 3D field along y.
TEST(FreeField, TwoDimensionsIsALineOfPointSources) {
    const double c = 340;
    const double r = 2;
    const double time_step = 1e-4;
    const Signal signal = ricker(200, time_step);
    const std::vector<double> p = free_field_2d(signal, r, c, time_step, 250);
    for (const std::size_t n : {80u, 120u, 149u, 249u}) {
        const double t = static_cast<double>(n) * time_step;
        const double h = 1e-4;
        double sum = 0;
        for (double y = -c * t; y < c * t; y += h) {
            const double d = std::hypot(r, y + h / 2);
            sum += h * signal.value(t - d / c) / (4 * pi * d);
        }
        EXPECT_NEAR(p[n], sum, 2e-8) << n;
    }
    EXPECT_GT(*std::max_element(p.begin(), p.end()), 0.01);
}

/// Long after the front the kernel's series replaces panels; both must agree where they meet and far out.
TEST(FreeField, TwoDimensionsIsSmoothFarBehindTheFront) {
    SignalRequest request;
    request.kind = SignalKind::gaussian;  // leaves a wake
    request.width_s = 1e-3;
    const double c = 340;
    const double r = 2;
    const double time_step = 1e-4;
    const Signal signal(request, time_step);
    const std::vector<double> p = free_field_2d(signal, r, c, time_step, 3000);
    const double last_panel = r / c + 4 * signal.end();
    const auto reference = [&](double t) {  // trapezoidal rule, exact for a smooth pulse
        double sum = 0;
        const double h = 1e-6;
        for (double v = 0; v < signal.end(); v += h) {
            const double tau = t - v;
            sum += h * signal.value(v) / std::sqrt(tau * tau - r * r / c / c) / (2 * pi);
        }
        return sum;
    };
    const auto meet = static_cast<std::size_t>(last_panel / time_step);
    for (const std::size_t n : {meet - 1, meet, meet + 1, meet + 2, std::size_t{1000}, std::size_t{2999}})
        EXPECT_NEAR(p[n], reference(static_cast<double>(n) * time_step), 2e-8 * p[n]) << n;
}

TEST(FreeField, TwoDimensionsOfASteadySineReachesTheHankelAmplitude) {
    SignalRequest request;
    request.kind = SignalKind::sine;
    request.frequency_hz = 300;
    request.ramp_cycles = 10;
    const double time_step = 1e-4;
    const Signal signal(request, time_step);
    const double r = 1.5;
    const std::vector<double> p = free_field_2d(signal, r, 343, time_step, 2000);
    const double k = 2 * pi * 300 / 343;
    const double amplitude = std::hypot(std::cyl_bessel_j(0, k * r), std::cyl_neumann(0, k * r)) / 4;
    EXPECT_NEAR(*std::max_element(p.begin() + 1600, p.end()), amplitude, 0.02 * amplitude);
}

TEST(Shoebox, OneImagePerReflectionAtItsTimeAndLevel) {
    const double c = 343;
    const double time_step = 1e-5;
    const Signal signal = ricker(2000, time_step);
    const Point size{50, 40, 30};
    const Point source{25, 20, 2};
    const Point receiver{25, 20, 6};
    const std::vector<double> p = shoebox_images(signal, 3, size, source, receiver, c, time_step, 4000);
    const auto sound = [&](double r, double t) { return signal.value(t - r / c) / (4 * pi * r); };
    for (const double r : {4.0, 8.0}) {
        const auto n = static_cast<std::size_t>(std::llround((r / c + signal.delay()) / time_step));
        EXPECT_NEAR(p[n], sound(4, static_cast<double>(n) * time_step) + sound(8, static_cast<double>(n) * time_step),
                    1e-12);
    }
}

TEST(Shoebox, TheMeanPressureFollowsTheSecondAntiderivative) {
    // In a closed rigid room the volume mean of p is c^2 / V times the double integral of s.
    const double c = 300;
    const double time_step = 1e-4;
    SignalRequest request;
    request.kind = SignalKind::gaussian;
    request.width_s = 2e-3;
    const Signal signal(request, time_step);
    const Point size{1.0, 0.8, 0.7};
    const std::vector<double> p = shoebox_images(signal, 3, size, {0.3, 0.3, 0.3}, {0.6, 0.5, 0.2}, c, time_step, 401);
    const double area = 2e-3 * std::sqrt(2 * pi);
    const double slope = (p[400] - p[300]) / (100 * time_step);
    EXPECT_NEAR(slope, c * c * area / (size.x * size.y * size.z), 1e-3 * slope);
}

TEST(Shoebox, TwoDimensionsFollowTheMeanToo) {
    const double c = 300;
    const double time_step = 1e-4;
    SignalRequest request;
    request.kind = SignalKind::gaussian;
    request.width_s = 2e-3;
    const Signal signal(request, time_step);
    const std::vector<double> p =
        shoebox_images(signal, 2, {1.0, 0, 0.7}, {0.3, 0, 0.3}, {0.6, 0, 0.2}, c, time_step, 401);
    const double slope = (p[400] - p[300]) / (100 * time_step);
    EXPECT_NEAR(slope, c * c * 2e-3 * std::sqrt(2 * pi) / 0.7, 1e-3 * slope);
}

}  // namespace
}  // namespace wavesim
