// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// The catalogue has leggy-1 to leggy-20.
inline constexpr int largest_leggy = 20;

/// One named stencil of the catalogue; weights may depend on the Courant number.
struct CatalogueEntry {
    std::string name;     ///< e.g. leggy-4, compact-57, compact-57-me4, compact-57-opt, box-125
    std::string family;   ///< leggy | compact | box
    std::string weights;  ///< one line on the weight set
    int points = 0;
    double courant_max = 0;    ///< enforced stability limit (largest stable Courant number, 3D)
    double tuned_courant = 0;  ///< recommended Courant number; 0: courant_max
};

/// Every named stencil, families in order, sizes ascending. Names are unique.
const std::vector<CatalogueEntry>& stencil_catalogue();

/// The stencil of that name with weights for the given Courant number (<= 0: the entry's own).
/// Only modified-equation weights depend on it. `dims` 2 projects it onto the (x, z) plane. Throws std::out_of_range
/// for an unknown name.
Stencil make_stencil(std::string_view name, int dims, double courant = 0);

/// The largest stable Courant number of the stencil of that name in `dims` dimensions. In 2D it is that of the
/// projected stencil, except that modified-equation weights keep their 3D limit (they are stable below it).
double courant_limit(std::string_view name, int dims);

/// The stencil with explicit shells and weights. Throws std::invalid_argument for an invalid shell, for one that occurs
/// twice or leaves the plane in 2D, and for weights that are not finite or not one per shell.
Stencil make_explicit_stencil(std::vector<Shell> shells, std::vector<double> a, int dims);

}  // namespace wavesim
