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

/// The law of a port: a mass of air in series with parallel branches.
struct PortLaw {
    double area = 1;      ///< A, of the wall in cell faces
    double air_mass = 0;  ///< D
    std::vector<PortBranch> branches;
    auto operator<=>(const PortLaw&) const = default;
};

/// Nodes that a port reads and acts on, as offsets from its first node (offset 0); the sum of their weights b is 1.
struct PortRow {
    std::vector<Node> steps;
    std::vector<double> weights;
    bool operator==(const PortRow&) const = default;
};

/// Wall ports: each reads a weighted mean of the pressure at a few nodes, and changes the same nodes by the flux of its
/// law. States theta and y per port and branch at n - 1/2, 0 at the start; y only where F > 0. T = courant, sums over
/// branches m:
///   beta_m = 1 / (D_m + E_m T/2 + F_m T^2/4);  den = 1 / (1 + D sum beta_m)
///   p = sum b_i u^n_i;  h_m = E_m theta_m + F_m (y_m + T theta_m/2);  p_wall = (p + D sum beta_m h_m) den
///   Phi_m = beta_m (p_wall - h_m);  y_m += T theta_m + T^2 Phi_m/2;  theta_m += T Phi_m
///   u*_i -= T^2 A b_i/m_i sum Phi_m, m_i the mass of the node
/// Ports read only u^n: all of them are evaluated first, then each node adds its ports in their order.
struct WallPorts {
    std::vector<std::int64_t> nodes;  ///< per port: its first node; ascending within a law
    std::vector<std::uint16_t> rows;  ///< per port: index into `row`
    std::vector<PortRow> row;
    std::vector<std::int64_t> first{0};  ///< law l has ports [first[l], first[l + 1])
    std::vector<PortLaw> law;
    /// A node on which ports act and whose mass is not 1.
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

/// Start of the states theta of each law in a list of the states of all ports. Within a law they are ordered by branch,
/// then by port. The result has one entry more than there are laws.
inline std::vector<std::int64_t> port_state_starts(const WallPorts& ports) {
    std::vector<std::int64_t> starts{0};
    for (std::size_t l = 0; l < ports.law.size(); ++l)
        starts.push_back(starts.back() + (ports.first[l + 1] - ports.first[l]) *
                                             static_cast<std::int64_t>(ports.law[l].branches.size()));
    return starts;
}

}  // namespace wavesim
