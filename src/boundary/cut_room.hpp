// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A connected part of the air in a box between 2 x 2 x 2 nodes that is cut by walls. Its mass and stiffness are
/// distributed to some corners of the box: air nodes, and ghost nodes beyond the wall. A box with two such parts has
/// two elements without a common node.
struct CutElement {
    Node low;                ///< corner 0 of the box
    std::uint8_t nodes = 0;  ///< its corners, by bits x, y, z
    double volume = 0;       ///< of the air, in cells; above 0
};

/// A wall of a cut element.
struct CutPort {
    Node low;
    std::uint8_t nodes = 0;  ///< of the element
    std::uint16_t surface = 0;
    double area = 0;  ///< in cell faces
};

/// The boxes of a room whose walls do not lie on the faces of cells. They replace what the mask says there. Solid nodes
/// among their nodes are ghosts, whose pressure is updated like that of air. Both lists ascend by z, y, x of `low` and
/// by nodes.
struct CutRoom {
    std::vector<CutElement> elements;
    std::vector<CutPort> ports;

    bool empty() const { return elements.empty(); }
    /// The elements of one box.
    std::span<const CutElement> at(const Node& low) const;
    /// Mass of a node: the sum of its fractions of boxes. The volume of an element is divided among its nodes. Boxes
    /// that are not cut count for air nodes only.
    double mass(const Node& node, bool is_air) const;
    /// Elements and ports of boxes [from - 1, to) along z, with z counted from `from`.
    CutRoom planes(std::int64_t from, std::int64_t to) const;
    std::int64_t bytes() const;
};

}  // namespace wavesim
