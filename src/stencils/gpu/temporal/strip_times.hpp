// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A tuned row of passes in 2D: the time per row and level that a warp costs its scheduler, per neighbour and as a
/// constant.
struct StripTime {
    std::string_view card;
    Precision precision;
    int most_reach;
    double neighbour_s;
    double row_s;
};
inline constexpr StripTime strip_times[] = {
    {h200, Precision::float32, 1, 2.9e-9, 7e-9},
    {h200, Precision::float32, 2, 3.248e-9, 7.84e-9},
    {h200, Precision::float64, 1, 5.22e-9, 12.6e-9},
    {h200, Precision::float64, 2, 10.44e-9, 25.2e-9},
};

/// Additional time per row and level for factors of the medium: one per node, or read from a table.
struct StripFactors {
    double one_s;
    double values_s;
    double table_s;
};
inline constexpr StripFactors strip_factors{.one_s = 0, .values_s = 14e-9, .table_s = 20e-9};

/// Additional time of a launch with sources or receivers: a warp that contains some finishes last.
inline constexpr double strip_points_s = 25e-6;
/// Latency of a round of warps on a scheduler, in units of the time per warp: a round of n warps costs the time of n +
/// 5. Measured with one warp and with four.
inline constexpr double strip_waiting = 5;

}  // namespace wavesim
