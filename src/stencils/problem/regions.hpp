// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/problem/passes.hpp"

namespace wavesim {

/// A grid cut into an inner box and the slabs between it and the sides: those across z reach from side to side, those
/// across y lie between them, those across x between both.
struct CutGrid {
    NodeBox inner;
    std::array<std::vector<NodeBox>, 3>
        slabs;  ///< across each axis, at its low side first; none where nothing is cut off
};

/// `margin`: nodes per Side that slabs take; less than the grid has along an axis.
/// Whether an inner box is left between them.
bool leave_inner_box(const std::array<std::int64_t, 6>& margin, const Extent& extent);

CutGrid cut_grid(const Extent& extent, const std::array<std::int64_t, 6>& margin);

/// A part of the grid whose nodes are updated in one way.
struct Region {
    std::string name;  ///< "inner", or "layers" and the axis that they lie across
    std::vector<NodeBox> boxes;
    int steps_together = 1;    ///< time steps per pass over memory
    std::string backend = {};  ///< whose kernel moves it; empty: the one that was asked
    std::string tile = {};     ///< nodes per block, where the backend has blocks
    std::int64_t nodes() const;
    bool holds(const Node& node) const;
};

/// The rows of a table: the inner box, then the slabs across z, y and x where there are any. They hold every node once.
std::vector<Region> regions_of(const CutGrid& cut, int steps_together);

/// What acts on single nodes of a region.
struct RegionLists {
    std::int64_t sources = 0;     ///< whose nodes lie there, all or some
    std::int64_t receivers = 0;   ///< that belong to it: those whose first node lies there
    std::int64_t wall_faces = 0;  ///< with losses; ports where walls have those
    std::int64_t solids = 0;      ///< nodes
};
/// One per region.
std::vector<RegionLists> clip_lists(const std::vector<Region>& regions, const Extent& extent, const WallPasses& walls,
                                    const std::vector<Injection>& sources, const std::vector<PointWeights>& receivers);

}  // namespace wavesim
