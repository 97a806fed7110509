// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/scheme/stencil.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim {

/// How the weights of a catalogue row are made.
enum class WeightRecipe { leggy, fixed, moments };

/// One row of the catalogue: the data for make_stencil, without weights that depend on the Courant number.
struct CatalogueRow {
    std::string name;
    std::string family;   ///< leggy | compact | box
    std::string weights;  ///< one line on the weight set
    std::vector<Shell> shells;
    WeightRecipe recipe = WeightRecipe::fixed;
    int half_order = 1;
    MomentKind kind = MomentKind::space_only;  ///< for moment rows
    MomentNorm norm = MomentNorm::points;      ///< for moment rows
    std::vector<double> a;                     ///< for fixed rows
    double tuned_courant = 0;                  ///< for fixed rows that were made for one Courant number
    bool time_accurate = false;
    double courant_max = 0;
};

/// Every row, families in order, sizes ascending.
const std::vector<CatalogueRow>& catalogue_rows();

}  // namespace wavesim
