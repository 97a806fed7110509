// SPDX-License-Identifier: MIT
// Sponges of programs: what they take from every wave, and what they leave alone.
#include "stencils/equations/damping.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "stencils/equations/some_programs.hpp"
#include "stencils/equations/statement_graph.hpp"
#include "stencils/equations/symbol.hpp"

namespace wavesim::equations {
namespace {

/// Magnitudes of the eigenvalues of a step, ascending.
std::vector<double> magnitudes(const Program& program, std::vector<double> parameters) {
    const Symbol symbol(program, leggy(2, 2));
    std::vector<double> found;
    for (const Symbol::Complex& value : symbol.eigenvalues({0.4, 0, 0.9}, {0.2, 1, std::move(parameters)}))
        found.push_back(std::abs(value));
    std::ranges::sort(found);
    return found;
}

TEST(Damping, TakesTheSamePartOfEveryWave) {
    const Program air =
        read_statements("air", declared({2, 3}, {field("p", 2)}, {parameter("g")}),
                        {"change = p - p.old", "p.new = p + change + dt*dt*laplace(p) + g*laplace(change)"});
    Program rock = elastic(0.6);
    rock.declared.fields[0].half = {true, false, false};
    rock.declared.fields[4].half = {true, false, true};
    for (const auto& [program, parameters] :
         {std::pair(air, std::vector<double>{0.01}), {elastic(0.6), {}}, {rock, {}}}) {
        std::vector<double> expected = magnitudes(program, parameters);
        for (double& value : expected) value *= 0.93;
        std::vector<double> with_factor = parameters;
        with_factor.push_back(0.93);
        EXPECT_THAT(magnitudes(with_damping(program), with_factor),
                    testing::Pointwise(testing::DoubleNear(1e-9), expected))
            << program.name;
    }
}

/// The memory of a solid is damped before the pressure reads it, so its waves lose a little more or less.
TEST(Damping, TakesAboutAsMuchWhereAFieldReadsTheNextLevelOfAnother) {
    const std::vector<double> free = magnitudes(zener(0.3), {0.2});
    const std::vector<double> found = magnitudes(with_damping(zener(0.3)), {0.2, 0.93});
    for (std::size_t i = 0; i < free.size(); ++i) EXPECT_NEAR(found[i], 0.93 * free[i], 1e-3);
}

TEST(Damping, AddsAParameterAndNoReach) {
    const Program program = with_damping(zener(0.3));
    ASSERT_EQ(program.declared.parameters.size(), 2U);
    EXPECT_EQ(program.declared.parameters.back().value, 1);
    const Differences differences(leggy(2, 2), 0);
    EXPECT_EQ(graph_of(program, differences).halo(0), graph_of(zener(0.3), differences).halo(0));
}

}  // namespace
}  // namespace wavesim::equations
