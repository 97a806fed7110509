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

using Complex = std::complex<double>;

/// Pressure of a source of 1 Pa m at wave number k in a box. Its two walls across x have the specific admittance g, the
/// others are rigid. So it has modes across y and z, each with the closed form of a line between two such walls: the
/// sum of all its images. Waves are exp(i w t - i k r).
Complex exact_line(const Point& size, const Point& source, const Point& receiver, double g, double k) {
    const double least = std::abs(receiver.x - source.x);
    const double top = k + 25 / least;  // beyond it modes have decayed by exp(-25)
    Complex sum = 0;
    for (int m = 0; m * pi / size.y < top; ++m)
        for (int n = 0; n * pi / size.z < top; ++n) {
            const double ky = m * pi / size.y, kz = n * pi / size.z;
            const double shape = (m == 0 ? 1 : 2) * (n == 0 ? 1 : 2) / (size.y * size.z) * std::cos(ky * source.y) *
                                 std::cos(ky * receiver.y) * std::cos(kz * source.z) * std::cos(kz * receiver.z);
            const double square = k * k - ky * ky - kz * kz;
            const Complex kx = square >= 0 ? Complex(std::sqrt(square), 0) : Complex(0, -std::sqrt(-square));
            const Complex back = (kx - g * k) / (kx + g * k);
            const auto way = [&](double length) { return std::exp(Complex(0, -1) * kx * length); };
            const double both = source.x + receiver.x;
            sum += shape *
                   (way(least) + back * (way(both) + way(2 * size.x - both)) + back * back * way(2 * size.x - least)) /
                   (Complex(0, 2) * kx * (1.0 - back * back * way(2 * size.x)));
        }
    return sum;
}

/// The same as error_in for a box whose walls across an axis absorb. Points and sizes count x first, which becomes that
/// axis.
double lossy_error(int axis, Extent cells, const Point& source, const Point& receiver, double g) {
    const auto turned = [axis](const Point& p) {
        return axis == 0 ? p : axis == 1 ? Point{p.z, p.x, p.y} : Point{p.y, p.z, p.x};
    };
    const Point size{static_cast<double>(cells.nx) * cell, static_cast<double>(cells.ny) * cell,
                     static_cast<double>(cells.nz) * cell};
    Scene scene = box_scene(cells, "compact-123-me6", 0.25);
    scene.size_m = turned(size);
    const auto side = static_cast<std::size_t>(2 * axis);
    scene.boundaries.side[side] = scene.boundaries.side[side + 1] = test::admittance(g);
    scene.boundaries.walls = WallForm::vertex;
    scene.sources = {test::ricker(turned(source), 16)};
    scene.receivers = {test::receiver("seat", turned(receiver))};
    const ResponseOutput band{40, sound_speed / (10 * cell), rate_hz};
    const Plan plan = test::plan_of(scene);
    const std::vector<double> trace = test::run(plan);
    const ImpulseResponses responses(band, scene.sources[0].signal, std::ssize(trace), plan.decision.time_step_s);
    const std::vector<double> response = responses(trace);
    constexpr double period_s =
        1.4937;  // the room is silent long before, and no line is the limit of a mode, where kx is 0
    std::vector<double> exact(response.size(), 0);
    for (int i = 1; i < response_stop * band.high_hz * period_s; ++i) {
        const double hz = i / period_s;
        const Complex line = exact_line(size, source, receiver, g, 2 * pi * hz / sound_speed) * response_band(band, hz);
        const Complex turn = std::polar(1.0, 2 * pi * hz / rate_hz);
        Complex phase = 2 / (period_s * rate_hz);
        for (double& p : exact) {
            p += (line * phase).real();
            phase *= turn;
        }
    }
    double peak = 0, error = 0;
    for (std::size_t n = 0; n < exact.size(); ++n) {
        peak = std::max(peak, std::abs(exact[n]));
        error = std::max(error, std::abs(response[n] - exact[n]));
    }
    EXPECT_GT(static_cast<double>(response.size()) / rate_hz, 0.2);
    return error / peak;
}

TEST(ImpulseResponsePhysics, WallsAcrossXAbsorb) {
    EXPECT_LE(lossy_error(0, {30, 26, 22}, {7.5 * cell, 8.5 * cell, 6.5 * cell},
                          {25.5 * cell, 19.5 * cell, 17.5 * cell}, 0.1),
              5e-3);
}

TEST(ImpulseResponsePhysics, WallsAcrossYAbsorbMoreWithPointsOffTheGrid) {
    EXPECT_LE(lossy_error(1, {44, 24, 20}, {10.2 * cell, 8.7 * cell, 6.4 * cell},
                          {35.1 * cell, 17.3 * cell, 11.8 * cell}, 0.3),
              5e-3);
}

TEST(ImpulseResponsePhysics, FloorAndCeilingAbsorb) {
    EXPECT_LE(lossy_error(2, {18, 40, 36}, {4.5 * cell, 30.5 * cell, 8.5 * cell},
                          {13.5 * cell, 8.5 * cell, 21.5 * cell}, 0.05),
              5e-3);
}

}  // namespace
}  // namespace wavesim
