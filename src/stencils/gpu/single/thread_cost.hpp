// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"
#include "stencils/grid/grid.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Points of the largest code with every point written out that the instruction cache holds; 461 were too many.
inline constexpr int most_cached_points = 400;

/// Time per node of the threads of a form besides the transfer of fields [ps], for K points and radius R in float:
/// constant + point K + reach R + reach2 R^2 + point_reach K R. In double it is multiplied by `in_double`. Fitted to 7
/// to 461 points and R = 1 to 20 (docs/performance.md).
struct ThreadCost {
    double constant = 0, point = 0, reach = 0, reach2 = 0, point_reach = 0;
    double in_double = 1;
    /// Code with every point written out that exceeds the instruction cache; measured at 461 points [ps per point].
    double uncached_point = 0;

    double ps(const Stencil& stencil, Precision precision) const;
};

/// A tuned row for a backend on a card (step_time.hpp), and for all stencils that agree with the fields that are set.
/// tests/campaigns/fit_step_times.py fits the numbers of a row.
struct ThreadRow {
    std::string_view backend;
    std::string_view card;
    std::optional<int> dims = {};
    std::optional<bool> arms = {};  ///< points only along the axes
    int least_reach = 0, most_reach = 1000;
    int reach_times = 1;  ///< the reach is a multiple of this
    int most_points = 1'000'000;
    ThreadCost cost;

    bool holds(std::string_view name, std::string_view on_card, const Stencil& stencil) const;
};

/// Time by the first row that applies [ps]. Throws std::logic_error if none applies.
double thread_ps(std::span<const ThreadRow> rows, std::string_view backend, std::string_view card,
                 const Stencil& stencil, Precision precision);

}  // namespace wavesim
