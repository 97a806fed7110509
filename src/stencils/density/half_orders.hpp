// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// The largest M: the operator reaches 2M - 1 nodes.
inline constexpr int most_density_half_order = 12;

/// Largest M of the differences in its absorbing layers. Those of order 12 and more beside D- D+ let waves across a
/// layer grow by up to 4e-3 per step; of this order they decay with every M and width tried (eigenvalues of one step
/// along an axis, docs/validation.md).
inline constexpr int most_density_layer_half_order = 4;

}  // namespace wavesim
