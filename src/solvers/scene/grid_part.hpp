// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// Nodes of a grid with layers around its domain: the domain nodes from which they have their values, and per side the
/// number of further nodes that repeat the outermost values.
struct GridPart {
    NodeBox domain;
    std::array<std::int64_t, 6> beyond{};
};

/// `nodes`: a box of the grid in which `layers` nodes per side surround the domain.
GridPart part_of_grid(const NodeBox& nodes, const Extent& domain, const std::array<std::int64_t, 6>& layers);

}  // namespace wavesim
