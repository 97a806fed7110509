// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <vector>

#include "solvers/signal/signal.hpp"

namespace wavesim {

/// Exact field of a rigid rectangular room by image sources, sampled at t = n T. It is the sum of s(t - r/c) / (4 pi r)
/// over all images whose sound arrives before the end (2D: line images). Calls `look` many times a second with the
/// completed fraction; it may throw to stop the computation.
std::vector<double> shoebox_images(const Signal& signal, int dims, const Point& size_m, const Point& source,
                                   const Point& receiver, double sound_speed_m_s, double time_step_s,
                                   std::int64_t steps, const std::function<void(double)>& look = {});

}  // namespace wavesim
