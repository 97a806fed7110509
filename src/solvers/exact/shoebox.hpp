// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <vector>

#include "solvers/signal/signal.hpp"

namespace wavesim {

/// Rigid rectangular room by image sources: the sum of s(t - r/c) / (4 pi r) over every image whose sound arrives
/// before the end (2D: line images), sampled at t = n T. Exact. Calls
/// `look` with the part that is done, many times a second; it may throw to stop.
std::vector<double> shoebox_images(const Signal& signal, int dims, const Point& size_m, const Point& source,
                                   const Point& receiver, double sound_speed_m_s, double time_step_s,
                                   std::int64_t steps, const std::function<void(double)>& look = {});

}  // namespace wavesim
