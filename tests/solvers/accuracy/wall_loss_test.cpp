// SPDX-License-Identifier: MIT
#include "solvers/accuracy/wall_loss.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <tuple>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;
using test::cell;
using test::sound_speed;

constexpr std::int64_t length = 240;    // cells of the tube
constexpr std::int64_t receiver = 120;  // cells from its closed end
constexpr std::int64_t way = 2 * (length - receiver);

/// A tube that is closed at one end and takes sound at the other. A burst of a tone of so many points per wavelength
/// starts at the closed end.
Scene tube(const std::string& stencil, double admittance, double points) {
    Scene scene = test::box_scene({length, 3, 3}, stencil, (receiver + 2.5 * way) * cell / sound_speed);
    scene.grid.points_per_wavelength = points;
    scene.boundaries.side[1] = test::admittance(admittance);
    SourceRequest source = test::ricker(test::node(0, 1, 1), points);
    const double frequency = source.signal.frequency_hz;
    source.signal.kind = SignalKind::samples;
    source.signal.sample_rate_hz = 16 * frequency;
    for (int n = 0; n < 16 * 26; ++n) {
        const double t = n / source.signal.sample_rate_hz - 13 / frequency;
        source.signal.samples.push_back(std::exp(-std::pow(frequency * t / 5, 2)) * std::cos(2 * pi * frequency * t));
    }
    source.placement = Placement::nearest_node;
    scene.boundaries.walls = WallForm::half;
    scene.sources = {source};
    scene.receivers = {test::receiver("a", test::node(receiver, 1, 1))};
    scene.receivers[0].placement = Placement::nearest_node;
    return scene;
}

/// A burst as it goes by: its energy and the middle of it, s.
struct Burst {
    double energy = 0;
    double time_s = 0;
};
Burst burst(const std::vector<double>& trace, double time_step_s, double from_s, double to_s) {
    Burst sum;
    for (auto n = static_cast<std::size_t>(from_s / time_step_s); n < static_cast<std::size_t>(to_s / time_step_s);
         ++n) {
        const double energy = trace.at(n) * trace.at(n);
        sum.energy += energy;
        sum.time_s += energy * static_cast<double>(n) * time_step_s;
    }
    return {sum.energy, sum.time_s / sum.energy};
}

class LossyTube : public testing::TestWithParam<std::tuple<std::string, double, double>> {};

/// The burst goes by towards the wall and away from it. Exact walls have R = (1 - g) / (1 + g).
TEST_P(LossyTube, TakesWhatIsTold) {
    const auto& [stencil, g, points] = GetParam();
    const Plan plan = test::plan_of(tube(stencil, g, points));
    const std::vector<double> trace = test::run(plan);
    ASSERT_EQ(plan.report.wall_losses.size(), 1U);
    const WallLoss& told = plan.report.wall_losses[0];

    const double there_s = 13 / plan.report.dispersion.frequency_hz + receiver * cell / sound_speed;
    const double round_s = way * cell / sound_speed;
    const double dt = plan.decision.time_step_s;
    const Burst there = burst(trace, dt, there_s - round_s / 2, there_s + round_s / 2);
    const Burst back = burst(trace, dt, there_s + round_s / 2, there_s + 1.5 * round_s);
    const double reflected = back.energy / there.energy;
    const double exact = std::pow((1 - g) / (1 + g), 2);
    const double slower = (back.time_s - there.time_s) / round_s;
    const double absorption = (1 - reflected) / (1 - exact) - 1;
    const double reverberation = slower * std::log(exact) / std::log(reflected) - 1;
    EXPECT_NEAR(told.normal_absorption, absorption, 0.2 * std::abs(absorption) + 0.002);
    EXPECT_NEAR(told.normal_reverberation, reverberation, 0.2 * std::abs(reverberation) + 0.002);
    EXPECT_GT(std::abs(told.normal_reverberation), 0.01) << "so coarse a grid errs";
}
INSTANTIATE_TEST_SUITE_P(Walls, LossyTube,
                         testing::Combine(testing::Values("leggy-1", "leggy-4", "compact-27-iwb", "compact-57-opt"),
                                          testing::Values(0.02, 0.1, 0.3), testing::Values(8.0, 10.0)));

/// Weak walls absorb in proportion to w = Omega / cos(omega T/2): more than with tiny steps, which are exact in time.
TEST(WallLoss, OfWeakWallsWithoutTimeDispersionExceedsThatOfTinySteps) {
    constexpr double g = 1e-3, omega = 0.8;
    const auto decay = [&](double courant, TraceTime traces) {
        WallScheme scheme{make_stencil("leggy-4", 3), courant, WallTime::explicit_form, WallPosition::half, 0.5875};
        scheme.traces = traces;
        return 1 + wall_loss(scheme, g, omega * courant).random_reverberation;
    };
    const double courant = 0.45, tiny = decay(1e-3, TraceTime::steps);
    const double more = 1 / std::cos(std::asin(omega * courant / 2));
    EXPECT_NEAR(tiny / decay(courant, TraceTime::corrected), more, 2e-4);
    EXPECT_GT(std::abs(tiny / decay(courant, TraceTime::steps) - more), 0.01);
}

TEST(WallLoss, VanishesOnFineGrids) {
    Scene scene = tube("leggy-2", 0.1, 200);
    const Plan plan = test::plan_of(scene);
    ASSERT_EQ(plan.report.wall_losses.size(), 1U);
    for (const WallLoss& loss : plan.report.wall_losses) {
        EXPECT_LT(std::abs(loss.normal_absorption), 1e-3);
        EXPECT_LT(std::abs(loss.random_absorption), 2e-3);
        EXPECT_LT(std::abs(loss.normal_reverberation), 1e-3);
        EXPECT_LT(std::abs(loss.random_reverberation), 2e-3);
        EXPECT_LT(std::abs(loss.box_reverberation), 2e-3);
    }
}

