// SPDX-License-Identifier: MIT
#include "io/model/units.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace wavesim {

double value_in_si(double number, double factor, NumberMeaning meaning) {
    const double scaled = number * factor;
    switch (meaning) {
        case NumberMeaning::value: break;
        case NumberMeaning::reciprocal: return 1 / scaled;
        case NumberMeaning::reciprocal_square: return 1 / std::sqrt(scaled);
    }
    return scaled;
}

std::optional<ModelUnit> model_unit(std::string_view word) {
    for (const std::span<const ModelUnit> units :
         {std::span<const ModelUnit>(model_speed_units), std::span<const ModelUnit>(model_density_units),
          std::span<const ModelUnit>(model_share_units), std::span<const ModelUnit>(model_angle_units)})
        for (const ModelUnit& unit : units)
            if (unit.word == word) return unit;
    return std::nullopt;
}

namespace {

/// The number that represents a value in a file.
double number_of(double value, const ModelUnit& unit) {
    const bool square = unit.meaning == NumberMeaning::reciprocal_square;
    return (unit.meaning == NumberMeaning::value ? value : square ? 1 / (value * value) : 1 / value) / unit.factor;
}

/// Sound in cold air has 300 m/s; P waves in the lower mantle of the Earth have 13,700 m/s.
bool likely_speeds(double one_m_s, double other_m_s) {
    const auto [least, most] = std::minmax(one_m_s, other_m_s);
    return least >= 300 && most <= 15'000;
}

}  // namespace

std::vector<std::string> likelier_speed_units(const ModelUnit& unit, double least_m_s, double most_m_s) {
    std::vector<std::string> words;
    if (likely_speeds(least_m_s, most_m_s)) return words;
    const double one = number_of(least_m_s, unit);
    const double other = number_of(most_m_s, unit);
    for (const ModelUnit& also : model_speed_units)
        if (likely_speeds(value_in_si(one, also.factor, also.meaning), value_in_si(other, also.factor, also.meaning)))
            words.emplace_back(also.word);
    return words;
}

}  // namespace wavesim
