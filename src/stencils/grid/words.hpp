// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/grid/enum_words.hpp"
#include "stencils/grid/precision.hpp"
#include "stencils/grid/side.hpp"

// The words for the enumerations of this folder that users see (enum_words.hpp), each table in the order of the
// enumerators.

namespace wavesim {

template <>
struct EnumWords<Precision> {
    static constexpr auto words = std::to_array<std::string_view>({"float", "double"});
};

template <>
struct EnumWords<Side> {
    static constexpr auto words =
        std::to_array<std::string_view>({"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"});
};

}  // namespace wavesim
