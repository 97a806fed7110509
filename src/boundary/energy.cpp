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

void add_ports(const StencilProblem& problem, std::span<const double> u_current, std::span<const double> u_next,
               const WallStates& before, const WallStates& after, WallEnergy& result) {
    const WallPorts& ports = problem.walls.ports;
    const std::vector<std::int64_t> starts = port_state_starts(ports);
    const double courant = problem.courant, courant2 = courant * courant;
    for (std::size_t l = 0; l < ports.law.size(); ++l) {
        const PortLaw& law = ports.law[l];
        const std::int64_t count = ports.first[l + 1] - ports.first[l];
        for (std::int64_t k = 0; k < count; ++k) {
            const auto port = static_cast<std::size_t>(ports.first[l] + k);
            const PortRow& row = ports.row[ports.rows[port]];
            double change = 0, flux = 0, stored = 0, lost = 0;
            for (std::size_t i = 0; i < row.steps.size(); ++i) {
                const Node& s = row.steps[i];
                const auto node = static_cast<std::size_t>(ports.nodes[port] + problem.extent.index(s.x, s.y, s.z));
                change += row.weights[i] * (u_next[node] - u_current[node]);
            }
            for (std::size_t m = 0; m < law.branches.size(); ++m) {
                const PortBranch& branch = law.branches[m];
                const auto at = static_cast<std::size_t>(starts[l] + static_cast<std::int64_t>(m) * count + k);
                const double own = after.port_flux[at];
                const double middle = 0.5 * (before.port_theta[at] + after.port_theta[at]);
                const double mean_flux = 0.5 * (before.port_flux[at] + own);
                flux += own;
                stored += branch.mass * own * own + branch.stiffness * middle * middle;
                lost += branch.resistance * mean_flux * mean_flux;
            }
            result.energy += 0.5 * courant2 * law.area * (change * flux + law.air_mass * flux * flux + stored);
            result.loss += courant2 * courant * law.area * lost;
        }
    }
}

}  // namespace

WallEnergy wall_energy(const StencilProblem& problem, std::span<const double> u_previous,
                       std::span<const double> u_current, std::span<const double> u_next, const WallStates& before,
                       const WallStates& after) {
    const auto nodes = static_cast<std::size_t>(problem.extent.nodes());
    const auto port_states = static_cast<std::size_t>(port_state_starts(problem.walls.ports).back());
    const auto fits = [&](const WallStates& states) {
        return states.theta.size() == problem.walls.explicit_walls.nodes.size() &&
               states.branch.size() == problem.walls.branch_walls.laws.size() &&
               states.port_theta.size() == port_states && states.port_flux.size() == port_states;
    };
    if (u_previous.size() != nodes || u_current.size() != nodes || u_next.size() != nodes || !fits(before) ||
        !fits(after))
        throw std::invalid_argument("the energy needs one value per node and one state per wall face");
    WallEnergy result;
    add_fields(problem, u_current, u_next, result);
    add_explicit(problem, u_previous, u_current, u_next, before, after, result);
    add_branches(problem, before, after, result);
    add_ports(problem, u_current, u_next, before, after, result);
    return result;
}

}  // namespace wavesim
