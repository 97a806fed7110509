// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/scene.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

// Effective media for waves that are long relative to a cell. A node has the mean compressibility of its cell,
//   1 / kappa = < 1 / (rho c^2) >.
// The half node after it along axis d, for the flux along d, has a buoyancy between two limits. They are 1 divided by
// the mean density for an interface across d, and the mean of 1 / density for one along d. With n the normal of the
// interface in the cell around the half node:
//   b = n_d^2 / <rho> + (1 - n_d^2) <1 / rho>
// Cells exchange part of their means with their neighbours, see cell_places.hpp.
// Sources: Backus, J. Geophys. Res. 67 (1962) 4427 (layers); Moczo, Kristek, Vavrycuk, Archuleta, Halada, Bull. Seism.
// Soc. Am. 92 (2002) 3042 (means in cells); Farjadpour et al., Optics Letters 31 (2006) 2972 (weights by the normal).

/// Whether cells are averaged. They are not if a scene excludes it, in TTI media, and for programs, whose parameters
/// are sampled at nodes.
bool averages_cells(const Scene& scene);

/// (c_i / fastest)^2 of the nodes in a part of the domain and beyond it; empty for constant speed and density. If cells
/// are averaged, the value is 1 / <fastest^2 / c^2>.
std::vector<float> make_factors(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part);

/// kappa / fastest^2 of the nodes in a part, kg/m3.
std::vector<float> make_modulus(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part);

/// Buoyancy, m3/kg, of the half nodes after the nodes of a part along an axis. Without averaging it is that of the mean
/// density of the two adjacent nodes.
std::vector<float> make_buoyancy(const Scene& scene, const GridChoice& grid, WallPosition walls, int axis,
                                 const NodeBox& part);

}  // namespace wavesim
