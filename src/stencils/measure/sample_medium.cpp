// SPDX-License-Identifier: MIT
#include "stencils/measure/sample_medium.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "stencils/measure/stepper.hpp"

namespace wavesim {

namespace {

void fill_factors(StencilProblem& problem) {
    if (!problem.speed.varies) return;
    for (const double value : noise(problem)) problem.factors.of_node.push_back(static_cast<float>(0.6 + 0.4 * value));
    problem.store_factors(problem.speed.storage);
}

}  // namespace

Problem sample_problem(const ScalarShape&, const ProblemShape& shape) {
    ScalarProblem problem(shape);
    fill_factors(problem);
    return problem;
}

Problem sample_problem(const DensityShape&, const ProblemShape& shape) {
    DensityProblem problem(shape);
    problem.speed.varies = true;
    const std::vector<double> random = noise(problem);
    for (const double value : random) problem.fluid.modulus.push_back(static_cast<float>(0.6 + 0.4 * value));
    for (const int axis : {0, 1, 2}) {
        if (axis == 1 && problem.stencil.dims == 2) continue;
        const auto a = static_cast<std::size_t>(axis);
        // above 1 where moduli are below, so that waves are nowhere faster than c
        for (const double value : random) problem.fluid.buoyancy[a].push_back(static_cast<float>(0.75 - 0.2 * value));
        problem.fluid.low_side[a].assign(random.size() / static_cast<std::size_t>(problem.extent.along(axis)), 0.7F);
    }
    problem.store_fluid(problem.speed.storage);
    return problem;
}

Problem sample_problem(const TtiShape&, const ProblemShape& shape) {
    TtiProblem problem(shape);
    constexpr std::size_t period = 64;
    struct Values {
        float share, epsilon, delta;
        std::array<float, 3> axis;
    };
    std::array<Values, period> table;
    const bool flat = problem.extent.ny == 1;
    for (std::size_t i = 0; i < period; ++i) {
        const double wave = std::sin(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(period));
        const double tilt = (30 + 10 * wave) * std::numbers::pi / 180;
        const double azimuth = flat ? 0 : (45 + 20 * wave) * std::numbers::pi / 180;
        table[i] = {static_cast<float>(0.7 + 0.3 * wave),
                    static_cast<float>(0.2 + 0.08 * wave),
                    static_cast<float>(0.1 + 0.04 * wave),
                    {static_cast<float>(std::sin(tilt) * std::cos(azimuth)),
                     static_cast<float>(std::sin(tilt) * std::sin(azimuth)), static_cast<float>(std::cos(tilt))}};
    }
    const auto nodes = static_cast<std::size_t>(problem.extent.nodes());
    TiltedMedium& tti = problem.tti;
    problem.speed.varies = true;
    problem.factors.of_node.resize(nodes);
    tti.epsilon.resize(nodes);
    tti.delta.resize(nodes);
    for (auto& component : tti.axis) component.resize(nodes);
    std::size_t node = 0;
    for (std::int64_t z = 0; z < problem.extent.nz; ++z)
        for (std::int64_t y = 0; y < problem.extent.ny; ++y)
            for (std::int64_t x = 0; x < problem.extent.nx; ++x, ++node) {
                const Values& v = table[static_cast<std::size_t>(x + y + z) % period];
                problem.factors.of_node[node] = v.share;
                tti.epsilon[node] = v.epsilon;
                tti.delta[node] = v.delta;
                for (std::size_t d = 0; d < 3; ++d) tti.axis[d][node] = v.axis[d];
            }
    return problem;
}

Problem sample_problem(const ProgramShape& kind, const ProblemShape& shape) {
    ProgramProblem problem(shape);
    fill_factors(problem);
    const std::size_t count = kind.program->declared.parameters.size();
    for (std::size_t p = 0; p < count; ++p)
        problem.parameters.push_back({0.5 + 0.5 * static_cast<double>(p + 1) / static_cast<double>(count)});
    return problem;
}

}  // namespace wavesim
