// SPDX-License-Identifier: MIT
#include "io/model/units.hpp"

#include <span>

namespace wavesim {

std::optional<double> model_unit_factor(std::string_view word) {
    for (const std::span<const ModelUnit> units :
         {std::span<const ModelUnit>(model_speed_units), std::span<const ModelUnit>(model_density_units),
          std::span<const ModelUnit>(model_share_units), std::span<const ModelUnit>(model_angle_units)})
        for (const ModelUnit& unit : units)
            if (unit.word == word) return unit.factor;
    return std::nullopt;
}

}  // namespace wavesim
