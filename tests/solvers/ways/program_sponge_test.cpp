// SPDX-License-Identifier: MIT
// Sponges beside programs: what they send back, against runs, and what plans say.
#include "solvers/ways/program_sponge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "solvers/medium/anisotropy.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/program_scene.hpp"
#include "solvers/ways/open_sides.hpp"
#include "stencils/cpu/statements/statement_step.hpp"
#include "stencils/equations/damping.hpp"

namespace wavesim::test {
namespace {

using testing::HasSubstr;

constexpr std::array<HaloRule, 6> rigid{HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half,
                                        HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half};
constexpr std::int64_t domain = 1200;  // cells
constexpr std::int64_t receiver_at = 600;

/// What a sponge at the end of a tube sends back of waves with that many nodes per wavelength, c = X = 1, in dB.
double measured_echo(const equations::Program& program, int heard, const std::vector<double>& damping, double courant,
                     double nodes) {
    const auto cells = static_cast<std::int64_t>(damping.size());
    const Extent e{domain + cells, 1, 1};
    std::vector<double> factors(static_cast<std::size_t>(e.nx), 1.0);
    for (std::size_t i = 0; i < damping.size(); ++i)
        factors[static_cast<std::size_t>(domain) + i] = std::exp(-damping[i]);
    std::vector<std::vector<double>> parameters(program.declared.parameters.size(), {1.0});
    parameters.push_back(factors);
    cpu::StatementStep<double> step(equations::with_damping(program),
                                    {e, equations::leggy(4, 2), courant, 1, rigid, parameters}, cpu::Isa::v2, 1);
    const double delay = 1.5 * nodes;
    const auto passed = static_cast<int>((receiver_at + 2 * delay + 300) / courant);
    const auto steps = static_cast<int>((2 * domain - receiver_at + 2 * delay + 300) / courant);
    std::complex<double> sent, back;
    cpu::run_team(1, [&](const cpu::TeamMember& member) {
        for (int n = 0; n < steps; ++n) {
            const double u = std::pow(M_PI / nodes * (n * courant - delay), 2);
            step.advance(member, {{0, (1 - 2 * u) * std::exp(-u)}});
            step.rotate();
            const double value = step.level(heard, equations::Time::now)[step.layout().at(receiver_at, 0, 0)];
            (n < passed ? sent : back) += value * std::polar(1.0, -2 * M_PI / nodes * n * courant);
        }
    });
    return 20 * std::log10(std::abs(back) / std::abs(sent));
}

std::vector<double> sponge_of(std::int64_t cells, double courant) {
    const std::array<std::vector<float>, 3> all = sponge({domain + cells, 1, 1}, {0, cells, 0, 0, 0, 0}, courant);
    return {all[0].end() - cells, all[0].end()};
}

TEST(ProgramSponge, SendsBackWhatItSays) {
    constexpr double courant = 0.4;
    equations::Program scalar = equations::scalar_wave();
    scalar.declared.fields[0].source = true;
    equations::Program rock = equations::elastic(0.5);
    rock.declared.fields[2].source = rock.declared.fields[3].source = true;
    for (const auto& [field, axis] : {std::pair(0, 0), {1, 2}, {4, 0}, {4, 2}}) {  // the staggered grid
        equations::Field& between = rock.declared.fields[static_cast<std::size_t>(field)];
        between.half[static_cast<std::size_t>(axis)] = true;
        between.rigid[static_cast<std::size_t>(axis)] = equations::Mirror::odd;
    }
    for (const std::int64_t cells : {20, 40}) {
        const std::vector<double> damping = sponge_of(cells, courant);
        for (const double nodes : {12.0, 30.0, 80.0}) {
            const double turn = 2 * M_PI / nodes * courant;
            const double second = 20 * std::log10(sponge_echo(damping, courant, turn, SpongeWaves::second_order));
            const double first = 20 * std::log10(sponge_echo(damping, courant, turn, SpongeWaves::first_order));
            EXPECT_NEAR(measured_echo(scalar, 0, damping, courant, nodes), second, 1) << cells << ' ' << nodes;
            const double measured = measured_echo(rock, 2, damping, courant, nodes);
            EXPECT_LT(measured, first + 0.5) << cells << ' ' << nodes;
            EXPECT_GT(measured, first - 3) << cells << ' ' << nodes;
        }
    }
}

TEST(ProgramSponge, GrowsTheGridAndStandsInThePlan) {
    Scene scene = friction_scene(0);
    scene.boundaries.kind[1] = SideKind::absorbing;
    scene.boundaries.layer[1].cells = 25;
    const PlanDraft draft = draft_plan(scene, {});
    const PlanOutline& plan = draft.plan;
    EXPECT_EQ(plan.grid().nx, 24 + 25);
    EXPECT_EQ(plan.decision.shape.layers.any(), false);
    EXPECT_THAT(describe_open_sides(plan),
                testing::ElementsAre(testing::AllOf(HasSubstr("sponge of 25 cells"), HasSubstr("sends back -"))));
    const std::vector<double> factors = sponge_factors(plan);
    ASSERT_EQ(factors.size(), static_cast<std::size_t>(plan.grid().nodes()));
    EXPECT_EQ(factors[23], 1);
    EXPECT_LT(factors[24], 1);
    EXPECT_LT(factors[48], factors[47]);
    EXPECT_EQ(draft.plan.report.warnings.size(), draft_plan(friction_scene(0), {}).plan.report.warnings.size());

    scene.boundaries.layer[1].cells = 4;
    EXPECT_THAT(draft_plan(scene, {}).plan.report.warnings,
                testing::Contains(HasSubstr("the sponge at x_max sends back")));
}

TEST(ProgramSponge, RepeatsTheValuesAtTheEdge) {
    Scene scene = friction_scene(0);
    scene.boundaries.kind[0] = scene.boundaries.kind[4] = SideKind::absorbing;
    scene.boundaries.layer[0].cells = 3;
    scene.boundaries.layer[4].cells = 2;
    const PlanOutline plan = draft_plan(scene, {}).plan;
    std::vector<double> values(24 * 16);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
    const std::vector<double> grown = grow_into_sponge(plan, values);
    ASSERT_EQ(grown.size(), 27U * 18U);
    EXPECT_EQ(grown[0], 0);
    EXPECT_EQ(grown[3], 0);
    EXPECT_EQ(grown[4], 1);
    EXPECT_EQ(grown[2 * 27 + 26], 23);
    EXPECT_EQ(grown[3 * 27 + 3], 24);
    EXPECT_EQ(grow_into_sponge(plan, {7}), std::vector<double>{7});
}

}  // namespace
}  // namespace wavesim::test
