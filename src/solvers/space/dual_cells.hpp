// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "boundary/cut_room.hpp"
#include "boundary/cut_rows.hpp"
#include "solvers/space/dual_elements.hpp"
#include "solvers/space/placed_walls.hpp"
#include "solvers/space/wall_pieces.hpp"

namespace wavesim {

/// The cut cells of a mesh. Boxes whose walls do not all lie on faces of cells get their true volume and, as ghosts,
/// the nodes beyond the wall. A ghost belongs to only one region of air: the one with the largest volume around it;
/// others have no ghost there. So no air reads a node of another region, however thin the wall between them is. They
/// are the same for any number of threads.
class DualCells {
  public:
    DualCells(const WallPieces& walls, const EdgeCuts& cuts, const RowPieces& pieces, CutStiffness stiffness,
              int threads);

    /// `surface_of`: by triangle.
    CutRoom room(const std::function<std::uint8_t(std::uint32_t triangle)>& surface_of);
    /// Volume of all boxes minus that of their air nodes, in cells.
    double more_volume() const { return more_volume_; }
    /// Area of walls for which no cell with air was found, in cell faces.
    double lost() const { return lost_; }
    std::int64_t bytes() const { return most_bytes_; }

  private:
    /// Boxes with their elements, in order.
    struct Boxes {
        std::vector<Node> low;
        std::vector<std::size_t> count;
        std::vector<DualElement> elements;
    };
    /// A ghost that an element gives up.
    struct GivenUp {
        std::size_t element;
        std::uint8_t corner;
    };

    bool has_solid(const Node& low) const;
    void add_elements();
    void add_box(std::span<const BoxAir> airs, Boxes& boxes) const;
    unsigned corners_there(const Node& low) const;
    void add(const Boxes& boxes);
    void add_whole_boxes();
    void add_whole_box(const Node& low, Boxes& boxes) const;
    void share_ghosts();
    void share_ghost(std::int64_t node, std::span<const std::size_t> elements, std::vector<GivenUp>& given_up) const;
    std::vector<std::uint8_t> airs_around(const Node& ghost, std::span<const std::size_t> elements) const;
    void place_walls(const std::function<std::uint8_t(std::uint32_t triangle)>& surface_of);

    const WallPieces& walls_;
    const EdgeCuts& cuts_;
    const RowPieces& pieces_;
    Extent extent_;
    CutStiffness stiffness_;
    int threads_;
    DualElements elements_;
    PlacedWalls placed_;
    std::int64_t most_bytes_ = 0;
    double more_volume_ = 0, lost_ = 0;
};

}  // namespace wavesim
