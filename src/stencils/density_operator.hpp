// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "stencils/passes.hpp"
#include "stencils/problem.hpp"

// Media whose density varies, p_tt = kappa div(b grad p) with kappa = rho c^2 and b = 1/rho. Two first differences of
// order 2M per axis, the second at half nodes, take the place of the leggy second difference:
//   (D+ p)_{i+1/2} = sum_m s_m (p_{i+m} - p_{i-m+1})             b_{i+1/2} = 2 / (rho_i + rho_{i+1})
//   (D- f)_i       = sum_m s_m (f_{i+m-1/2} - f_{i-m+1/2})
//   p+ = 2 p - p- + T^2 kappa_i / X^2 sum_d D-_d (b D+_d p)
// D- is minus the transpose of D+, so the operator is symmetric in the scalar product with weights 1/kappa, and
//   1/2 sum (p+ - p)^2 / kappa + T^2 / (2 X^2) sum_faces b (D+ p+) (D+ p)
// is conserved. No velocity is stored: the scheme has the two levels of the pressure, as every other. Sides mirror rho
// like the pressure, without its sign. Waves see an interface half a cell before the first node of the next medium.
// Source of the weights: Fornberg, Math. Comp. 51 (1988), 699 (differences at half nodes).

namespace wavesim {

/// The largest M: the operator reaches 2M - 1 nodes.
inline constexpr int most_density_half_order = 12;

/// Largest M of the differences in its absorbing layers. Those of order 12 and more beside D- D+ let waves across a
/// layer grow by up to 4e-3 per step; of this order they decay with every M and width tried (eigenvalues of one step
/// along an axis, docs/validation.md).
inline constexpr int most_density_layer_half_order = 4;

/// s_m, m = 1 .. M: (-1)^{m+1} ((2M-1)!!)^2 / (4^{M-1} (2m-1)^2 (M+m-1)! (M-m)!).
std::vector<double> staggered_weights(int half_order);

/// D- D+ where the density is one: arms of 2M - 1 nodes, order 2M, limit 1 / (sqrt(dims) sum |s_m|).
Stencil density_stencil(int half_order, int dims);

/// A bound of the spectrum of -(X / c)^2 kappa sum_d D- b D+, c the fastest speed: steps with courant^2 * bound <= 4
/// are stable. Schur's test with the weights sqrt(kappa): the largest sum, over the faces of a node, of |s| b_face (sum
/// over the nodes of the face of |s| kappa / c^2). For M = 1 it never exceeds that of the fastest speed alone; for
/// larger M it does where media of very different densities meet. Asks for extent, halo, factors and densities.
double density_spectral_bound(const DensityProblem& problem);

/// Node that a halo node mirrors, as the density does: halos that hold no image of the pressure mirror, too.
std::int64_t density_image(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high);

/// Why a problem whose density varies cannot be run, one sentence; empty when it can.
std::string density_fault(const StencilProblem& problem, const DensityShape& density);

}  // namespace wavesim
