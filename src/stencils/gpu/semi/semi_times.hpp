// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/thread_cost.hpp"

namespace wavesim {

/// Semi-stencils and what they are compared with, from 25 points in float on 512^3 nodes. That the times grow with the
/// points and are twice as much in double is a guess.
inline constexpr ThreadRow semi_times[] = {
    {.backend = "semi.gmem_3d", .cost = {.point = 0.146, .in_double = 2}},
    {.backend = "semi.smem_3d", .cost = {.point = 0.476, .in_double = 2}},
    {.backend = "semi.smem_25d", .cost = {.point = 0.1184, .in_double = 2}},
    {.backend = "semi.semi_25d", .cost = {.point = 0.1176, .in_double = 2}},
    {.backend = "semi.b", .cost = {.point = 0.1076, .in_double = 2}},
    {.backend = "semi.ba", .cost = {.point = 0.106, .in_double = 2}},
    {.backend = "semi.2z", .cost = {.point = 0.086, .in_double = 2}},
};

}  // namespace wavesim
