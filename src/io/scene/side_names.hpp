// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string_view>

namespace wavesim {

/// What else scenes call the sides, per Side: as one looks along y, z upwards.
inline constexpr auto other_side_names =
    std::to_array<std::string_view>({"left", "right", "front", "back", "floor", "ceiling"});

}  // namespace wavesim
