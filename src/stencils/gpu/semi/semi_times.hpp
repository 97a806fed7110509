// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/thread_cost.hpp"

namespace wavesim {

/// Tuned times of the semi-stencils and of the forms compared with them, for 25 points and more in float: means of
/// 512^3 and 900^3 nodes, 1000 steps, each with its best block size (docs/semi-stencils.md). It is an assumption that
/// times grow with the number of points and
/// double in double.
inline constexpr ThreadRow semi_times[] = {
    {.backend = "semi.gmem_3d", .card = h200, .cost = {.point = 0.405, .in_double = 2}},
    {.backend = "semi.smem_3d", .card = h200, .cost = {.point = 0.955, .in_double = 2}},
    {.backend = "semi.smem_25d", .card = h200, .cost = {.point = 0.243, .in_double = 2}},
    {.backend = "semi.semi_25d", .card = h200, .cost = {.point = 0.279, .in_double = 2}},
    {.backend = "semi.b", .card = h200, .cost = {.point = 0.214, .in_double = 2}},
    {.backend = "semi.ba", .card = h200, .cost = {.point = 0.226, .in_double = 2}},
    {.backend = "semi.2z", .card = h200, .cost = {.point = 0.271, .in_double = 2}},
};

}  // namespace wavesim
