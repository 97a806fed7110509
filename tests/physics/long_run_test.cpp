// SPDX-License-Identifier: MIT
// What remains of an impulse after 50,000 steps in float between walls at the vertices, in every octave of the band.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <span>

#include "physics/scene_builder.hpp"

namespace wavesim::test {
namespace {

using std::numbers::pi;

constexpr double points = 8, highest_hz = sound_speed / (points * cell);
constexpr std::int64_t steps = 50'000, part = steps / 10;

/// A box of 14 x 12 x 10 cells with two blocks. An impulse excites all frequencies, also waves of two cells that ports
/// do not absorb.
Scene room(const std::string& stencil) {
    Scene scene = box_scene({14, 12, 10}, stencil, 1);
    scene.grid.points_per_wavelength = points;
    scene.boundaries.walls = WallForm::vertex;
    scene.boundaries.side.fill(admittance(0.02));
    scene.boundaries.side[4] = admittance(0.05);
    scene.solids = {{"a", {3 * cell, 2 * cell, 0}, {6 * cell, 5 * cell, 4 * cell}, admittance(0.05)},
                    {"b", {9 * cell, 7 * cell, 0}, {12 * cell, 10 * cell, 3 * cell}, admittance(0.02)}};
    scene.sources = {ricker(node(1.8, 2.6, 7.2), 20)};
    scene.sources[0].signal.kind = SignalKind::impulse;
    scene.receivers = {receiver("a", node(10.7, 3.8, 5.7)), receiver("b", node(6.7, 9.2, 1.6))};
    scene.duration_s = steps * plan_of(scene).decision.time_step_s;
    return scene;
}

/// Root mean square of a band. The window has its middle at `middle` of the samples.
double level(std::span<const double> samples, double middle, double mean, double cycles_low, double cycles_high) {
    const auto count = static_cast<double>(samples.size());
    double power = 0, squares = 0;
    for (double k = std::ceil(cycles_low * count); k < cycles_high * count; ++k) {
        const std::complex<double> turn = std::polar(1.0, -2 * pi * k / count);
        std::complex<double> sum = 0, wave = 1;
        squares = 0;
        for (std::size_t n = 0; n < samples.size(); ++n, wave *= turn) {
            const double share = (static_cast<double>(n) / count - middle) / (1 - middle);
            const double window = std::pow(std::cos(pi / 2 * share), 12);
            sum += wave * window * (samples[n] - mean);
            squares += window * window;
        }
        power += std::norm(sum);
    }
    return std::sqrt(2 * power / (count * squares));
}

class LongRun : public testing::TestWithParam<std::string> {};

TEST_P(LongRun, KeepsNinetyDecibelsInEveryOctaveOfTheBand) {
    const Plan plan = plan_of(room(GetParam()), Precision::float32);
    const std::vector<double> both = run(plan);
    const auto octave = [&](std::span<const double> trace, double low) {
        const std::span<const double> end = trace.last(part);
        double mean = 0;  // a constant pressure stays in a closed room
        for (const double p : end) mean += p / part;
        const double step = plan.decision.time_step_s;
        return 20 * std::log10(level(end, 0.5, mean, low * step, 2 * low * step) /
                               level(trace.first(part), 0, mean, low * step, 2 * low * step));
    };
    for (std::size_t r = 0; r < 2; ++r) {
        std::vector<double> trace;
        for (std::size_t i = r; i < both.size(); i += 2) trace.push_back(both[i]);
        ASSERT_GE(std::ssize(trace), steps - 1);
        for (const double low : {highest_hz / 2, highest_hz / 4, highest_hz / 8, highest_hz / 16}) {
            const double left = octave(trace, low);
            RecordProperty(fmt::format("{} {} from {} Hz", GetParam(), r, low), fmt::format("{:.0f}", left));
            EXPECT_LE(left, -90) << r << ' ' << low;
        }
        const double above = octave(trace, 2 * highest_hz);  // waves of two cells, which the measure must see
        RecordProperty(fmt::format("{} {} above", GetParam(), r), fmt::format("{:.0f}", above));
        EXPECT_GE(above, -120) << r;
    }
}
INSTANTIATE_TEST_SUITE_P(Ports, LongRun, testing::Values("leggy-4", "compact-27-iwb", "compact-57-fine"));

}  // namespace
}  // namespace wavesim::test
