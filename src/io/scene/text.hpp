// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "io/scene_faults.hpp"

namespace wavesim {

/// Largest scene file [bytes].
inline constexpr std::size_t scene_bytes_max = std::size_t{4} << 20U;

/// Refuses text that YAML libraries accept but that cannot be intended: too long, not UTF-8, NUL and other control
/// characters, tabs as indentation. Returns whether the text may be parsed.
bool vet_scene_text(const std::string& text, int set, SceneFaults& faults);

}  // namespace wavesim
