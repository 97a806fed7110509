// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/grid/grid.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Absorbing layers (convolutional PML in second-order form): the nodes next to a side of the grid, whose outer halo is
/// HaloRule::zero. Every axis d with a layer has memory psi_d and zeta_d at its layer nodes, 0 at the start, and adds
/// to the bulk step of nodes up to M cells further in
///   psi_d := b psi_d + a D_d u;   zeta_d := b zeta_d + a (D2_d u + D_d psi_d);
///   u* += courant^2 factor_i (D_d psi_d + zeta_d)
/// D and D2 are the central first and second difference of order 2M. `averaged`: they act on A_e A_f u instead of u,
/// where A = [1/4, 1/2, 1/4] along each of the other axes, and M is 1. This is for stencils with a larger time step
/// than the leggy one.
struct AbsorbingLayers {
    std::array<std::int64_t, 6> width{};       ///< nodes per Side; 0: no layer there
    std::array<std::vector<double>, 3> decay;  ///< b per node along the axis; empty where the axis has no layer
    std::array<std::vector<double>, 3> gain;   ///< a per node along the axis, 0 outside the layers
    int half_order = 1;                        ///< M
    bool averaged = false;

    bool any() const {
        return std::ranges::any_of(width, [](std::int64_t w) { return w > 0; });
    }
    std::int64_t of(int axis, bool high) const { return width[static_cast<std::size_t>(2 * axis + (high ? 1 : 0))]; }
    /// True if there are layers along y or z: psi of all rows must be updated before any row.
    bool cross_rows() const { return along(1) || along(2); }
    bool along(int axis) const { return of(axis, false) > 0 || of(axis, true) > 0; }
};

/// Nodes next to a side that a backend may update together with its layer: all nodes that the layer changes or that
/// stencils reach from there, in groups of four. Their rounding may differ from that of nodes further in, so no cut may
/// lie between them. 0 without a layer.
inline std::int64_t layer_margin(std::int64_t width, std::int64_t reach) {
    return width > 0 ? (width + reach + 3) / 4 * 4 : 0;
}

/// One sentence why the layers do not fit the grid or the stencil; empty when they do. Between the layers of an axis
/// there must be at least M nodes. The tables are not needed, since plans are made without them.
std::string layers_fault(const AbsorbingLayers& layers, const Extent& extent, const Stencil& stencil);

}  // namespace wavesim
