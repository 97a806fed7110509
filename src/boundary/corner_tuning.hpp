// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/gram_matrix.hpp"

namespace wavesim {

/// A mode of an L-shaped room that a Gram matrix gives: three squares of 12 cells, one cell in height, for its first
/// mode, which is singular at the re-entrant edge. Its eigenvalue is the sum of form[o] times the number of orbit o.
struct CornerMode {
    std::vector<double> form;  ///< by orbit of the patch
    double eigenvalue;         ///< of the operator, spacing 1
};
CornerMode corner_mode(const GramMatrix& gram);

/// The eigenvalue with which the first mode of that room has its exact frequency at this Courant number
/// (1.47562182408 for squares of side 1: M. Dauge's benchmark for the L-shaped domain).
double exact_corner_eigenvalue(double courant);

/// The matrices of find_gram and find_gram_with_ports with the numbers that their bound leaves free chosen for edges:
/// the first mode of the L-shaped room is exact, or as near as the bound allows with 0.005 % of the time step. Results
/// are cached.
GramSearch find_tuned_gram(const Stencil& stencil);
GramSearch find_tuned_gram_with_ports(const Stencil& stencil);

}  // namespace wavesim
