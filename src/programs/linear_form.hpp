// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "programs/formula.hpp"

namespace wavesim {

/// weights[0] u[offset 0] + ... + constant. Offsets are sorted and unique, and no weight is zero.
struct LinearForm {
    struct Weight {
        Offset offset;
        double value = 0;
    };
    std::vector<Weight> weights;
    double constant = 0;
};

/// The formula as a weighted sum, in double; divisions by constants are included in the weights. Empty if it is not
/// linear in the nodes or if no weight is left.
std::optional<LinearForm> linear_form(const StencilFormula& formula);

/// A number of the formula, or a weight of its sum, that float cannot represent: too large, or so small that digits are
/// lost. Empty if all fit.
std::optional<double> beyond_float(const StencilFormula& formula);

}  // namespace wavesim
