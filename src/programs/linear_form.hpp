// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "programs/formula.hpp"

namespace wavesim {

/// weights[0] u[offset 0] + ... + constant. Offsets are sorted, each stands once, and no weight is zero.
struct LinearForm {
    struct Weight {
        Offset offset;
        double value = 0;
    };
    std::vector<Weight> weights;
    double constant = 0;
};

/// The formula as a weighted sum, in double, with divisions by constants taken into the weights; none where it is not
/// linear in the nodes, or no weight is left.
std::optional<LinearForm> linear_form(const StencilFormula& formula);

/// A number of the formula, or a weight of its sum, that float cannot hold: too large, or so small that digits are
/// lost; none where all fit.
std::optional<double> beyond_float(const StencilFormula& formula);

}  // namespace wavesim
