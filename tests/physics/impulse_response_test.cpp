// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/signal/impulse_response.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;
using test::box_scene;
using test::cell;
using test::sound_speed;

constexpr double rate_hz = 4800;

/// Image sources of a rigid box as pulses of the band: the sum of exp(-i w r / c) / (4 pi r), turned back by a plain
/// sum.
std::vector<double> band_limited_images(const ResponseOutput& band, const Point& size, const Point& source,
                                        const Point& receiver, double until_s, std::size_t length) {
    const double reach = sound_speed * until_s, period_s = 3 / band.low_hz * 4 + until_s;
    const auto lines = static_cast<std::size_t>(response_stop * band.high_hz * period_s) + 1;
    std::vector<double> distances;
    const auto along = [&](double length_m, double from, double to) {
        std::vector<double> all;
        for (int m = -40; m <= 40; ++m)
            for (const double image : {from, -from}) all.push_back(image + 2 * m * length_m - to);
        return all;
    };
    for (const double x : along(size.x, source.x, receiver.x))
        for (const double y : along(size.y, source.y, receiver.y))
            for (const double z : along(size.z, source.z, receiver.z))
                if (const double r = std::hypot(x, y, z); r < reach) distances.push_back(r);
    std::vector<std::complex<double>> spectrum(lines, 0);
    for (const double r : distances) {
        const std::complex<double> turn = std::polar(1.0, -2 * pi / period_s * r / sound_speed);
        std::complex<double> phase = 1 / (4 * pi * r);
        for (std::size_t k = 1; k < lines; ++k) spectrum[k] += phase *= turn;
    }
    std::vector<double> response(length, 0);
    for (std::size_t k = 1; k < lines; ++k) {
        const std::complex<double> line = spectrum[k] * response_band(band, static_cast<double>(k) / period_s);
        const std::complex<double> turn = std::polar(1.0, 2 * pi * static_cast<double>(k) / period_s / rate_hz);
        std::complex<double> phase = 2 / (period_s * rate_hz);
        for (double& p : response) {
            p += (line * phase).real();
            phase *= turn;
        }
    }
    return response;
}

/// Largest error of a response over its peak.
double error_in(Extent cells, const Point& source, const Point& receiver) {
    Scene scene = box_scene(cells, "compact-123-me6", 0.25);
    scene.sources = {test::ricker(source, 14)};
    scene.receivers = {test::receiver("seat", receiver)};
    const ResponseOutput band{40, sound_speed / (10 * cell), rate_hz};
    const Plan plan = test::plan_of(scene);
    const std::vector<double> trace = test::run(plan);
    const ImpulseResponses responses(band, scene.sources[0].signal, std::ssize(trace), plan.decision.time_step_s);
    const std::vector<double> response = responses(trace);
    const std::vector<double> exact = band_limited_images(band, scene.size_m, source, receiver, 0.26, response.size());
    double peak = 0, error = 0;
    for (std::size_t n = 0; n < exact.size(); ++n) {
        peak = std::max(peak, std::abs(exact[n]));
        error = std::max(error, std::abs(response[n] - exact[n]));
    }
    EXPECT_GT(static_cast<double>(response.size()) / rate_hz, 0.21);
    return error / peak;
}

TEST(ImpulseResponsePhysics, SmallRoomIsThatOfItsImages) {
    EXPECT_LE(error_in({30, 26, 22}, {7.5 * cell, 8.5 * cell, 6.5 * cell}, {25.5 * cell, 19.5 * cell, 17.5 * cell}),
              5e-3);
}

TEST(ImpulseResponsePhysics, LongRoomWithPointsOffTheGrid) {
    EXPECT_LE(error_in({70, 24, 20}, {10.2 * cell, 8.7 * cell, 6.4 * cell}, {60.1 * cell, 17.3 * cell, 11.8 * cell}),
              5e-3);
}

TEST(ImpulseResponsePhysics, FlatRoom) {
    EXPECT_LE(error_in({44, 40, 12}, {6.5 * cell, 30.5 * cell, 3.5 * cell}, {37.5 * cell, 8.5 * cell, 9.5 * cell}),
              5e-3);
}

}  // namespace
}  // namespace wavesim
