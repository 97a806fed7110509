// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/equations/side_image.hpp"
#include "stencils/grid/enum_words.hpp"

namespace wavesim {

template <>
struct EnumWords<equations::Mirror> {  // the last two: equations::zero_on_side, equations::smooth
    static constexpr auto words = std::to_array<std::string_view>({"even", "odd", "zero", "smooth"});
};
template <>
struct EnumWords<equations::ParameterSource> {
    static constexpr auto words = std::to_array<std::string_view>({"value", "speed", "density"});
};

}  // namespace wavesim
