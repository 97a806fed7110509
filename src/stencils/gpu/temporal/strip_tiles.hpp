// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A tuned row: as many steps of a launch in 2D as fit the registers, with 16 warps of a multiprocessor if that leaves
/// enough of them, else with 12. It holds for all problems that agree with the fields that are set; the first such row
/// is used.
struct StripLevels {
    std::string_view card;  ///< on whose architecture kernels were compiled; it is used on every GPU
    Precision precision;
    int least_reach = 1;              ///< of the stencil [nodes]
    std::optional<bool> varies = {};  ///< whether nodes have factors of their own
    int least_capability = 0;         ///< compute capability, for which the compiler needs fewer registers
    int levels;
    int warps;
};
/// In double 8 bytes are spilled.
inline constexpr StripLevels strip_levels[] = {
    {.card = h200, .precision = Precision::float32, .least_reach = 2, .varies = false, .levels = 4, .warps = 16},
    {.card = h200, .precision = Precision::float32, .least_reach = 2, .levels = 4, .warps = 12},
    {.card = h200, .precision = Precision::float64, .least_reach = 2, .levels = 2, .warps = 12},
    {.card = h200, .precision = Precision::float32, .varies = false, .levels = 8, .warps = 16},
    {.card = h200, .precision = Precision::float32, .levels = 7, .warps = 16},
    {.card = h200, .precision = Precision::float64, .varies = false, .least_capability = 9, .levels = 6, .warps = 12},
    {.card = h200, .precision = Precision::float64, .levels = 5, .warps = 12},
};

}  // namespace wavesim
