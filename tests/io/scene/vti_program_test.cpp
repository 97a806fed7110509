// SPDX-License-Identifier: MIT
// P waves of configs/programs/vti.yaml against the dispersion relation of its equations.
#include <gtest/gtest.h>

#include <cmath>

#include "io/scene/elastic_waves.hpp"
#include "stencils/equations/plane_waves.hpp"

namespace wavesim::test {
namespace {

constexpr double c = 2000;
constexpr double epsilon = 0.24;
constexpr double delta = 0.1;

/// omega^4 - c^2 ((1 + 2 epsilon) kx^2 + kz^2) omega^2 + 2 c^4 (epsilon - delta) kx^2 kz^2 = 0, the fast wave.
double omega(double kx, double kz) {
    const double h = (1 + 2 * epsilon) * kx * kx;
    const double b = h + kz * kz;
    return c * std::sqrt(0.5 * (b + std::sqrt(b * b - 8 * (epsilon - delta) * kx * kx * kz * kz)));
}

/// Speed of energy along a direction at an angle from z, and the speed of phase of its wave.
double ray_speed(double angle) {
    constexpr double d = 1e-5;
    double low = 0;
    double high = M_PI / 2;
    double vx = 0;
    double vz = 0;
    for (int i = 0; i < 60; ++i) {
        const double phase = (low + high) / 2;
        const double kx = std::sin(phase), kz = std::cos(phase);
        vx = (omega(kx + d, kz) - omega(kx - d, kz)) / (2 * d);
        vz = (omega(kx, kz + d) - omega(kx, kz - d)) / (2 * d);
        (std::atan2(vx, vz) < angle ? low : high) = phase;
    }
    return std::hypot(vx, vz);
}

TEST(VtiProgram, PlaneWavesHaveTheSpeedsOfItsDispersionRelation) {
    for (const int dims : {2, 3}) {
        const equations::Symbol symbol(changed_program("vti"), make_stencil("leggy-4", dims));
        const equations::Setting setting{0.2 * 5 / c, 5, {c, epsilon, delta}};
        for (const double angle : {0.0, M_PI / 6, M_PI / 4, M_PI / 2}) {
            const double speed = omega(std::sin(angle), std::cos(angle));
            const auto waves =
                equations::plane_waves(symbol, setting, {std::sin(angle), 0, std::cos(angle)}, {0.05, 0.1}, speed);
            EXPECT_NEAR(waves[1].speed, speed, 3e-4 * speed) << dims << ' ' << angle;
        }
    }
    // Thomsen's speeds of the three directions, whose anisotropy is weak here.
    EXPECT_NEAR(omega(1, 0), c * std::sqrt(1 + 2 * epsilon), 1e-9 * c);
    EXPECT_NEAR(omega(0, 1), c, 1e-9 * c);
    EXPECT_NEAR(omega(std::sqrt(0.5), std::sqrt(0.5)), c * (1 + delta / 4 + epsilon / 4), 0.01 * c);
}

/// The time of the largest value before a time, between the samples.
double peak_time(const std::vector<double>& trace, double time_step, double before) {
    std::size_t at = 1;
    for (std::size_t n = 1; n + 1 < trace.size() && static_cast<double>(n) * time_step < before; ++n)
        if (std::abs(trace[n]) > std::abs(trace[at])) at = n;
    const double a = trace[at - 1], b = trace[at], d = trace[at + 1];
    return (static_cast<double>(at) + 0.5 * (a - d) / (a - 2 * b + d)) * time_step;
}

TEST(VtiProgram, PulsesOfASourceArriveWithTheSpeedOfEnergy) {
    const equations::Program program = changed_program("vti");
    const Extent e{241, 1, 241};
    constexpr double spacing = 5;
    const Stencil stencil = make_stencil("leggy-4", 2);
    const double time_step =
        0.4 * equations::step_limit(equations::Symbol(program, stencil), spacing, {{c, epsilon, delta}}).time_step;
    cpu::StatementStep<double> step(program, {e, stencil, time_step, spacing, all_rigid, {{c}, {epsilon}, {delta}}},
                                    cpu::choose_isa(""), 1);
    constexpr double frequency = c / (16 * spacing);
    constexpr double delay = 1.5 / frequency;
    const std::vector<Node> ways{{1, 0, 0}, {0, 0, 1}, {4, 0, 3}};  // receivers 50 and 100 cells away
    std::vector<std::array<std::vector<double>, 2>> traces(ways.size());
    const auto steps = static_cast<int>((110 * spacing / c + 2.5 / frequency) / time_step);
    cpu::run_team(1, [&](const cpu::TeamMember& member) {
        for (int n = 0; n < steps; ++n) {
            const double u = std::pow(M_PI * frequency * (n * time_step - delay), 2);
            step.advance(member, {{e.index(120, 0, 120), (1 - 2 * u) * std::exp(-u)}});
            step.rotate();
            for (std::size_t w = 0; w < ways.size(); ++w)
                for (const std::size_t far : {0U, 1U}) {
                    const std::int64_t times = (w == 2 ? 10 : 50) * (far == 1 ? 2 : 1);
                    traces[w][far].push_back(step.level(
                        0,
                        equations::Time::now)[step.layout().at(120 + times * ways[w].x, 0, 120 + times * ways[w].z)]);
                }
        }
    });
    for (std::size_t w = 0; w < ways.size(); ++w) {
        const double angle = std::atan2(static_cast<double>(ways[w].x), static_cast<double>(ways[w].z));
        const double expected = 50 * spacing / ray_speed(angle);
        const double after = delay + 0.7 / frequency;
        const double took = peak_time(traces[w][1], time_step, after + 2 * expected) -
                            peak_time(traces[w][0], time_step, after + expected);
        EXPECT_NEAR(took, expected, 0.006 * expected) << angle;
    }
    EXPECT_GT(ray_speed(M_PI / 2), 1.2 * ray_speed(0));
}

}  // namespace
}  // namespace wavesim::test
