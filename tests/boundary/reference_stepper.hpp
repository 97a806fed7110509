// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/energy.hpp"

namespace wavesim {

/// The two-step scheme with wall passes written out as in passes.hpp, node by node in double: what every
/// backend must do, and the oracle of the wall tests.
class ReferenceStepper {
  public:
    explicit ReferenceStepper(ScalarProblem problem_in) : problem(std::move(problem_in)) {
        const auto nodes = static_cast<std::size_t>(problem.extent.nodes());
        previous.assign(nodes, 0.0);
        current.assign(nodes, 0.0);
        theta.assign(problem.walls.explicit_walls.nodes.size(), 0.0);
        branch.assign(problem.walls.branch_walls.laws.size(), 0.0);
        port_theta.assign(static_cast<std::size_t>(port_state_starts(problem.walls.ports).back()), 0.0);
        port_y = port_flux = port_theta;
    }

    /// Advances one step; `current` becomes `previous`.
    void step() {
        const double c = problem.courant;
        std::vector<double> next(current.size());
        apply_stiffness(problem, current, next);
        for (std::size_t i = 0; i < next.size(); ++i) next[i] = 2 * current[i] - previous[i] - c * c * next[i];

        const ExplicitWalls& walls = problem.walls.explicit_walls;
        for (std::size_t f = 0; f < walls.nodes.size(); ++f) {
            const auto i = static_cast<std::size_t>(walls.nodes[f]);
            const WallLaw& law = walls.law[walls.laws[f]];
            const double flux = (current[i] - law.resistance * theta[f]) / (law.air_mass + law.resistance * c / 2);
            theta[f] += c * flux;
            next[i] -= c * c * law.area * flux;
        }

        step_ports(next);

        const BranchWalls& branches = problem.walls.branch_walls;
        for (std::size_t b = 0; b < branches.nodes.size(); ++b) {
            const auto i = static_cast<std::size_t>(branches.nodes[b]);
            const auto from = static_cast<std::size_t>(branches.first[b]),
                       to = static_cast<std::size_t>(branches.first[b + 1]);
            const auto beta = [&](const WallLaw& law) { return 1 / (2 * law.air_mass / c + law.resistance); };
            double admittance = 0, history = 0, mass = 1;
            for (std::size_t f = from; f < to; ++f) {
                const WallLaw& law = branches.law[branches.laws[f]];
                mass = law.mass;
                admittance += law.area * beta(law);
                history += law.area * beta(law) * (2 * law.air_mass / c) * branch[f];
            }
            next[i] =
                (mass * next[i] + c * admittance / 2 * previous[i] - c * c * history) / (mass + c * admittance / 2);
            for (std::size_t f = from; f < to; ++f) {
                const WallLaw& law = branches.law[branches.laws[f]];
                const double mean =
                    beta(law) * ((2 * law.air_mass / c) * branch[f] + (next[i] - previous[i]) / (2 * c));
                branch[f] = 2 * mean - branch[f];
            }
        }
        for (const SolidSpan& span : problem.walls.solids) std::fill_n(next.begin() + span.node, span.count, 0.0);
        previous.swap(current);
        current.swap(next);
    }

    ScalarProblem problem;
    std::vector<double> previous, current;
    std::vector<double> theta, branch;
    std::vector<double> port_theta, port_y, port_flux;

  private:
    void step_ports(std::vector<double>& next) {
        const WallPorts& ports = problem.walls.ports;
        const double c = problem.courant;
        std::size_t state = 0;
        for (std::size_t l = 0; l < ports.law.size(); ++l) {
            const PortLaw& law = ports.law[l];
            const auto count = static_cast<std::size_t>(ports.first[l + 1] - ports.first[l]);
            for (std::size_t k = 0; k < count; ++k) {
                const std::size_t port = static_cast<std::size_t>(ports.first[l]) + k;
                const PortRow& row = ports.row[ports.rows[port]];
                const auto node = [&](std::size_t i) {
                    const Node& s = row.steps[i];
                    return static_cast<std::size_t>(ports.nodes[port] + problem.extent.index(s.x, s.y, s.z));
                };
                double pressure = 0, sum = 0, share = 1, flux = 0;
                for (std::size_t i = 0; i < row.steps.size(); ++i) pressure += row.weights[i] * current[node(i)];
                std::vector<double> back, beta;
                for (std::size_t m = 0; m < law.branches.size(); ++m) {
                    const PortBranch& b = law.branches[m];
                    const std::size_t at = state + m * count + k;
                    beta.push_back(1 / (b.mass + b.resistance * c / 2 + b.stiffness * c * c / 4));
                    back.push_back(b.resistance * port_theta[at] + b.stiffness * (port_y[at] + c * port_theta[at] / 2));
                    sum += beta[m] * back[m];
                    share += law.air_mass * beta[m];
                }
                for (std::size_t m = 0; m < law.branches.size(); ++m) {
                    const std::size_t at = state + m * count + k;
                    port_flux[at] = beta[m] * ((pressure + law.air_mass * sum) / share - back[m]);
                    port_y[at] += c * port_theta[at] + c * c * port_flux[at] / 2;
                    port_theta[at] += c * port_flux[at];
                    flux += port_flux[at];
                }
                for (std::size_t i = 0; i < row.steps.size(); ++i)
                    next[node(i)] -=
                        c * c * law.area * row.weights[i] / ports.mass_of(static_cast<std::int64_t>(node(i))) * flux;
            }
            state += count * law.branches.size();
        }
    }
};

}  // namespace wavesim
