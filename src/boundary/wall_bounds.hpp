// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

// Spectral bounds that prove walls stable for every geometry.

/// sigma(k) = sum_m 4 a_m sin^2(m k / 2), the 1-D symbol of the axis weights a_m, m = 1, 2, ...
double axis_symbol(const std::vector<double>& a, double k);

/// How close explicit walls (BE) come to the free-space bound on any run of air, over all run lengths. With half-cell
/// mass D0 at both ends of a mirrored run of N nodes, max eig(K + (e_0 e_0^T + e_N e_N^T)/D0) <= sigma(pi)
/// iff the result is <= 1. A mirrored run is diagonal in the cosine basis, so the walls are one rank-one term
/// per parity and the condition is the secular sum
///   (2 / (N D0)) sum_j cos^2(t_j/2) / (sigma(pi) - sigma(t_j)) <= 1,  t_j = 2 pi (j + p/2) / N,  p = 0, 1.
/// Infinity when sigma does not have its maximum at pi.
double explicit_wall_load(const std::vector<double>& a, double air_mass);

/// True if every shell lies on the axes. Solids can then be treated line by line.
bool acts_along_axes(const Stencil& stencil);
/// True if every shell lies within the nearest 26 nodes.
bool acts_on_nearest(const Stencil& stencil);

/// Lowest and highest eigenvalue that the operator K with tangential completion at solids can have in any
/// geometry; for stencils of radius 1. K is a sum over the cubes of 2 x 2 x 2 nodes of a form that depends on the
/// cube's mask alone, and every node lies in 8 cubes. Hence eig(K) <= 8 max over the 256 masks of the cube's eigenvalue
/// (2D: 4, 16).
struct SpectralRange {
    double lowest = 0;
    double highest = 0;
};
SpectralRange completion_range(const Stencil& stencil);

/// The part of K in a cube of 2 x 2 x 2 nodes whose air corners are the bits of `mask`, in 3D; 0 at other corners.
std::array<std::array<double, 8>, 8> cube_form(const Stencil& stencil, unsigned mask);

/// Largest load of ports at a vertex, one per unit of area, on the part of the bound that the cube around it leaves
/// free. The load is the least mass t per area with which K + sum A b b^T / (t A) <= bound holds there. `rows`: b of
/// each port by corner, numbered by bits x, y, z; `mask`: air corners. Infinity where no mass is enough. As every node
/// is divided among its 8 cubes, the bound then holds in every room. For stencils of radius 1 in 3D.
double vertex_load(const Stencil& stencil, double bound, unsigned mask, const std::vector<std::array<double, 8>>& rows);

/// The largest value, over all waves, of the symbol of K + (2 / D) cos^2(kx/2) cos^2(ky/2) cos^2(kz/2). The second term
/// is 1 / (4 D) sum (b u)^2 over all nodes and the 8 vertices around each, b the mean of the 8 nodes there. A box with
/// mirrored sides is the even part of the grid without sides, so the sum of K and these squares keeps that bound there.
/// Ports add no more than their part of the squares, with mass D at flat walls, 2 D at edges and 3 D at corners.
double box_port_bound(const Stencil& stencil, double air_mass);

}  // namespace wavesim
