// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/model_grid.hpp"

namespace wavesim {

/// The speeds of points on a line along x in a medium whose compressibility is read between its values: with c_j and
/// rho_j the values around a point and w_j their shares, 1 / c^2 = rho sum_j w_j / (rho_j c_j^2), rho = sum_j w_j
/// rho_j. So long waves have the speed of the means of the file (Backus, J. Geophys. Res. 67 (1962) 4427). `density`
/// has the same places as `speed`; without it the density is one. `x` ascends.
void read_line_of_speeds(const ModelGrid& speed, const ModelGrid* density, const std::vector<ModelRead>& x,
                         const ModelRead& y, const ModelRead& z, float* values);
/// Whether the values of two grids lie at the same places.
bool same_places(const ModelGrid& one, const ModelGrid& other);

}  // namespace wavesim
