// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/grid/enum_words.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

template <>
struct EnumWords<HaloRule> {
    static constexpr auto words = std::to_array<std::string_view>({"zero", "mirror_half", "mirror_whole", "odd_half"});
};

}  // namespace wavesim
