// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A tuned row: threads of a multiprocessor for which the compiler must leave registers. The kernel of whole steps
/// compiles without spills for so many, which its tests check. Some rows could be higher: with a block more the
/// compiler for sm_90 spills in float for 7 points and one node per thread (52 bytes), but not in double with one or
/// two nodes per thread. Whether more threads are quicker was not measured. A row holds for all problems and tiles that
/// agree with the fields that are set; the first such row is used.
struct WholeStepThreads {
    std::string_view card;  ///< on whose architecture kernels were compiled; it is used on every GPU
    Precision precision;
    int least_rows = 1;               ///< nodes of a thread along z
    std::optional<int> points = {};   ///< of the stencil
    std::optional<bool> varies = {};  ///< whether nodes have factors of their own
    int threads;
};
inline constexpr WholeStepThreads whole_step_threads_held[] = {
    {.card = h200, .precision = Precision::float64, .least_rows = 3, .threads = 384},
    {.card = h200, .precision = Precision::float64, .threads = 512},
    {.card = h200, .precision = Precision::float32, .least_rows = 3, .threads = 640},
    {.card = h200, .precision = Precision::float32, .least_rows = 2, .threads = 896},
    {.card = h200, .precision = Precision::float32, .points = 7, .varies = false, .threads = 1280},
    {.card = h200, .precision = Precision::float32, .threads = 1024},
};

}  // namespace wavesim
