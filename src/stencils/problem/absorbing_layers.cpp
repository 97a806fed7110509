// SPDX-License-Identifier: MIT
#include "stencils/problem/absorbing_layers.hpp"

namespace wavesim {

std::string layers_fault(const AbsorbingLayers& layers, const Extent& extent, const Stencil& stencil) {
    if (!layers.any()) return {};
    if (layers.half_order < 1 || layers.half_order > radius(stencil))
        return "absorbing layers need differences that reach no further than the stencil";
    if (layers.averaged && layers.half_order != 1) return "averaged absorbing layers are of order 2";
    for (int axis = 0; axis < 3; ++axis) {
        if (!layers.along(axis)) continue;
        if (axis == 1 && stencil.dims == 2) return "a 2D grid has no layers along y";
        const std::int64_t nodes = extent.along(axis);
        if (layers.of(axis, false) + layers.of(axis, true) + layers.half_order > nodes)
            return "between the absorbing layers there must be at least " + std::to_string(layers.half_order) +
                   " nodes along every axis";
    }
    return {};
}

}  // namespace wavesim
