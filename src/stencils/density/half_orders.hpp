// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// The largest M: the operator reaches 2M - 1 nodes.
inline constexpr int most_density_half_order = 12;

/// Largest M of the differences in absorbing layers of such media. With layer differences of order 12 and more beside
/// D- D+, waves across a layer grow by up to 4e-3 per step. With this order they decay for every tested M and width
/// (eigenvalues of one step along an axis, docs/validation.md).
inline constexpr int most_density_layer_half_order = 4;

}  // namespace wavesim
