// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// By how much the pressure at a node `away` cells behind a step of the density differs from that of a constant flux,
/// for a slope that grows by 1 per cell there: D+ p = rho q has its density averaged over cells around half nodes, and
/// first differences of order 2M (density_operator.hpp) do not invert to an integral. 0 for M = 1, up to 0.04 else.
double step_ripple(int half_order, double away);

}  // namespace wavesim
