// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wavesim {

/// A unit that the numbers of a model file may have, and what it is in the unit of ModelFileRequest.
struct ModelUnit {
    std::string_view word;
    double factor;
};

inline constexpr auto model_speed_units = std::to_array<ModelUnit>({{"m/s", 1}, {"km/s", 1000}, {"ft/s", 0.3048}});
inline constexpr auto model_density_units = std::to_array<ModelUnit>({{"kg/m3", 1}, {"g/cm3", 1000}});
inline constexpr auto model_share_units = std::to_array<ModelUnit>({{"1", 1}, {"%", 0.01}});
inline constexpr auto model_angle_units =
    std::to_array<ModelUnit>({{"degrees", 1}, {"radians", 180 / std::numbers::pi}});

/// The words of such a table.
template <std::size_t N>
std::vector<std::string> unit_words(const std::array<ModelUnit, N>& units) {
    std::vector<std::string> words;
    for (const ModelUnit& unit : units) words.emplace_back(unit.word);
    return words;
}

/// The factor of the unit with that word, in any of the tables.
std::optional<double> model_unit_factor(std::string_view word);

}  // namespace wavesim
