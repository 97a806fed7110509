// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Deviation of the pressure at a node `away` cells behind a step of the density from that of a constant flux, for a
/// slope that grows by 1 per cell there. In D+ p = rho q the density is averaged over cells around half nodes, and
/// first differences of order 2M (density_operator.hpp) are not inverted exactly by an integral. It is 0 for M = 1 and
/// up to 0.04 for other M.
double step_ripple(int half_order, double away);

}  // namespace wavesim
