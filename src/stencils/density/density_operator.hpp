// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "stencils/density/half_orders.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/problem/problem.hpp"
#include "stencils/scheme/staggered_weights.hpp"

// Media whose density varies, p_tt = kappa div(b grad p) with kappa = rho c^2 and b = 1/rho. They are given as the
// moduli k_i = kappa_i / c^2 of the nodes, c the fastest speed, and the buoyancies b of the half nodes of every axis
// (fluid_medium.hpp), each of them free: whoever makes the medium decides what a node and a face stand for. Two first
// differences of order 2M per axis, the second at half nodes, take the place of the leggy second difference:
//   (D+ p)_{i+1/2} = sum_m s_m (p_{i+m} - p_{i-m+1})
//   (D- f)_i       = sum_m s_m (f_{i+m-1/2} - f_{i-m+1/2})
//   p+ = 2 p - p- + courant^2 k_i sum_d D-_d (b_d D+_d p)
// D- is minus the transpose of D+, so the operator is symmetric in the scalar product with weights 1/k whatever k and b
// are, and
//   1/2 sum (p+ - p)^2 / k + courant^2 / 2 sum_faces b (D+ p+) (D+ p)
// is conserved. No velocity is stored: the scheme has the two levels of the pressure, as every other. Sides mirror k
// and b like the pressure, without its sign; the face on a side has a buoyancy of its own, which acts where the
// pressure is odd or zero there.

namespace wavesim {

/// D- D+ where the density is one: arms of 2M - 1 nodes, order 2M, limit 1 / (sqrt(dims) sum |s_m|).
Stencil density_stencil(int half_order, int dims);

/// A bound of the spectrum of -X^2 / c^2 kappa sum_d D- b D+: steps with courant^2 * bound <= 4 are stable. Of the
/// medium as the problem holds it; asks for extent, halo and medium. The operator has the eigenvalues of the symmetric
/// matrix S = K^1/2 D^T B D K^1/2, D all of D+ with the mirrors folded in, B and K diagonal and positive. Schur's test
/// with the weights sqrt(k): |S| takes sqrt(k_i) at most to lambda sqrt(k_i). Here lambda is the largest value of a
/// node, the sum over its faces of |s| b_face times the sum over the nodes of the face of |s| k. Folding adds entries,
/// whose sizes the sums count one by one. The bound grows with every k and b.
double density_spectral_bound(const DensityProblem& problem);

/// Said by backends whose problem lacks some.
inline constexpr auto fluid_is_missing =
    "a density that varies needs a modulus for every node and a buoyancy for every half node";

/// Why a problem whose density varies cannot be run, one sentence; empty when it can.
std::string density_fault(const StencilProblem& problem, const DensityShape& density);

}  // namespace wavesim
