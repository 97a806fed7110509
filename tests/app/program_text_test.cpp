// SPDX-License-Identifier: MIT
#include "app/program_text.hpp"

#include <gtest/gtest.h>

#include "app/plan_text.hpp"
#include "solvers/plan/plan.hpp"

namespace wavesim {
namespace {

/// An amplitude that falls as exp(-d t) has Q = pi f / d: 100 pi for 2 per second at 200 Hz. Up to 1e-7 per radian is
/// rounding.
TEST(ProgramText, WavesHaveSpeedDecayAndQ) {
    Plan plan;
    const double rounding = 1e-7 * 2 * 3.14159265358979 * 50;
    plan.report.program_waves = {{200, 343.2, 2}, {50, 1500, 0.999 * rounding}, {50, 1500, 1.001 * rounding}};

    const std::vector<ReportRow> rows = program_wave_lines(plan);

    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0].label, "Moves");
    EXPECT_EQ(rows[0].text, "200 Hz along an axis at 343.2 m/s, amplitude decays by 2 per second (Q 314.2)");
    EXPECT_EQ(rows[1].label, "");
    EXPECT_EQ(rows[1].text, "50.0 Hz along an axis at 1500 m/s, without loss");
    EXPECT_NE(rows[2].text.find("amplitude decays by 3.145e-05 per second (Q 4.995e+06)"), std::string::npos)
        << rows[2].text;
}

TEST(ProgramText, NamesFieldsSourcesAndParameters) {
    Plan plan;
    EXPECT_TRUE(program_lines(plan).empty());
    auto program = std::make_shared<equations::Program>();
    program->name = "waves";
    program->declared.fields.resize(3);
    for (std::size_t i = 0; i < 3; ++i) program->declared.fields[i].name = std::string(1, "pqr"[i]);
    program->declared.fields[0].source = program->declared.fields[2].source = true;
    program->declared.parameters.resize(4);
    for (std::size_t i = 0; i < 4; ++i) program->declared.parameters[i].name = std::string(1, "cdab"[i]);
    program->declared.parameters[0].from = equations::ParameterSource::speed;
    program->declared.parameters[1].from = equations::ParameterSource::density;
    auto& physics = plan.scene.medium.physics.emplace();
    physics.program = program;
    physics.heard = 1;
    physics.parameters.resize(4);
    physics.parameters[2].everywhere = 0.125;
    physics.parameters[3].layers.resize(2);

    const std::vector<ReportRow> rows = program_lines(plan);

    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].text.substr(0, rows[0].text.find(" show")),
              "waves: moves p, q, r; sources act on p, r, receivers");
    EXPECT_EQ(rows[1].text, "c is the speed, d is the density, a = 0.125, b by place");
}

}  // namespace
}  // namespace wavesim
