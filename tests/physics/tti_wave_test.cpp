// SPDX-License-Identifier: MIT
// How fast waves travel in TTI media: against the symbols of the schemes to rounding, and against the exact group
// velocity of the pseudo-acoustic equations.
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <numbers>

#include "backends/tti_case.hpp"
#include "physics/scene_builder.hpp"
#include "physics/tested_backend.hpp"
#include "physics/tti_symbols.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "stencils/tti/source_taper.hpp"

namespace wavesim::test {
namespace {

double largest_difference(const Field& a, const Field& b, const std::vector<std::size_t>& nodes) {
    double peak = 0;
    for (const std::size_t i : nodes) peak = std::isfinite(a[i]) ? std::max(peak, std::abs(a[i] - b[i])) : HUGE_VAL;
    return peak;
}

class TtiWave : public ::testing::TestWithParam<TtiForm> {};

TEST_P(TtiWave, PlaneWavesTravelAsTheSymbolSays) {
    // The middle of the grid does not know of its sides for a few steps: there a plane wave is exact.
    const Extent extent{54, 51, 53};
    const Tilt tilt{0.6, 0.4};
    TtiProblem problem = uniform_tti(extent, GetParam(), 0.24, 0.1, tilt);
    std::array<double, 3> n{};
    for (std::size_t d = 0; d < 3; ++d) n[d] = static_cast<double>(problem.tti.axis[d][0]);
    const auto epsilon = static_cast<double>(problem.tti.epsilon[0]);
    const auto delta = static_cast<double>(problem.tti.delta[0]);
    constexpr std::int64_t steps = 2;
    constexpr std::int64_t margin = 10 * steps;
    for (const std::array<double, 3> k : {std::array<double, 3>{0.5, 0.2, -0.4}, {1.3, -2.1, 0.7}, {0.05, 0.0, 0.1}}) {
        const Mode wave = mode(GetParam(), epsilon, delta, symbols(GetParam(), k, n));
        const double phase = 2 * std::asin(problem.courant / 2 * std::sqrt(wave.eigenvalue));
        const double length = std::hypot(wave.fields[0], wave.fields[1]);
        const auto at = [&](std::int64_t step) {
            TwoFields fields{Field(static_cast<std::size_t>(extent.nodes())),
                             Field(static_cast<std::size_t>(extent.nodes()))};
            for (std::int64_t i = 0; i < extent.nodes(); ++i) {
                const Node node = node_at(extent, i);
                const double angle = k[0] * static_cast<double>(node.x) + k[1] * static_cast<double>(node.y) +
                                     k[2] * static_cast<double>(node.z) - phase * static_cast<double>(step);
                for (std::size_t f = 0; f < 2; ++f)
                    fields[f][static_cast<std::size_t>(i)] = wave.fields[f] / length * std::cos(angle);
            }
            return fields;
        };
        std::vector<std::size_t> inside;
        for (std::int64_t i = 0; i < extent.nodes(); ++i) {
            const Node p = node_at(extent, i);
            if (std::min({p.x, p.y, p.z, extent.nx - 1 - p.x, extent.ny - 1 - p.y, extent.nz - 1 - p.z}) >= margin)
                inside.push_back(static_cast<std::size_t>(i));
        }
        ASSERT_GT(inside.size(), 1000U);
        TtiRun run(problem);
        run.write(FieldLevel::previous, at(-1));
        run.write(FieldLevel::current, at(0));

        run.advance(steps);

        const TwoFields expected = at(steps);
        const TwoFields got = run.read(FieldLevel::current);
        for (std::size_t f = 0; f < 2; ++f) EXPECT_LT(largest_difference(got[f], expected[f], inside), 1e-13);
    }
}

/// Group velocity of the pseudo-acoustic P wave whose phase travels at the angle psi from the axis, over v: along the
/// axis and across it.
std::array<double, 2> group_velocity(double epsilon, double delta, double psi) {
    const auto phase_velocity = [&](double angle) {
        const double s = std::sin(angle);
        const double c = std::cos(angle);
        const double a = (1 + 2 * epsilon) * s * s + c * c;
        return std::sqrt(0.5 * (a + std::sqrt(a * a - 8 * (epsilon - delta) * s * s * c * c)));
    };
    constexpr double step = 1e-5;
    const double v = phase_velocity(psi);
    const double slope = (phase_velocity(psi + step) - phase_velocity(psi - step)) / (2 * step);
    return {v * std::cos(psi) - slope * std::sin(psi), v * std::sin(psi) + slope * std::cos(psi)};
}

/// Speed over v along a ray at an angle from the axis.
double ray_speed(double epsilon, double delta, double angle) {
    double low = 0;
    double high = pi / 2;
    for (int i = 0; i < 60; ++i) {
        const double psi = (low + high) / 2;
        const auto g = group_velocity(epsilon, delta, psi);
        (std::atan2(g[1], g[0]) < angle ? low : high) = psi;
    }
    const auto g = group_velocity(epsilon, delta, (low + high) / 2);
    return std::hypot(g[0], g[1]);
}

/// Lag of b behind a in samples, by the peak of their correlation, interpolated.
double lag(const Field& a, const Field& b) {
    const auto correlation = [&](std::int64_t shift) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const std::size_t j = i + static_cast<std::size_t>(shift);
            if (j < b.size()) sum += a[i] * b[j];
        }
        return sum;
    };
    std::int64_t best = 1;
    for (std::int64_t shift = 1; shift + 1 < static_cast<std::int64_t>(a.size()); ++shift)
        if (correlation(shift) > correlation(best)) best = shift;
    const double before = correlation(best - 1);
    const double peak = correlation(best);
    const double after = correlation(best + 1);
    return static_cast<double>(best) + 0.5 * (before - after) / (before - 2 * peak + after);
}

