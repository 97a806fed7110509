// SPDX-License-Identifier: MIT
#pragma once
#include "boundary/words.hpp"

namespace wavesim {

/// Words for a surface, or for a kind that only a side of the domain can have.
inline constexpr std::string_view rigid_word = word_of(SurfaceLaw::Kind::rigid);
inline constexpr std::string_view absorbing_word = word_of(SideKind::absorbing);
inline constexpr std::string_view free_surface_word = word_of(SideKind::free_surface);

}  // namespace wavesim
