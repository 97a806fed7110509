// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/thread_cost.hpp"

namespace wavesim {

/// Media whose density varies. The sweep is fitted to half orders 1 to 5 on 512^3 nodes in float and 1 to 4 in double.
inline constexpr ThreadRow density_times[] = {
    {.backend = "stream25.density",
     .card = h200,
     .cost = {.constant = 0.4, .reach = -0.05, .reach2 = 0.067, .in_double = 3.5}},
    {.backend = "texture.density", .card = h200, .cost = {.constant = 1.6, .point = 0.47}},
};

}  // namespace wavesim
