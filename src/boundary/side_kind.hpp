// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace wavesim {

/// What stands at a side of the domain: a wall, an absorbing layer outside of it, or a surface at which the pressure is
/// 0, half a cell from the first node.
enum class SideKind { wall, absorbing, free_surface };

/// The absorbing layer of one side as asked for.
struct LayerProfile {
    std::int64_t cells = 0;  ///< width; 0: no layer
    double reflection = 0;   ///< R0, theoretical reflection at normal incidence; 0: by width and stencil
    bool operator==(const LayerProfile&) const = default;
};

}  // namespace wavesim
