// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wavesim {

/// Meaning of the numbers in a file: values, their reciprocals (slownesses) or the squares of these.
enum class NumberMeaning { value, reciprocal, reciprocal_square };

/// A unit that the numbers of a model file may have, and its size in the unit of ModelFileRequest.
struct ModelUnit {
    std::string_view word;
    double factor;
    NumberMeaning meaning = NumberMeaning::value;
};

/// The value that corresponds to a number of a file; infinite or NaN if there is none.
double value_in_si(double number, double factor, NumberMeaning meaning);

inline constexpr auto model_speed_units =
    std::to_array<ModelUnit>({{"m/s", 1},
                              {"km/s", 1000},
                              {"ft/s", 0.3048},
                              {"s/m", 1, NumberMeaning::reciprocal},
                              {"s/km", 1e-3, NumberMeaning::reciprocal},
                              {"us/m", 1e-6, NumberMeaning::reciprocal},
                              {"us/ft", 1e-6 / 0.3048, NumberMeaning::reciprocal},
                              {"s2/m2", 1, NumberMeaning::reciprocal_square},
                              {"s2/km2", 1e-6, NumberMeaning::reciprocal_square}});
inline constexpr auto model_density_units = std::to_array<ModelUnit>({{"kg/m3", 1}, {"g/cm3", 1000}});
inline constexpr auto model_share_units = std::to_array<ModelUnit>({{"1", 1}, {"%", 0.01}});
inline constexpr auto model_angle_units =
    std::to_array<ModelUnit>({{"degrees", 1}, {"radians", 180 / std::numbers::pi}});

/// The words of a table of units.
template <std::size_t N>
std::vector<std::string> unit_words(const std::array<ModelUnit, N>& units) {
    std::vector<std::string> words;
    for (const ModelUnit& unit : units) words.emplace_back(unit.word);
    return words;
}

/// The unit with that word, in any of the tables.
std::optional<ModelUnit> model_unit(std::string_view word);

/// Other units in which the numbers of a file would be plausible speeds of media (300 to 15,000 m/s). Empty if they are
/// plausible in `unit`, in which they range from `least_m_s` to `most_m_s`.
std::vector<std::string> likelier_speed_units(const ModelUnit& unit, double least_m_s, double most_m_s);

}  // namespace wavesim
