// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/grid/enum_words.hpp"
#include "stencils/problem/medium_storage.hpp"
#include "stencils/problem/tti_form.hpp"

// The words for the enumerations of this folder that users see (enum_words.hpp), each table in the order of the
// enumerators.

namespace wavesim {

template <>
struct EnumWords<MediumStorage> {
    static constexpr auto words = std::to_array<std::string_view>({"float", "int16", "index8", "index16"});
};

template <>
struct EnumWords<TtiForm> {
    static constexpr auto words = std::to_array<std::string_view>({"self_adjoint", "k73"});
};

}  // namespace wavesim
