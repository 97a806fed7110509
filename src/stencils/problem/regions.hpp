// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/problem/passes.hpp"

namespace wavesim {

/// A grid cut into an inner box and the slabs between it and the sides. Slabs across z extend from side to side, slabs
/// across y lie between them, slabs across x between both.
struct CutGrid {
    NodeBox inner;
    std::array<std::vector<NodeBox>, 3>
        slabs;  ///< across each axis, the slab at its low side first; empty where nothing is cut off
};

/// `margin`: widths of the slabs per Side. Together they must leave nodes along every axis. Returns whether an inner
/// box is left.
bool leave_inner_box(const std::array<std::int64_t, 6>& margin, const Extent& extent);

CutGrid cut_grid(const Extent& extent, const std::array<std::int64_t, 6>& margin);

/// A part of the grid whose nodes are updated in one way.
struct Region {
    std::string name;  ///< "inner", or "layers" and the axis across them
    std::vector<NodeBox> boxes;
    int steps_together = 1;    ///< time steps per pass over memory
    std::string backend = {};  ///< backend whose kernel updates it; empty: the backend itself
    std::string tile = {};     ///< nodes per block, where the backend has blocks
    std::int64_t nodes() const;
    bool holds(const Node& node) const;
};

/// The rows of a table: the inner box, then the slabs across z, y and x if there are any. They contain every node once.
std::vector<Region> regions_of(const CutGrid& cut, int steps_together);

/// Number of entries of each list that act on nodes of a region.
struct RegionLists {
    std::int64_t sources = 0;     ///< sources with nodes in the region, all or some
    std::int64_t receivers = 0;   ///< receivers whose first node lies in the region
    std::int64_t wall_faces = 0;  ///< lossy wall faces; ports if walls are ports
    std::int64_t solids = 0;      ///< nodes
};
/// The lists of each region.
std::vector<RegionLists> clip_lists(const std::vector<Region>& regions, const Extent& extent, const WallPasses& walls,
                                    const std::vector<Injection>& sources, const std::vector<PointWeights>& receivers);

}  // namespace wavesim
