// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// Nodes of a grid with layers around its domain: the nodes of the domain that their values come from, and per side
/// how many nodes beyond these take the values of the outermost ones.
struct GridPart {
    NodeBox domain;
    std::array<std::int64_t, 6> beyond{};
};

/// `nodes`: a box of the grid that `layers` nodes per side surround the domain in.
GridPart part_of_grid(const NodeBox& nodes, const Extent& domain, const std::array<std::int64_t, 6>& layers);

}  // namespace wavesim
