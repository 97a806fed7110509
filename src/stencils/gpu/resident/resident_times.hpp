// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"

namespace wavesim {

/// Time of a step of a field on chip for stencils of at most so many points.
struct ResidentTime {
    std::string_view card;
    int most_points;
    double node_ps;     ///< per node of the largest part
    double exchange_s;  ///< for the packs of the neighbours
};
/// Estimates until the kernel has been timed. They come from a simpler kernel for 180 x 126 x 81 nodes on the fitted
/// card. It took 4.01 us with 7 points and 5.51 us with 27; without the exchange 2.33 and 3.35 us.
inline constexpr ResidentTime resident_times[] = {
    {.card = h200, .most_points = 7, .node_ps = 160, .exchange_s = 1.7e-6},
    {.card = h200, .most_points = 27, .node_ps = 230, .exchange_s = 2.2e-6},
};
/// Time per face of a wall in the largest part, an estimate too.
inline constexpr double resident_face_ps = 400;

}  // namespace wavesim