/// Largest relative error of the speed along rays, between receivers that far from the source in the middle.
double group_velocity_error(TtiForm form, const Extent& extent, double near, double far, double degrees = 35) {
    const bool flat = extent.ny == 1;
    constexpr double epsilon = 0.24;
    constexpr double delta = 0.1;
    const Tilt tilt{degrees * pi / 180, flat ? 0 : 25 * pi / 180};
    TtiProblem problem = uniform_tti(extent, form, epsilon, delta, tilt, 0.6);
    problem.precision = Precision::float32;
    const Node source{extent.nx / 2, extent.ny / 2, extent.nz / 2};
    taper_around(problem.tti, extent, source);
    // Ricker with 10 points per wavelength at its peak.
    Injection injection{{{extent.index(source.x, source.y, source.z)}, {1}}, {}};
    const double rate = problem.courant / 10;  // periods per step
    for (int n = 0; static_cast<double>(n) * rate < 3; ++n) {
        const double a = std::pow(pi * (static_cast<double>(n) * rate - 1.5), 2);
        injection.signal.push_back((1 - 2 * a) * std::exp(-a));
    }
    problem.sources = {injection};
    std::vector<std::array<int, 3>> rays{{1, 0, 0}, {0, 1, 0}, {0, 0, 1},  {1, 1, 0}, {1, 0, 1},
                                         {0, 1, 1}, {1, 1, 1}, {1, -1, 1}, {-1, 0, 1}};
    if (flat) std::erase_if(rays, [](const auto& ray) { return ray[1] != 0; });
    std::vector<std::array<std::int64_t, 2>> places;  // in units of the ray, nearer and further receiver
    for (const auto& ray : rays) {
        const double length = std::hypot(ray[0], ray[1], ray[2]);
        const std::array<std::int64_t, 2> at{std::llround(near / length), std::llround(far / length)};
        places.push_back(at);
        for (const std::int64_t r : at)
            problem.receivers.push_back(
                {{extent.index(source.x + r * ray[0], source.y + r * ray[1], source.z + r * ray[2])}, {1}});
    }
    const auto backend = test::tested_backend(problem).open(problem, {2, ""});

    const auto steps = static_cast<std::int64_t>((far + (flat ? 35 : 16)) / problem.courant);
    backend->advance(steps);

    Field samples;
    backend->take_traces(samples);
    double worst = 0;
    const auto n = tilt.axis();
    for (std::size_t i = 0; i < rays.size(); ++i) {
        std::array<Field, 2> traces;
        for (std::size_t s = 0; s < samples.size() / (2 * rays.size()); ++s)
            for (std::size_t e = 0; e < 2; ++e) traces[e].push_back(samples[s * 2 * rays.size() + 2 * i + e]);
        const double length = std::hypot(rays[i][0], rays[i][1], rays[i][2]);
        const double cosine = (n[0] * rays[i][0] + n[1] * rays[i][1] + n[2] * rays[i][2]) / length;
        const double distance = length * static_cast<double>(places[i][1] - places[i][0]);
        const double speed = distance / (lag(traces[0], traces[1]) * problem.courant);
        const double exact = ray_speed(epsilon, delta, std::acos(std::abs(cosine)));
        worst = std::max(worst, std::abs(speed / exact - 1));
    }
    return worst;
}

TEST_P(TtiWave, GroupVelocityIsThatOfTheEquationsInAPlane) {
    for (const int degrees : {0, 35, 70}) {
        const double error = group_velocity_error(GetParam(), {280, 1, 280}, 50, 90, degrees);

        RecordProperty("error_" + std::to_string(degrees), std::to_string(error));
        EXPECT_GT(error, 0);
        EXPECT_LT(error, 0.003) << degrees;
    }
}

