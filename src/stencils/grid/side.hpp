// SPDX-License-Identifier: MIT
#pragma once
#include <array>

namespace wavesim {

/// The six sides of the domain, in the order of every per-side array. A 2D grid has no y sides.
enum class Side { x_min, x_max, y_min, y_max, z_min, z_max };
inline constexpr std::array<Side, 6> all_sides{Side::x_min, Side::x_max, Side::y_min,
                                               Side::y_max, Side::z_min, Side::z_max};
inline int axis_of(Side side) { return static_cast<int>(side) / 2; }
inline bool is_max(Side side) { return static_cast<int>(side) % 2 == 1; }

}  // namespace wavesim
