// SPDX-License-Identifier: MIT
#include "boundary/energy.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

namespace wavesim {
namespace {

/// Trapezoidal weight of a node: 1/2 per whole-sample mirror that it lies on.
double node_mass(const StencilProblem& problem, const Node& node) {
    const auto half = [&](int axis, std::int64_t at) {
        const std::size_t side = 2 * static_cast<std::size_t>(axis);
        const bool low = at == 0 && problem.halo[side] == HaloRule::mirror_whole;
        const bool high = at == problem.extent.along(axis) - 1 && problem.halo[side + 1] == HaloRule::mirror_whole;
        return (low ? 0.5 : 1.0) * (high ? 0.5 : 1.0);
    };
    return half(0, node.x) * half(1, node.y) * half(2, node.z);
}

void add_fields(const StencilProblem& problem, std::span<const double> u_current, std::span<const double> u_next,
                WallEnergy& result) {
    std::vector<double> force(u_current.size());
    apply_stiffness(problem, u_current, force);
    double kinetic = 0, potential = 0;
    std::size_t i = 0;
    for (std::int64_t z = 0; z < problem.extent.nz; ++z)
        for (std::int64_t y = 0; y < problem.extent.ny; ++y)
            for (std::int64_t x = 0; x < problem.extent.nx; ++x, ++i) {
                const double mass = node_mass(problem, {x, y, z}), change = u_next[i] - u_current[i];
                kinetic += mass * change * change;
                potential += mass * u_next[i] * force[i];
            }
    result.energy += 0.5 * kinetic + 0.5 * problem.courant * problem.courant * potential;
}

void add_explicit(const StencilProblem& problem, std::span<const double> u_previous, std::span<const double> u_current,
                  std::span<const double> u_next, const WallStates& before, const WallStates& after,
                  WallEnergy& result) {
    const ExplicitWalls& walls = problem.walls.explicit_walls;
    const double courant2 = problem.courant * problem.courant;
    for (std::size_t f = 0; f < walls.nodes.size(); ++f) {
        const auto i = static_cast<std::size_t>(walls.nodes[f]);
        const WallLaw& law = walls.law[walls.laws[f]];
        const double change = u_next[i] - u_current[i], change_before = u_current[i] - u_previous[i];
        const double wall = 0.5 * (u_next[i] + u_current[i]) - law.resistance * after.theta[f];
        const double wall_before = 0.5 * (u_current[i] + u_previous[i]) - law.resistance * before.theta[f];
        // with b = 1/a = E courant / (2 D0), finite for every resistance
        const double b = law.resistance * problem.courant / (2 * law.air_mass);
        const double stored = (2 * wall - b * change) / (1 + b);
        const double flow = 0.5 * (change + 2 * wall + change_before + 2 * wall_before);
        result.energy += courant2 / (8 * law.air_mass) * law.area * (stored * stored - change * change);
        result.loss += courant2 / (2 * law.air_mass) * law.area * b / ((1 + b) * (1 + b)) * flow * flow;
    }
}

void add_branches(const StencilProblem& problem, const WallStates& before, const WallStates& after,
                  WallEnergy& result) {
    const BranchWalls& walls = problem.walls.branch_walls;
    const double courant = problem.courant;
    for (std::size_t f = 0; f < walls.laws.size(); ++f) {
        const WallLaw& law = walls.law[walls.laws[f]];
        const double mean = 0.5 * (before.branch[f] + after.branch[f]);
        result.energy += 0.5 * courant * courant * law.area * law.air_mass * after.branch[f] * after.branch[f];
        result.loss += courant * courant * courant * law.area * law.resistance * mean * mean;
    }
}

}  // namespace

WallEnergy wall_energy(const StencilProblem& problem, std::span<const double> u_previous,
                       std::span<const double> u_current, std::span<const double> u_next, const WallStates& before,
                       const WallStates& after) {
    const auto nodes = static_cast<std::size_t>(problem.extent.nodes());
    const auto fits = [&](const WallStates& states) {
        return states.theta.size() == problem.walls.explicit_walls.nodes.size() &&
               states.branch.size() == problem.walls.branch_walls.laws.size();
    };
    if (u_previous.size() != nodes || u_current.size() != nodes || u_next.size() != nodes || !fits(before) ||
        !fits(after))
        throw std::invalid_argument("the energy needs one value per node and one state per wall face");
    WallEnergy result;
    add_fields(problem, u_current, u_next, result);
    add_explicit(problem, u_previous, u_current, u_next, before, after, result);
    add_branches(problem, before, after, result);
    return result;
}

}  // namespace wavesim
