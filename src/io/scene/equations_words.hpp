// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/equations/program.hpp"
#include "stencils/grid/enum_words.hpp"

namespace wavesim {

template <>
struct EnumWords<equations::Mirror> {
    static constexpr auto words = std::to_array<std::string_view>({"even", "odd"});
};
template <>
struct EnumWords<equations::ParameterSource> {
    static constexpr auto words = std::to_array<std::string_view>({"value", "speed", "density"});
};

}  // namespace wavesim
