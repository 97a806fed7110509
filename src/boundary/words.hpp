// SPDX-License-Identifier: MIT
#pragma once
#include "boundary/side_kind.hpp"
#include "boundary/surface.hpp"
#include "boundary/wall_form.hpp"
#include "stencils/grid/enum_words.hpp"

// The words for the enumerations of this folder that users see (stencils/grid/enum_words.hpp).

namespace wavesim {

template <>
struct EnumWords<SideKind> {
    static constexpr auto words = std::to_array<std::string_view>({"wall", "absorbing", "free_surface"});
};

template <>
struct EnumWords<SurfaceLaw::Kind> {
    static constexpr auto words = std::to_array<std::string_view>({"rigid", "admittance", "absorption"});
};

template <>
struct EnumWords<Incidence> {
    static constexpr auto words = std::to_array<std::string_view>({"random", "normal"});
};

template <>
struct EnumWords<WallForm> {
    static constexpr auto words = std::to_array<std::string_view>({"auto", "half", "whole", "lumped", "vertex"});
};

}  // namespace wavesim