/// Energy of a diffuse field and how much of it a wall takes per unit of time and area.
struct DiffuseField {
    double energy = 0;
    double reaches = 0;
    double taken = 0;
};

/// The same for waves of the scheme of all directions k. Their number per unit of frequency is dS / |d omega/dk|, dS
/// the surface of one frequency, and each reaches the wall with d omega/dk_x.
DiffuseField field_of(const WallScheme& scheme, double g, double omega_t) {
    const StencilSymbol symbol(scheme.stencil);
    const bool flat = scheme.stencil.dims == 2;
    const double wanted = std::pow(2 * std::sin(omega_t / 2) / scheme.courant, 2);
    constexpr int rings = 200, sectors = 16;
    DiffuseField sum;
    for (int i = 0; i < rings; ++i)
        for (int turn = 0; turn < (flat ? 1 : sectors); ++turn) {
            const double angle = (i + 0.5) * pi / 2 / rings, phi = turn * pi / 2 / sectors;
            const std::array<double, 3> u{std::cos(angle), std::sin(angle) * std::sin(phi),
                                          std::sin(angle) * std::cos(phi)};
            const auto at = [&](double k) { return symbol({k * u[0], k * u[1], k * u[2]}); };
            double below = 0, above = 2;
            for (int n = 0; n < 60; ++n) (at((below + above) / 2) < wanted ? below : above) = (below + above) / 2;
            const double k = below, h = 1e-4;
            std::array<double, 3> rise{};  // d omega/dk, nodes per step
            for (std::size_t d = 0; d < 3; ++d) {
                std::array<double, 3> more{k * u[0], k * u[1], k * u[2]}, less = more;
                more[d] += h;
                less[d] -= h;
                rise[d] =
                    (symbol(more) - symbol(less)) / (2 * h) * scheme.courant * scheme.courant / (2 * std::sin(omega_t));
            }
            const double radial = rise[0] * u[0] + rise[1] * u[1] + rise[2] * u[2];
            const double density = (flat ? k : k * k * std::sin(angle)) / radial;
            const double absorption =
                1 - std::norm(reflection_at(scheme, g, {omega_t, k * u[1], k * u[2]}).coefficient);
            sum.energy += density;
            sum.reaches += density * rise[0];
            sum.taken += density * rise[0] * absorption;
        }
    return sum;
}

/// The same in air, where waves of the angle a reach the wall with c cos a.
DiffuseField exact_field(const WallScheme& scheme, double g, double omega_t) {
    const bool flat = scheme.stencil.dims == 2;
    const double k = omega_t / scheme.courant;
    constexpr int rings = 200, sectors = 16;
    DiffuseField sum;
    for (int i = 0; i < rings; ++i) {
        const double angle = (i + 0.5) * pi / 2 / rings;
        const double density = (flat ? k : sectors * k * k * std::sin(angle)) / scheme.courant;
        const double reaches = density * scheme.courant * std::cos(angle);
        sum.energy += density;
        sum.reaches += reaches;
        sum.taken += reaches * (1 - std::norm(exact_reflection(scheme, g, std::cos(angle), omega_t)));
    }
    return sum;
}

/// The decay time of random sound is its energy over what the walls take of it, whether its waves are slow or fast.
TEST(WallLoss, OfRandomSoundIsThatOfWavesOfAllDirections) {
    for (const auto& [dims, stencil, courant, k] :
         {std::tuple(2, "leggy-1", 0.6, 0.6), std::tuple(3, "leggy-2", 0.4, 0.9), std::tuple(3, "leggy-4", 0.45, 1.05),
          std::tuple(3, "compact-27-iwb", 0.9, 0.7)})
        for (const double g : {0.02, 0.3}) {
            const WallScheme scheme{make_stencil(stencil, dims), courant, WallTime::explicit_form, WallPosition::half,
                                    0.5};
            const double omega_t = k * courant;
            const DiffuseField field = field_of(scheme, g, omega_t), exact = exact_field(scheme, g, omega_t);
            const WallLoss loss = wall_loss(scheme, g, omega_t);
            // wall_loss() takes 24 rings and two directions in each.
            EXPECT_NEAR(loss.random_absorption, field.taken / field.reaches / (exact.taken / exact.reaches) - 1, 0.003)
                << stencil << ' ' << g;
            EXPECT_NEAR(loss.random_reverberation, field.energy / field.taken / (exact.energy / exact.taken) - 1, 0.004)
                << stencil << ' ' << g;
        }
}

/// A wall of g = 1 sends nothing back head-on: no reverberation to err in.
TEST(WallLoss, IsToldOfTheWorstSurface) {
    Scene scene = tube("leggy-1", 0.02, 10);
    scene.boundaries.side[0] = test::admittance(1);
    const ErrorBudget budget = error_budget(test::plan_of(scene));
    ASSERT_EQ(budget.wall_losses.size(), 2U);
    EXPECT_EQ(budget.wall_losses[0].normal_reverberation, 0);
    EXPECT_THAT(describe(budget), testing::Contains(testing::HasSubstr("walls with losses at 409.6 Hz, worst x_m")));
    for (const std::size_t end : {0UL, 1UL}) scene.boundaries.side[end] = {};
    EXPECT_THAT(describe(error_budget(test::plan_of(scene))),
                testing::Not(testing::Contains(testing::HasSubstr("walls with losses"))));
}

}  // namespace
}  // namespace wavesim
