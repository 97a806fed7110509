// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "boundary/cut_rows.hpp"
#include "solvers/space/dual_elements.hpp"
#include "solvers/space/placed_walls.hpp"
#include "solvers/space/wall_pieces.hpp"

namespace wavesim {

/// Whether two elements have a node of air in common.
bool same_air(const DualElement& a, const DualElement& b);

/// The elements that a box described by the voxel mask has.
std::vector<DualElement> elements_of_mask(const Node& low, const Extent& extent, const RowPieces& pieces);

/// Distributes pieces of walls to elements. Boxes that only the mask describes get elements where they receive walls;
/// these are collected, and `known` stays as it is. So several placers may work at once.
class WallPlacer {
  public:
    WallPlacer(const DualElements& known, const RowPieces& pieces, const Extent& extent, CutStiffness stiffness)
        : known_(known), pieces_(pieces), extent_(extent), stiffness_(stiffness), made_(extent) {}

    void add(const WallPiece& piece, std::uint8_t surface);

    /// The areas of elements. Numbers from known.size() on are those of made().
    std::vector<PlacedWall> placed;
    /// Boxes with elements of made(), in the order of these.
    std::vector<Node> made_boxes;
    const DualElements& made() const { return made_; }
    /// Area of walls for which no element was found, in cell faces.
    double lost = 0;

  private:
    const DualElement& at(std::size_t number) const {
        return number < known_.size() ? known_[number] : made_[number - known_.size()];
    }
    ElementRange elements_of(const Node& low);
    std::optional<std::size_t> element_before(const WallPiece& piece);
    bool move(const WallPiece& piece, std::size_t own, std::uint8_t surface);

    const DualElements& known_;
    const RowPieces& pieces_;
    const Extent& extent_;
    CutStiffness stiffness_;
    DualElements made_;
};

/// The element of a piece that is visible from a corner of its box; none if the box has no such element.
std::optional<std::size_t> element_of(const DualElements& elements, const WallPiece& piece);

}  // namespace wavesim
