// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "stencils/density/half_orders.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/problem/problem.hpp"
#include "stencils/scheme/staggered_weights.hpp"

// Media whose density varies, p_tt = kappa div(b grad p) with kappa = rho c^2 and b = 1/rho. They are given by the
// moduli k_i = kappa_i / c^2 of the nodes, c being the fastest speed, and the buoyancies b of the half nodes
// (fluid_medium.hpp). All are independent: the code that makes the medium decides what node and face values represent.
// Two first differences of order 2M per axis, the second at half nodes, replace the leggy second difference:
//   (D+ p)_{i+1/2} = sum_m s_m (p_{i+m} - p_{i-m+1})
//   (D- f)_i       = sum_m s_m (f_{i+m-1/2} - f_{i-m+1/2})
//   p+ = 2 p - p- + courant^2 k_i sum_d D-_d (b_d D+_d p)
// D- is minus the transpose of D+, so the operator is symmetric in the scalar product with weights 1/k for any k and b,
// and
//   1/2 sum (p+ - p)^2 / k + courant^2 / 2 sum_faces b (D+ p+) (D+ p)
// is conserved. No velocity is stored: like every other scheme it has two levels of the pressure. Sides mirror k and b
// like the pressure, without its sign. The face on a side has its own buoyancy, which has an effect where the pressure
// is odd or zero there.

namespace wavesim {

/// D- D+ for constant density: arms of 2M - 1 nodes, order 2M, limit 1 / (sqrt(dims) sum |s_m|).
Stencil density_stencil(int half_order, int dims);

/// An upper bound of the spectrum of -X^2 / c^2 kappa sum_d D- b D+: steps with courant^2 * bound <= 4 are stable. It
/// uses extent, halo and medium of the problem. The operator has the eigenvalues of the symmetric matrix S = K^1/2 D^T
/// B D K^1/2. D is all of D+ with the mirror images folded in, B and K are diagonal and positive. Schur's test with the
/// weights sqrt(k): |S| maps sqrt(k_i) to at most lambda sqrt(k_i). Here lambda is the maximum over nodes of a sum over
/// the faces of the node. Each face contributes |s| b_face times the sum over its nodes of |s| k. Folding adds entries,
/// whose magnitudes are summed one by one. The bound grows with every k and b.
double density_spectral_bound(const DensityProblem& problem);

/// Message of backends for a problem in which values are missing.
inline constexpr auto fluid_is_missing =
    "a density that varies needs a modulus for every node and a buoyancy for every half node";

/// One sentence why a problem with varying density cannot be run; empty if it can.
std::string density_fault(const StencilProblem& problem, const DensityShape& density);

}  // namespace wavesim
