// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// One branch of a wall law in grid units (X = c = 1): a mass D, a resistance E and a spring F in series, none below 0,
/// not all 0.
struct PortBranch {
    double mass = 0;        ///< D
    double resistance = 0;  ///< E
    double stiffness = 0;   ///< F
    auto operator<=>(const PortBranch&) const = default;
};

/// What stands behind a port: a mass of air, and behind it branches side by side.
struct PortLaw {
    double area = 1;      ///< A, of the wall in cell faces
    double air_mass = 0;  ///< D
    std::vector<PortBranch> branches;
    auto operator<=>(const PortLaw&) const = default;
};

/// Nodes that a port reads and pushes, as steps from its first one, which is 0 steps away; their weights b add up to 1.
struct PortRow {
    std::vector<Node> steps;
    std::vector<double> weights;
    bool operator==(const PortRow&) const = default;
};

/// Wall ports: each takes a weighted mean of the pressure at a few nodes, and pushes the same nodes by the flux of its
/// law. States theta and y per port and branch at n - 1/2, 0 at the start; y where F > 0. T = courant, sums over
/// branches m:
///   beta_m = 1 / (D_m + E_m T/2 + F_m T^2/4);  den = 1 / (1 + D sum beta_m)
///   p = sum b_i u^n_i;  h_m = E_m theta_m + F_m (y_m + T theta_m/2);  p_wall = (p + D sum beta_m h_m) den
///   Phi_m = beta_m (p_wall - h_m);  y_m += T theta_m + T^2 Phi_m/2;  theta_m += T Phi_m
///   u*_i -= T^2 A b_i/m_i sum Phi_m, m_i the mass of the node
/// Ports read u^n alone: all of them come first, then each node takes what its ports push, in the order of the ports.
struct WallPorts {
    std::vector<std::int64_t> nodes;  ///< of each port, its first node; ascending within a law
    std::vector<std::uint16_t> rows;  ///< of each port, index into `row`
    std::vector<PortRow> row;
    std::vector<std::int64_t> first{0};  ///< law l has ports [first[l], first[l + 1])
    std::vector<PortLaw> law;
    /// A node that ports push and whose mass is not 1.
    struct NodeMass {
        std::int64_t node;
        double mass;
        bool operator==(const NodeMass&) const = default;
    };
    std::vector<NodeMass> masses{};  ///< ascending by node

    double mass_of(std::int64_t node) const {
        if (masses.empty()) return 1;
        const auto found = std::lower_bound(masses.begin(), masses.end(), node,
                                            [](const NodeMass& one, std::int64_t wanted) { return one.node < wanted; });
        return found != masses.end() && found->node == node ? found->mass : 1;
    }
    bool empty() const { return nodes.empty(); }
};

/// Where the states theta of each law start in a list of those of all ports: branch by branch, in each port by port.
/// One entry more than laws.
inline std::vector<std::int64_t> port_state_starts(const WallPorts& ports) {
    std::vector<std::int64_t> starts{0};
    for (std::size_t l = 0; l < ports.law.size(); ++l)
        starts.push_back(starts.back() + (ports.first[l + 1] - ports.first[l]) *
                                             static_cast<std::int64_t>(ports.law[l].branches.size()));
    return starts;
}

}  // namespace wavesim
