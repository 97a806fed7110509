// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>

#include "stencils/gpu/single/thread_cost.hpp"

namespace wavesim {

/// One thread per node. The loop of texture.leggy processes four shells at a time. In double texture.factored is
/// assumed to be like texture.loop.
inline constexpr ThreadRow per_node_times[] = {
    {.backend = "texture.unrolled",
     .card = h200,
     .dims = 2,
     .cost = {.constant = 0.2736,
              .reach2 = -0.17136,
              .point_reach = 0.057312,
              .in_double = 0.87,
              .uncached_point = 1.1952}},
    {.backend = "texture.unrolled",
     .card = h200,
     .cost = {.constant = 0.38, .reach2 = -0.238, .point_reach = 0.0796, .uncached_point = 1.66}},
    {.backend = "texture.leggy",
     .card = h200,
     .reach_times = 4,
     .cost = {.constant = 5.5, .reach = 2.2, .reach2 = 0.07, .in_double = 1.3}},
    {.backend = "texture.leggy",
     .card = h200,
     .cost = {.constant = 7.61, .reach = 2.2, .reach2 = 0.07, .in_double = 1.3}},
    {.backend = "texture.loop",
     .card = h200,
     .cost = {.constant = 3.31, .point = 0.546, .reach2 = 0.045, .in_double = 1.05}},
    {.backend = "texture.factored", .card = h200, .cost = {.constant = 3.19, .point = 0.606, .in_double = 1.05}},
    {.backend = "stream25.register",
     .card = h200,
     .cost = {.constant = 0.4, .point = 0.0536, .reach = 1.26, .in_double = 0.7}},
    {.backend = "stream25.hybrid",
     .card = h200,
     .cost = {.constant = 2.22, .point = 0.0102, .reach = 0.647, .reach2 = 0.0416, .in_double = 0.97}},
    {.backend = "stream25.shared",
     .card = h200,
     .cost = {.constant = 2.78, .point = 0.0558, .point_reach = 0.0168, .in_double = 0.92}},
    {.backend = "stream25.global",
     .card = h200,
     .cost = {.constant = 7.51, .reach2 = -1.33, .point_reach = 0.322, .in_double = 1.3, .uncached_point = 1.33}},
};

/// Time by the row of a form [ps]. Long arms in 2D are far from the stencils to which the rows are fitted.
inline double per_node_ps(std::string_view backend, const Stencil& stencil, Precision precision,
                          std::string_view card) {
    return std::max(0.0, thread_ps(per_node_times, backend, card, stencil, precision));
}

}  // namespace wavesim
