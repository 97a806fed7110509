// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/scene.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

// Media as waves that are long against a cell feel them. A node has the mean compressibility of its cell,
//   1 / kappa = < 1 / (rho c^2) >.
// The half node after it along axis d, for the flux along d, has what lies between a layer across d (the mean density)
// and one along it (the mean of its inverse). With n the normal of the step in the cell around the half node:
//   b = n_d^2 / <rho> + (1 - n_d^2) <1 / rho>
// Cells exchange part of their means with their neighbours, see cell_places.hpp.
// Sources: Backus, J. Geophys. Res. 67 (1962) 4427 (layers); Moczo, Kristek, Vavrycuk, Archuleta, Halada, Bull. Seism.
// Soc. Am. 92 (2002) 3042 (means in cells); Farjadpour et al., Optics Letters 31 (2006) 2972 (weights by the normal).

/// Whether cells are averaged: not where a scene says so, nor in TTI media and for programs, whose parameters are those
/// of nodes.
bool averages_cells(const Scene& scene);

/// (c_i / fastest)^2 of the nodes of a part of the domain, and of those beyond it; nothing where speed and density are
/// one. If cells are averaged, the value is 1 / <fastest^2 / c^2>.
std::vector<float> make_factors(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part);

/// kappa / fastest^2 of the nodes of a part, kg/m3.
std::vector<float> make_modulus(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part);

/// Buoyancy, m3/kg, of the half nodes after the nodes of a part along an axis. Without averages that of the mean
/// density of the two nodes beside it.
std::vector<float> make_buoyancy(const Scene& scene, const GridChoice& grid, WallPosition walls, int axis,
                                 const NodeBox& part);

}  // namespace wavesim
