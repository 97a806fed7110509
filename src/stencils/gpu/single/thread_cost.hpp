// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "stencils/grid/grid.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// What the threads of a form take per node besides moving the fields [ps], of K points and radius R in float:
/// constant + point K + reach R + reach2 R^2 + point_reach K R, and that times `in_double` in double. Fitted to 7 to
/// 461 points and R = 1 to 20 (docs/performance.md).
struct ThreadCost {
    double constant = 0, point = 0, reach = 0, reach2 = 0, point_reach = 0;
    double in_double = 1;
    /// Code with every point written out, which no longer fits the instruction cache; measured at 461 points [ps per
    /// point].
    double uncached_point = 0;

    double ps(const Stencil& stencil, Precision precision) const;
};

/// A tuned row: of a backend, for the stencils that agree in what the row has, on the card of `fitted_card`.
/// tests/campaigns/fit_step_times.py fits the numbers that a row has.
struct ThreadRow {
    std::string_view backend;
    std::optional<int> dims = {};
    std::optional<bool> arms = {};  ///< points along the axes alone
    int least_reach = 0, most_reach = 1000;
    int reach_times = 1;  ///< whole multiples of it
    int most_points = 1'000'000;
    ThreadCost cost;

    bool holds(std::string_view name, const Stencil& stencil) const;
};

/// Time by the first row that holds [ps]. Throws std::logic_error where none does.
double thread_ps(std::span<const ThreadRow> rows, std::string_view backend, const Stencil& stencil,
                 Precision precision);

}  // namespace wavesim
