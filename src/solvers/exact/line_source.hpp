// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/signal.hpp"

namespace wavesim {

/// Adds to `pressure`, sampled at t = n T, the field of a line source whose first sound arrives after `delay_s`:
///   p(t) = (1/2 pi) int_0^{acosh(t/delay)} s(t - delay cosh a) da   [Pa for s in Pa m per m].
/// Panels of a follow the time scale of the signal, 6 Gauss-Legendre nodes each (relative error below 1e-7).
void add_line_source(const Signal& signal, double delay_s, double time_step_s, std::vector<double>& pressure);

}  // namespace wavesim
