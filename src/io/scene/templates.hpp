// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string_view>

namespace wavesim {

/// A commented scene template (`wavesim new KIND`), valid without changes.
struct SceneTemplate {
    std::string_view kind;     ///< room, shoebox, free-field or 2d
    std::string_view summary;  ///< one line
    std::string_view text;
};
std::span<const SceneTemplate> scene_templates();

}  // namespace wavesim
