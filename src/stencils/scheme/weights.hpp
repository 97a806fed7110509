// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/scheme/shell.hpp"

namespace wavesim {

/// Second-difference weights beta_{M,m}, m = 1..M (closed form, order 2M).
std::vector<double> leggy_weights(int m);
/// First-difference weights c_{M,m}, m = 1..M, of sum_m c_m (u_{i+m} - u_{i-m}) (closed form, order 2M).
std::vector<double> leggy_first_difference(int m);
/// sigma_M(pi), the largest 1-D symbol of the leggy second difference of order 2M.
double leggy_symbol_max(int m);

/// How the free right-hand sides s_n of the moment system are chosen.
enum class MomentKind {
    space_only,         ///< s_n = 0, n >= 2: order 2N in space
    modified_equation,  ///< s_n = courant^(2n-2): order 2N in space and time
    isotropic,          ///< N = 1, and the error of fourth order is the same in every direction
};

/// The norm that is minimised by the weights that the moment system leaves free.
enum class MomentNorm {
    points,  ///< sum N_p a_p^2
    graded,  ///< sum N_p |q_p|^4 a_p^2: favours near shells, for sets with many more shells than conditions
};

/// Minimum-norm weights of the moment system of order 2N as polynomials in courant^2 (constant unless the
/// kind is modified_equation):
/// a_p = sum_j coefficients[j][p] * courant^(2j).
struct MomentWeights {
    std::vector<std::vector<double>> coefficients;
    double residual = 0;
    bool solvable() const { return residual < 1e-9; }
    std::vector<double> at(double courant) const;
};

/// Solves the moment system in 3D by a complete orthogonal decomposition in the metric of the norm.
MomentWeights solve_moments(const std::vector<Shell>& shells, int half_order, MomentKind kind,
                            MomentNorm norm = MomentNorm::points);
/// Largest scaled residual of the moment rows n = 1..half_order for given weights.
double moment_residual(const std::vector<Shell>& shells, const std::vector<double>& a, int half_order, double courant,
                       MomentKind kind);

/// One dispersion-optimised weight set; computed offline by a linear programme that minimises the
/// relative phase-velocity error over a ball of wavenumbers.
struct OptimisedWeights {
    int points;      ///< K
    double error;    ///< the phase error bound, 0.02 or 0.002
    int half_order;  ///< moment rows enforced (1: consistency)
    double courant;  ///< the Courant number of the programme
    double kappa;    ///< fraction of the axial Nyquist wavenumber with error <= bound
    std::vector<Shell> shells;
    std::vector<double> a;  ///< renormalised so that sum a_p N_p |q_p|^2 / 6 == 1
};
const std::vector<OptimisedWeights>& optimised_weights();

}  // namespace wavesim
