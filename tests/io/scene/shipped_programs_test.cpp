// SPDX-License-Identifier: MIT
// The programs of configs/programs, on the CPU, against what they say they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <filesystem>

#include "io/scene/equations_file.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/cpu/statements/statement_step.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/equations/plane_waves.hpp"
#include "stencils/equations/step_limit.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using equations::Program;
using equations::Time;

constexpr std::array<HaloRule, 6> rigid{HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half,
                                        HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half};

Program shipped(const std::string& name) {
    return read_equations(std::filesystem::path(WAVESIM_SOURCE_DIR) / "configs/programs" / (name + ".yaml"));
}

std::vector<double> defaults(const Program& program) {
    std::vector<double> values;
    for (const equations::Parameter& parameter : program.declared.parameters) values.push_back(parameter.value);
    return values;
}

/// The limit in steps of spacing / fastest speed.
double courant(const Program& program, const Stencil& stencil, double spacing, double speed) {
    return equations::step_limit(equations::Symbol(program, stencil), spacing, {defaults(program)}).time_step * speed /
           spacing;
}

TEST(ShippedPrograms, HaveTheLimitsOfTheirSchemes) {
    const Stencil flat = make_stencil("leggy-1", 2);
    EXPECT_NEAR(courant(shipped("scalar"), flat, 0.1, 343), std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(courant(shipped("density"), flat, 0.1, 343), std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(courant(shipped("elastic"), flat, 5, 2000), std::sqrt(0.5) / (9.0 / 8 + 1.0 / 24), 1e-5);
    // nu dt / dx^2 = g: of the steps with lambda^2 + 2 g = 1/2.
    const double air = courant(shipped("air"), flat, 1e-4, 343);
    const double g = 0.002 * air / 343 / 1e-4;
    EXPECT_NEAR(air * air + 2 * g, 0.5, 1e-5);
    // Fast waves do not wait for the solids: 1 + 3 tau.
    EXPECT_NEAR(courant(shipped("visco"), flat, 0.002, 1500), std::sqrt(0.5 / (1 + 3 * 0.0288)), 1e-3);
}

TEST(ShippedPrograms, TheScalarWaveIsThatOfTheBackend) {
    ScalarProblem problem;
    problem.extent = {21, 9, 14};
    problem.precision = Precision::float64;
    problem.stencil = make_stencil("leggy-4", 3);
    problem.courant = 0.4;
    problem.halo = rigid;
    const auto backend = find_backend("cpu")->open(problem, {});
    const double spacing = 0.1;
    const cpu::StatementGrid grid{problem.extent, problem.stencil, problem.courant * spacing / 343,
                                  spacing,        rigid,           {{343}}};
    cpu::StatementStep<double> step(shipped("scalar"), grid, cpu::Isa::v2, 1);
    std::vector<double> start(static_cast<std::size_t>(problem.extent.nodes()));
    for (std::size_t i = 0; i < start.size(); ++i) start[i] = std::sin(0.37 * static_cast<double>(i * i % 101));
    for (const auto& [level, time] : {std::pair(FieldLevel::current, Time::now), {FieldLevel::previous, Time::old}}) {
        backend->write(level, start);
        for (std::size_t i = 0; i < start.size(); ++i)
            step.level(0, time)[step.layout().of(static_cast<std::int64_t>(i))] = start[i];
    }

    backend->advance(20);
    cpu::run_team(1, [&](const cpu::TeamMember& member) {
        step.mirror(member);
        for (int n = 0; n < 20; ++n) {
            step.advance(member, {});
            step.rotate();
        }
    });

    std::vector<double> expected(start.size());
    backend->read(FieldLevel::current, {{0, 0, 0}, {21, 9, 14}}, expected);
    std::vector<double> found(start.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        found[i] = step.level(0, Time::now)[step.layout().of(static_cast<std::int64_t>(i))];
    EXPECT_THAT(found, testing::Pointwise(testing::DoubleNear(1e-12), expected));
}

/// What a plane wave of a program is at some nodes of a long tube, from a click at its closed end.
std::vector<std::vector<double>> traces(const Program& program, double spacing, double time_step, int steps,
                                        const std::vector<std::int64_t>& nodes) {
    std::vector<std::vector<double>> parameters;
    for (const double value : defaults(program)) parameters.push_back({value});
    const cpu::StatementGrid grid{{360, 1, 1}, make_stencil("leggy-4", 2), time_step, spacing, rigid, parameters};
    cpu::StatementStep<double> step(program, grid, cpu::Isa::v2, 1);
    std::vector<std::vector<double>> seen(nodes.size());
    cpu::run_team(1, [&](const cpu::TeamMember& member) {
        for (int n = 0; n < steps; ++n) {
            const double x = M_PI * 400 * (n * time_step - 3.5e-3);
            step.advance(member, {{0, (1 - 2 * x * x) * std::exp(-x * x)}});
            step.rotate();
            for (std::size_t r = 0; r < nodes.size(); ++r)
                seen[r].push_back(step.level(0, Time::now)[step.layout().at(nodes[r], 0, 0)]);
        }
    });
    return seen;
}

TEST(ShippedPrograms, ConstantQLosesWhatItsModulusSaysOverThreeOctaves) {
    const Program program = shipped("visco");
    const double speed = 1500;
    const double tau = 0.0288;
    const double spacing = 0.125;
    const double time_step = 0.4 * spacing / speed;
    const auto seen = traces(program, spacing, time_step, 1100, {80, 160});
    double least_q = 1e9;
    double most_q = 0;
    for (const double frequency : {100.0, 141.0, 200.0, 283.0, 400.0, 566.0, 800.0}) {
        const double omega = 2 * M_PI * frequency;
        std::array<std::complex<double>, 2> spectrum;
        for (std::size_t r = 0; r < 2; ++r)
            for (std::size_t n = 0; n < seen[r].size(); ++n)
                spectrum[r] += seen[r][n] * std::polar(1.0, -omega * static_cast<double>(n) * time_step);
        std::complex<double> modulus = 1;
        for (const double relaxing : {75.0, 505.0, 4900.0})
            modulus += tau * std::complex<double>(0, omega) / std::complex<double>(2 * M_PI * relaxing, omega);
        const std::complex<double> k = omega / (speed * std::sqrt(modulus));
        const double distance = 80 * spacing;
        const std::complex<double> ratio = spectrum[1] / spectrum[0];

        EXPECT_NEAR(std::abs(ratio), std::exp(k.imag() * distance), 0.01 * std::exp(k.imag() * distance)) << frequency;
        const double phase = k.real() * distance;
        const double turned = std::remainder(std::arg(ratio) + phase, 2 * M_PI);
        EXPECT_LT(std::abs(turned), 0.01 * phase) << frequency;
        least_q = std::min(least_q, modulus.real() / modulus.imag());
        most_q = std::max(most_q, modulus.real() / modulus.imag());
    }
    EXPECT_GT(least_q, 0.96 * 50);
    EXPECT_LT(most_q, 1.04 * 50);
}

TEST(ShippedPrograms, AirLosesWithTheSquareOfTheFrequency) {
    const equations::Symbol symbol(shipped("air"), make_stencil("leggy-4", 3));
    const equations::Setting setting{0.3 * 0.01 / 343, 0.01, {343, 0.002}};

    for (const equations::PlaneWave& wave : equations::plane_waves(symbol, setting, {1, 1, 0}, {0.05, 0.1, 0.2}, 343)) {
        const double omega = 2 * M_PI * wave.frequency;
        const double decay = omega * omega * 0.002 / (2 * 343.0 * 343);
        EXPECT_NEAR(wave.decay, decay, 0.01 * decay) << wave.frequency;
    }
}

TEST(ShippedPrograms, ElasticWavesHaveBothSpeeds) {
    const equations::Symbol symbol(shipped("elastic"), make_stencil("leggy-1", 2));
    const equations::Setting setting{0.2 * 5 / 2000, 5, {2000, 1000, 2000}};

    for (const double speed : {2000.0, 1000.0})
        EXPECT_NEAR(equations::plane_waves(symbol, setting, {2, 0, 1}, {0.1, 0.2}, speed)[1].speed, speed,
                    1e-3 * speed);
}

}  // namespace
}  // namespace wavesim
