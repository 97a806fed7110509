// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/scheme/stencil.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim {

/// How the weights of a catalogue row are made.
enum class WeightRecipe { leggy, fixed, moments };

/// One row of the catalogue: what make_stencil needs, without the weights that depend on the Courant number.
struct CatalogueRow {
    std::string name;
    std::string family;   ///< leggy | compact | box
    std::string weights;  ///< one line on the weight set
    std::vector<Shell> shells;
    WeightRecipe recipe = WeightRecipe::fixed;
    int half_order = 1;
    MomentKind kind = MomentKind::space_only;  ///< of moment rows
    MomentNorm norm = MomentNorm::points;      ///< of moment rows
    std::vector<double> a;                     ///< of fixed rows
    double tuned_courant = 0;                  ///< of fixed rows made for one Courant number
    bool time_accurate = false;
    double courant_max = 0;
};

/// Every row, families in order, sizes ascending.
const std::vector<CatalogueRow>& catalogue_rows();

}  // namespace wavesim
