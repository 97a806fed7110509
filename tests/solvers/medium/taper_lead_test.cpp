// SPDX-License-Identifier: MIT
#include "solvers/medium/taper_lead.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"

namespace wavesim {
namespace {

using test::cell;

Scene tilted_scene(const Thomsen& medium) {
    Scene scene = test::box_scene({80, 1, 80}, "auto", 0.1);
    scene.tti = Anisotropy{};
    scene.tti->around_source = Anisotropy::AroundSource::elliptical;
    scene.tti->everywhere = medium;
    for (const std::size_t side : {0, 1, 4, 5}) {
        scene.boundaries.kind[side] = SideKind::absorbing;
        scene.boundaries.layer[side].cells = 10;
    }
    scene.sources = {test::ricker({40.5 * cell, 0, 40.5 * cell}, 16)};
    return scene;
}

/// Along the ray of the exact phase velocity, whose direction its slope gives.
TEST(TaperLead, SlownessAlongRaysIsThatOfTheEquations) {
    constexpr double epsilon = 0.3;
    constexpr double delta = 0.05;
    const auto velocity = [](double angle) {
        const double s = std::pow(std::sin(angle), 2);
        const double c = 1 - s;
        const double a = (1 + 2 * epsilon) * s + c;
        return std::sqrt(0.5 * (a + std::sqrt(a * a - 8 * (epsilon - delta) * s * c)));
    };
    for (double angle = 0; angle < 1.57; angle += 0.1) {
        const double v = velocity(angle);
        const double slope = (velocity(angle + 1e-5) - velocity(angle - 1e-5)) / 2e-5;
        const double ray = angle + std::atan(slope / v);

        EXPECT_NEAR(ray_slowness(epsilon, delta, std::cos(ray)) * std::hypot(v, slope), 1, 1e-3) << angle;
    }
    EXPECT_DOUBLE_EQ(ray_slowness(epsilon, delta, 1), 1);
    EXPECT_DOUBLE_EQ(ray_slowness(epsilon, delta, 0), 1 / std::sqrt(1 + 2 * epsilon));
}

TEST(TaperLead, IsTheWayInsideTimesTheDifferenceOfSlownesses) {
    const Plan plan = test::plan_of(tilted_scene({0.24, 0.1, 30, 0}));

    const double cosine = std::cos(plan.report.taper_lead.degrees * std::numbers::pi / 180);
    const double difference = ray_slowness(0.24, 0.1, cosine) - ray_slowness(0.24, 0.24, cosine);
    // 8 cells inside, and half of the 8 in which the taper fades out
    EXPECT_NEAR(plan.report.taper_lead.seconds, 12 * cell / test::sound_speed * difference,
                0.05 * plan.report.taper_lead.seconds);
    EXPECT_NEAR(plan.report.taper_lead.degrees, 50, 10);
    EXPECT_THAT(describe(error_budget(plan)),
                testing::Contains(testing::MatchesRegex("TTI medium made elliptical around sources: waves leave "
                                                        "about .* early \\(.* degrees of a period\\) where it is "
                                                        "most, at .. degrees from the symmetry axis; .*")));
}

/// At half the speed around the source it is twice as long, however fast the medium is elsewhere.
TEST(TaperLead, GoesByTheSpeedAtTheSource) {
    const Thomsen medium{0.24, 0.1, 30, 0};
    const double alone = test::plan_of(tilted_scene(medium)).report.taper_lead.seconds;
    Scene scene = tilted_scene(medium);
    scene.medium.layers = Medium::Layers{2, {60 * cell}, {test::sound_speed / 2, test::sound_speed}};

    const Plan plan = test::plan_of(scene);

    EXPECT_EQ(plan.decision.fastest_m_s, test::sound_speed);
    EXPECT_NEAR(plan.report.taper_lead.seconds, 2 * alone, 1e-6 * alone);
}

TEST(TaperLead, IsNothingWhereTheMediumIsEllipticalOrIsotropic) {
    for (const Thomsen& medium : {Thomsen{0.2, 0.2, 30, 0}, Thomsen{}}) {
        const Plan plan = test::plan_of(tilted_scene(medium));

        EXPECT_NEAR(plan.report.taper_lead.seconds, 0, 1e-12);
    }
}

}  // namespace
}  // namespace wavesim