/// The loudest pressure well behind the front over that of the front, of a source with or without a taper around it.
double left_behind(TtiForm form, bool tapered) {
    const Extent extent{261, 1, 261};
    TtiProblem problem = uniform_tti(extent, form, 0.24, 0.1, {30 * pi / 180, 0}, 0.9);
    const Node source{130, 0, 130};
    if (tapered) taper_around(problem.tti, extent, source);
    Injection injection{{{extent.index(source.x, 0, source.z)}, {1}}, {}};
    const double rate = problem.courant / 12.5;  // periods per step
    for (int n = 0; static_cast<double>(n) * rate < 3; ++n) {
        const double a = std::pow(pi * (static_cast<double>(n) * rate - 1.5), 2);
        injection.signal.push_back((1 - 2 * a) * std::exp(-a));
    }
    problem.sources = {injection};
    TtiRun run(problem, 2);
    run.advance(static_cast<std::int64_t>((95 + 1.5 * 12.5) / problem.courant));  // the slowest part of the front at 95
    const Field field = run.read(FieldLevel::current)[0];
    double behind = 0;
    double front = 0;
    for (std::int64_t i = 0; i < extent.nodes(); ++i) {
        const Node n = node_at(extent, i);
        const double away = std::hypot(static_cast<double>(n.x - source.x), static_cast<double>(n.z - source.z));
        const double p = std::abs(field[static_cast<std::size_t>(i)]);
        if (away < 60) behind = std::max(behind, p);
        if (away > 75) front = std::max(front, p);
    }
    return behind / front;
}

/// A source in an anisotropic medium sends the second wave of these equations, slow and loud; in an elliptical one
/// hardly.
TEST_P(TtiWave, TheTaperAroundSourcesKeepsTheSecondWaveOut) {
    const double without = left_behind(GetParam(), false);
    const double with = left_behind(GetParam(), true);

    RecordProperty("without", std::to_string(without));
    RecordProperty("with", std::to_string(with));
    EXPECT_GT(without, 0.3);
    EXPECT_LT(with, 0.006);
}

/// Time by which a wave along the ray that the error budget names arrives before one along the axis, as it would be
/// next to the source: from two distances, so that neither the speeds nor the dispersion count. Against the budget.
TEST_P(TtiWave, EllipticalSourcesAreAsEarlyAsTheErrorBudgetSays) {
    constexpr double near = 35 * cell;
    constexpr double far = 70 * cell;
    const Point source{110.5 * cell, 0, 110.5 * cell};
    Scene scene = box_scene({221, 1, 221}, "auto", (far + 40 * cell) / sound_speed);
    scene.tti = Anisotropy{};
    scene.tti->form = GetParam();
    scene.tti->around_source = Anisotropy::AroundSource::elliptical;
    scene.tti->everywhere = {0.24, 0.1, 0, 0};
    for (const std::size_t side : {0, 1, 4, 5}) {
        scene.boundaries.kind[side] = SideKind::absorbing;
        scene.boundaries.layer[side].cells = 20;
    }
    scene.sources = {ricker(source, 16)};
    const TaperLead lead = plan_of(scene).report.taper_lead;
    const double angle = lead.degrees * pi / 180;
    for (const double away : {near, far}) {
        scene.receivers.push_back(
            receiver("ray", {source.x + away * std::sin(angle), 0, source.z + away * std::cos(angle)}));
        scene.receivers.push_back(receiver("axis", {source.x, 0, source.z + away}));
    }
    const Plan plan = plan_of(scene);

    const std::vector<double> samples = run(plan);

    std::array<Field, 4> traces;
    for (std::size_t i = 0; i < samples.size(); ++i) traces[i % 4].push_back(samples[i]);
    const double earlier_near = lag(traces[0], traces[1]) * plan.decision.time_step_s;
    const double earlier_far = lag(traces[2], traces[3]) * plan.decision.time_step_s;
    const double measured_s = earlier_near - (earlier_far - earlier_near) * near / (far - near);
    RecordProperty("measured_over_forecast", std::to_string(measured_s / lead.seconds));
    EXPECT_GT(lead.seconds, 0.25 * cell / sound_speed);
    EXPECT_NEAR(measured_s, lead.seconds, 0.25 * lead.seconds);
    EXPECT_EQ(error_budget(plan).taper_lead.seconds, lead.seconds);
}

std::string name_of_form(const ::testing::TestParamInfo<TtiForm>& given) {
    return given.param == TtiForm::k73 ? "K73" : "SelfAdjoint";
}
INSTANTIATE_TEST_SUITE_P(Forms, TtiWave, ::testing::Values(TtiForm::k73, TtiForm::self_adjoint), name_of_form);

class ExhaustiveTtiWave : public ::testing::TestWithParam<TtiForm> {};
TEST_P(ExhaustiveTtiWave, GroupVelocityIsThatOfTheEquationsInSpace) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    EXPECT_LT(group_velocity_error(GetParam(), {104, 104, 104}, 22, 40), 0.006);
}
INSTANTIATE_TEST_SUITE_P(Forms, ExhaustiveTtiWave, ::testing::Values(TtiForm::k73, TtiForm::self_adjoint),
                         name_of_form);

}  // namespace
}  // namespace wavesim::test
