// SPDX-License-Identifier: MIT
#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "boundary/cut_room.hpp"
#include "boundary/cut_rows.hpp"
#include "solvers/space/wall_pieces.hpp"

namespace wavesim {

/// The cut cells of a mesh. Boxes whose walls do not all lie on faces of cells get their true volume and, as ghosts,
/// the nodes beyond the wall. A ghost belongs to only one region of air: the one with the largest volume around it;
/// others have no ghost there. So no air reads a node of another region, however thin the wall between them is.
class DualCells {
  public:
    DualCells(const WallPieces& walls, const EdgeCuts& cuts, const RowPieces& pieces, CutStiffness stiffness);

    /// `surface_of`: by triangle.
    CutRoom room(const std::function<std::uint8_t(std::uint32_t triangle)>& surface_of);
    /// Volume of all boxes minus that of their air nodes, in cells.
    double more_volume() const { return more_volume_; }
    /// Area of walls for which no cell with air was found, in cell faces.
    double lost() const { return lost_; }
    std::int64_t bytes() const;

  private:
    struct Element {
        Node low;
        std::uint8_t air;     ///< corners
        std::uint8_t ghosts;  ///< corners
        double volume;
    };
    struct Placed {
        std::uint32_t element;
        std::uint8_t surface;
        double area;
        auto operator<=>(const Placed&) const = default;
    };
    using Key = std::array<std::int64_t, 3>;  ///< z, y, x of a box

    bool has_solid(const Node& low) const;
    void add_elements();
    void add_whole_boxes();
    void share_ghosts();
    std::vector<std::uint8_t> airs_around(const Node& ghost, const std::vector<std::size_t>& elements) const;
    std::vector<std::size_t> elements_of(const Node& low);
    bool same_air(const Element& a, const Element& b) const;
    bool move(const WallPiece& piece, std::size_t own, std::uint8_t surface);
    void place(std::size_t element, std::uint8_t surface, double area);
    void join_placed();
    std::size_t element_of(const WallPiece& piece) const;
    std::size_t element_before(const WallPiece& piece);

    const WallPieces& walls_;
    const EdgeCuts& cuts_;
    const RowPieces& pieces_;
    Extent extent_;
    CutStiffness stiffness_;
    std::vector<Element> elements_;
    std::map<Key, std::vector<std::size_t>> of_box_;
    std::map<Key, bool> aligned_;  ///< boxes that the voxel mask describes
    std::vector<Placed> placed_;
    std::size_t join_at_ = 0;  ///< size of `placed_` at which areas of one element and surface are added
    double more_volume_ = 0, lost_ = 0;
};

}  // namespace wavesim
