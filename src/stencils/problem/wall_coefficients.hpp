// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Coefficients in the update of a face that are constant in time (ExplicitWalls, with the same symbols), in grid
/// units:
///   Phi = conductance (u^n - resistance theta);  theta += courant Phi;  u* -= push Phi
struct ExplicitCoefficients {
    double resistance;   ///< E
    double conductance;  ///< 1 / (D0 + E courant/2)
    double push;         ///< courant^2 A
};
inline ExplicitCoefficients explicit_coefficients(const WallLaw& law, double courant) {
    return {law.resistance, 1 / (law.air_mass + law.resistance * courant / 2), courant * courant * law.area};
}

/// The same for a face with a branch law (BranchWalls). Terms of the faces of a node are summed:
///   u+ = (mass u* + sum(damping) u- - sum(state_weight V)) / (mass + sum(damping))
///   V := 2 conductance (inertia V + (u+ - u-)/(2 courant)) - V
struct BranchCoefficients {
    double inertia;       ///< 2 D0/courant
    double conductance;   ///< beta = 1 / (2 D0/courant + E)
    double admittance;    ///< A beta
    double damping;       ///< courant A beta/2
    double state_weight;  ///< courant^2 A beta 2 D0/courant
    double mass;          ///< m
};
inline BranchCoefficients branch_coefficients(const WallLaw& law, double courant) {
    const double inertia = 2 * law.air_mass / courant;
    const double beta = 1 / (inertia + law.resistance);
    return {
        inertia, beta, law.area * beta, courant * law.area * beta / 2, courant * courant * law.area * beta * inertia,
        law.mass};
}

/// The same for a branch of a port (WallPorts): h = state_weight theta + stiffness y.
struct PortBranchCoefficients {
    double state_weight;  ///< E + F courant/2
    double stiffness;     ///< F
    double conductance;   ///< beta
};
inline PortBranchCoefficients port_branch_coefficients(const PortBranch& branch, double courant) {
    return {branch.resistance + branch.stiffness * courant / 2, branch.stiffness,
            1 / (branch.mass + branch.resistance * courant / 2 + branch.stiffness * courant * courant / 4)};
}

/// The factor 1 / (1 + D sum beta) of a port.
inline double port_share(const PortLaw& law, double courant) {
    double sum = 0;
    for (const PortBranch& branch : law.branches) sum += port_branch_coefficients(branch, courant).conductance;
    return 1 / (1 + law.air_mass * sum);
}

}  // namespace wavesim
