// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string_view>

namespace wavesim {

/// Alternative names of the sides in scenes, per Side, for a view along y with z upwards.
inline constexpr auto other_side_names =
    std::to_array<std::string_view>({"left", "right", "front", "back", "floor", "ceiling"});

}  // namespace wavesim
