// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <vector>

#include "solvers/signal/signal.hpp"

namespace wavesim {

/// 3D free field of a point source, p(r, t) = s(t - r/c) / (4 pi r) [Pa], sampled at t = n T, n = 0 .. steps-1.
std::vector<double> free_field_3d(const Signal& signal, double distance_m, double sound_speed_m_s, double time_step_s,
                                  std::int64_t steps);

/// 2D free field of a line source, p = (1/2 pi) int_0^{acosh(ct/r)} s(t - (r/c) cosh a) da  [Pa for s in Pa m per m].
/// Calls `look` many times a second; `look` may throw to stop the computation.
std::vector<double> free_field_2d(const Signal& signal, double distance_m, double sound_speed_m_s, double time_step_s,
                                  std::int64_t steps, const std::function<void()>& look = {});

}  // namespace wavesim
