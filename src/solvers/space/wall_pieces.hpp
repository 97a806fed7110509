// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/scene/triangle_mesh.hpp"
#include "solvers/space/box_planes.hpp"
#include "solvers/space/row_pieces.hpp"

namespace wavesim {

/// The part of a triangle that lies in one box between 2 x 2 x 2 nodes, as a wall of the air on one of its two sides.
/// Positions are in nodes: node i is at i, and the box of `low` extends from it to the next nodes.
struct WallPiece {
    Node low;                    ///< corner 0 of the box, which may lie beyond the grid by one
    std::uint32_t triangle = 0;  ///< of the mesh
    std::uint8_t air = 0;        ///< corners of the box whose air is in front of it, numbered by bits x, y, z
    std::int64_t seer = -1;      ///< a node near the box from which it is visible, if it is visible from no corner (at
                                 ///< edges of the air)
    double area = 0;             ///< in cell faces
    std::array<double, 3> centre{};
    std::array<double, 3> normal{};  ///< unit normal into the air
};

/// An air region of a box cut by walls: its connected corners, and its volume in cells.
struct BoxAir {
    Node low;
    std::uint8_t corners = 0;
    double volume = 0;
};

/// The walls of a mesh in pieces. For each piece there are corners of its box from which it is visible along a straight
/// line that no triangle cuts. So the air in front of it is known, even if the mesh has holes or inconsistent
/// orientation. At edges of the air a box may have no corner in air; then nodes near it are used. If triangles
/// intersect without a common edge, their visible parts are known to a twelfth of a cell.
class WallPieces {
  public:
    /// `volumes`: whether airs() is needed, and pieces in eighths of boxes instead of whole ones. Only the boxes of
    /// `planes` are looked at. The pieces are the same for any number of threads.
    WallPieces(const TriangleMesh& mesh, const EdgeCuts& cuts, const RowPieces& pieces, double spacing_m, bool volumes,
               const BoxPlanes& planes, int threads);

    /// All pieces in the order of boxes. A piece with air on both sides occurs twice.
    const std::vector<WallPiece>& all() const { return seen_; }
    /// Air regions in the same order; boxes without a corner in air are left out.
    const std::vector<BoxAir>& airs() const { return airs_; }
    std::int64_t bytes() const;
    /// At the end of the constructor, when lists that it needs are still there.
    std::int64_t making_bytes() const { return making_bytes_; }

  private:
    using Corner = std::array<double, 3>;
    struct Part {
        Node low;
        std::uint32_t triangle;
        double area;
        Corner centre;
    };
    /// A box and its corners in air, in connected groups.
    struct Box {
        Node low;
        std::span<const Part> parts;
        std::array<std::uint8_t, 8> group{};  ///< by corner: all corners of its air; 0: no air
    };

    /// What is found in boxes.
    struct Found {
        std::vector<WallPiece> seen;
        std::vector<BoxAir> airs;
    };

    void cut_triangles(int threads);
    void cut_triangle(std::uint32_t triangle, std::vector<Part>& parts) const;
    void find(const EdgeCuts& cuts, const RowPieces& pieces, bool volumes, int threads);
    Box box_of(std::span<const Part> parts, const EdgeCuts& cuts, const RowPieces& pieces) const;
    std::uint8_t seen_from(const Box& box, const Corner& at) const;
    bool is_blocked(const Box& box, const Corner& from, const Corner& to) const;
    void look_at(const Box& box, const RowPieces& pieces, bool eighths, std::vector<WallPiece>& seen) const;
    void look_from_afar(const Box& box, const RowPieces& pieces, std::vector<WallPiece>& seen) const;
    std::span<const Part> parts_in(const Node& low) const;
    void measure(const Box& box, std::vector<BoxAir>& airs) const;
    Corner normal_of(std::uint32_t triangle) const;

    const TriangleMesh& mesh_;
    Extent extent_;
    BoxPlanes planes_;
    std::vector<Corner> corners_;  ///< corners of the mesh, in units of nodes
    std::vector<Part> parts_;
    std::vector<WallPiece> seen_;
    std::vector<BoxAir> airs_;
    std::int64_t making_bytes_ = 0;
};

}  // namespace wavesim
