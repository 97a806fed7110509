// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Discrete energy of a problem with walls, exact laws in grid units (X = c = 1): explicit walls (BE)
///   H = 1/2 sum D^2 + (courant^2/2)(u+, K u) + (courant^2/8 D0) sum_f A [((2 a eps - D)/(a+1))^2 - D^2],
///   D = u+ - u, eps = (u+ + u)/2 - E theta, a = 2 g D0 / courant;
/// branch walls (BI) with end masses m and trapezoidal weights: kinetic and potential part plus 1/2 A D0 V^2.
/// wall ports, with the fluxes Phi_m between n and n+1 and theta_m in their middle:
///   + (courant^2/2) sum A [(b, D) Phi + D0 Phi^2 + sum_m (D_m Phi_m^2 + F_m theta_m^2)],  Phi = sum_m Phi_m
/// H >= 0 iff max eig(K + sum A b b^T / (D0 + 1 / sum_m (1/D_m))) <= 4 / courant^2.
/// The step's loss Q >= 0 makes H^{n+1/2} - H^{n-1/2} = -Q hold to rounding.
struct WallEnergy {
    double energy = 0;  ///< H^{n+1/2}
    double loss = 0;    ///< Q, the energy that the walls absorbed between n-1/2 and n+1/2
};

/// Wall states as the passes define them: theta per explicit face and V per branch face. For ports: theta in the order
/// of port_state_starts(), and the fluxes Phi_m that led to it.
struct WallStates {
    std::span<const double> theta;
    std::span<const double> branch;
    std::span<const double> port_theta{};
    std::span<const double> port_flux{};
};

/// Host reference operator: out = K u = -(wall-modified L) u, corrections and mirrors included, double.
void apply_stiffness(const StencilProblem& problem, std::span<const double> u, std::span<double> out);

/// Energy between steps n and n+1 and the loss since n-1/2; `before`/`after` are the wall states at n-1/2 and n+1/2.
WallEnergy wall_energy(const StencilProblem& problem, std::span<const double> u_previous,
                       std::span<const double> u_current, std::span<const double> u_next, const WallStates& before,
                       const WallStates& after);

}  // namespace wavesim
