// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "boundary/gram_patch.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// A Gram matrix Q of the symbol K^ of a stencil over a patch P, with a diagonal D above it (X = 1):
///   sum_{x - y = l} Q_xy = -a_l for l != 0, so that v(k)^* Q v(k) = K^(k) for v(k)_s = exp(i k s);
///   Q 1 = 0;   0 <= Q <= D as quadratic forms;   Q and D are invariant under the symmetries of the cube.
/// The sum of E_i^T Q E_i over the air nodes i, with averages E_i over reflecting walks (patch_forms.hpp), is then a
/// symmetric operator without negative eigenvalues. All its eigenvalues are at most tr D, in every room of voxels.
struct GramMatrix {
    GramPatch patch;
    std::vector<double> q;  ///< Q, |P| x |P|
    double bound = 0;       ///< tr D, plus |P| times what rounding makes of a negative eigenvalue of D - Q
    /// If not 0, D - Q >= R / (4 port_mass) with R = sum over the 8 vertices of the cell of (mean of the 8 nodes)^2.
    /// Then the bound also holds with ports at vertices. Those that read the mean of the walks from a cell towards a
    /// vertex may have areas that add up to (4 port_mass)^-1 times their masses.
    double port_mass = 0;

    double at(std::size_t a, std::size_t b) const { return q[a * patch.size() + b]; }
};

/// The Gram matrix with the least tr D, or the reason why there is none.
struct GramSearch {
    std::shared_ptr<const GramMatrix> matrix;
    std::string why_not;
};

/// One more condition on a matrix: the sum of form[o] times its number of orbit o has this value.
struct GramCondition {
    std::vector<double> form;
    double value = 0;
};

/// Searches for a Gram matrix over a given patch, with that port_mass. Where two points are further apart than the
/// stencil reaches along an axis, Q is 0.
GramSearch find_gram(const Stencil& stencil, const GramPatch& patch, double port_mass = 0,
                     const GramCondition* condition = nullptr);

/// Searches over the patches of 27, 33 and 57 points and takes the smallest one whose bound leaves at least 0.9995 of
/// the free-space time step, else the one with the least bound. Results are cached.
GramSearch find_gram(const Stencil& stencil);

/// A matrix over the same patch with the port_mass of a flat wall (half_cell_air_mass), for walls at the vertices in
/// 3D; none if it would cost more than 0.0005 of the time step. It errs more at re-entrant edges. Results are cached.
GramSearch find_gram_with_ports(const Stencil& stencil);

}  // namespace wavesim
