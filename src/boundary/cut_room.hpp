// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A connected part of the air in a box between 2 x 2 x 2 nodes that walls cut. Its mass and stiffness are shared by
/// some corners of the box: air nodes, and ghost nodes beyond the wall. A box with two such parts has two elements,
/// without a node in common.
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

/// The boxes of a room whose walls lie beside the faces of cells. They replace what the mask says there; solid nodes
/// among theirs are ghosts, whose pressure moves like that of air. Both lists ascend by z, y, x of `low` and by nodes.
struct CutRoom {
    std::vector<CutElement> elements;
    std::vector<CutPort> ports;

    bool empty() const { return elements.empty(); }
    /// Those of one box.
    std::span<const CutElement> at(const Node& low) const;
    /// Volume of the elements of a node, each shared by its nodes, and of the other boxes of a node of air.
    double mass(const Node& node, bool is_air) const;
    /// Elements and ports of boxes [from - 1, to) along z, with z counted from `from`.
    CutRoom planes(std::int64_t from, std::int64_t to) const;
    std::int64_t bytes() const;
};

}  // namespace wavesim
