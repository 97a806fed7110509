// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace wavesim {

/// What lies at a side of the domain: a wall, an absorbing layer outside it, or a surface of pressure 0 half a cell
/// from the first node.
enum class SideKind { wall, absorbing, free_surface };

/// The requested absorbing layer of one side.
struct LayerProfile {
    std::int64_t cells = 0;  ///< width; 0: no layer
    double reflection = 0;   ///< R0, theoretical reflection at normal incidence; 0: chosen from width and stencil
    bool operator==(const LayerProfile&) const = default;
};

}  // namespace wavesim
