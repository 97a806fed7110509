// SPDX-License-Identifier: MIT
// Where the symmetry axis of a TTI medium points, and what stands at every source.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/scene_builder.hpp"
#include "solvers/medium/anisotropy.hpp"

namespace wavesim::test {
namespace {

/// A box of one TTI medium between layers of 8 cells.
Scene open_tti_scene(const Extent& cells, const Thomsen& medium) {
    Scene scene = box_scene(cells, "auto", 0.02);
    scene.tti = Anisotropy{};
    scene.tti->everywhere = medium;
    for (std::size_t s = 0; s < 6; ++s) {
        if (scene.dims == 2 && s / 2 == 1) continue;
        scene.boundaries.kind[s] = SideKind::absorbing;
        scene.boundaries.layer[s].cells = 8;
    }
    return scene;
}

TEST(AnisotropyAxis, IsTiltedFromZTowardsTheAzimuthFromX) {
    const auto expect = [](double theta, double phi, const std::array<double, 3>& axis) {
        const std::array<double, 3> got = axis_of({0, 0, theta, phi});
        for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(got[d], axis[d], 1e-15) << theta << ", " << phi << ": " << d;
    };
    expect(0, 50, {0, 0, 1});
    expect(90, 0, {1, 0, 0});
    expect(90, 90, {0, 1, 0});
    expect(30, 60, {0.25, std::sqrt(3) / 4, std::sqrt(3) / 2});
    expect(30, -60, {0.25, -std::sqrt(3) / 4, std::sqrt(3) / 2});
}

/// In an elliptical medium (delta = epsilon) a pulse travels with c along the axis and with c sqrt(1 + 2 epsilon)
/// across it, exactly. The axis points half up and half towards +y; the receivers stand along it and across it.
TEST(AnisotropyAxis, WavesAreSlowAlongItAndFastAcross) {
    constexpr double epsilon = 0.3;
    constexpr double away = 9;  // cells along y and along z
    Scene scene = open_tti_scene({26, 26, 26}, {epsilon, epsilon, 45, 90});
    scene.sources = {ricker(node(12, 12, 12), 12)};
    scene.receivers = {receiver("along", node(12, 12 + away, 12 + away)),
                       receiver("across", node(12, 12 - away, 12 + away)),
                       receiver("behind", node(12, 12 - away, 12 - away))};
    scene.duration_s = (away * std::sqrt(2) + 30) * cell / sound_speed;
    const Plan plan = plan_of(scene, Precision::float32);
    const std::vector<double> traces = run(plan);
    const auto peak_s = [&](std::size_t r) {
        std::size_t peak = 0;
        const std::size_t steps = traces.size() / 3;
        for (std::size_t n = 0; n < steps; ++n)
            if (std::abs(traces[3 * n + r]) > std::abs(traces[3 * peak + r])) peak = n;
        return static_cast<double>(peak) * plan.decision.time_step_s;
    };

    const double way_m = away * std::sqrt(2) * cell;
    const double delay_s = 1.5 / scene.sources[0].signal.frequency_hz;
    const double tolerance = 1.5 * plan.decision.time_step_s;  // the peak is a step, and dispersion over 13 cells
    EXPECT_NEAR(peak_s(0), delay_s + way_m / sound_speed, tolerance);
    EXPECT_NEAR(peak_s(2), delay_s + way_m / sound_speed, tolerance);
    EXPECT_NEAR(peak_s(1), delay_s + way_m / sound_speed / std::sqrt(1 + 2 * epsilon), tolerance);
}

/// Delta is epsilon around each of two sources, not the first one alone.
TEST(AnisotropyAxis, MediaAreEllipticalAroundEverySource) {
    Scene scene = open_tti_scene({80, 1, 40}, {0.2, 0.1, 30, 0});
    scene.tti->around_source = Anisotropy::AroundSource::elliptical;
    scene.sources = {ricker(node(12, 0, 20), 12), ricker(node(68, 0, 20), 12)};
    const Plan plan = plan_of(scene);
    const auto delta = [&](std::int64_t x) {
        return std::get<TtiProblem>(plan.problem)
            .tti.delta[static_cast<std::size_t>(plan.grid().index(8 + x, 0, 8 + 20))];
    };

    EXPECT_EQ(delta(12), 0.2F);
    EXPECT_EQ(delta(68), 0.2F);
    EXPECT_EQ(delta(40), 0.1F);
}

/// A medium goes on into the layers beyond every side.
TEST(AnisotropyAxis, MediaFillTheLayersBeyondEverySide) {
    Scene scene = open_tti_scene({20, 16, 18}, {0.2, 0.1, 30, 40});
    scene.sources = {ricker(node(10, 8, 9), 12)};
    const Plan plan = plan_of(scene);
    const std::vector<float>& epsilon = std::get<TtiProblem>(plan.problem).tti.epsilon;

    EXPECT_EQ(plan.grid(), (Extent{36, 32, 34}));
    EXPECT_EQ(epsilon, std::vector<float>(static_cast<std::size_t>(plan.grid().nodes()), 0.2F));
}

/// The lead that the budget tells is the largest of the sources, in whatever order they stand: one in anelliptical
/// rock, the other in an isotropic box.
TEST(AnisotropyAxis, TheLeadIsTheLargestOfTheSources) {
    Scene scene = open_tti_scene({80, 1, 40}, {0.24, 0.1, 0, 0});
    scene.tti->around_source = Anisotropy::AroundSource::elliptical;
    scene.tti->boxes = {{{40 * cell, 0, 0}, {80 * cell, 0, 40 * cell}, {0, 0, 0, 0}}};
    const auto lead_s = [&](const std::vector<double>& at) {
        scene.sources.clear();
        for (const double x : at) scene.sources.push_back(ricker(node(x, 0, 20), 12));
        return plan_of(scene).report.taper_lead.seconds;
    };

    const double alone = lead_s({15});
    EXPECT_GT(alone, 0);
    EXPECT_LT(lead_s({64}), 0.01 * alone);
    EXPECT_EQ(lead_s({15, 64}), alone);
    EXPECT_EQ(lead_s({64, 15}), alone);
}

}  // namespace
}  // namespace wavesim::test
