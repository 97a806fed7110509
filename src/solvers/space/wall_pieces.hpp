// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/scene/triangle_mesh.hpp"
#include "solvers/space/row_pieces.hpp"

namespace wavesim {

/// What of a triangle lies in one box between 2 x 2 x 2 nodes, seen from one of its sides. Places are in nodes: node i
/// stands at i, and the box of `low` reaches from it to the next nodes.
struct WallPiece {
    Node low;                    ///< corner 0 of the box, which may lie beyond the grid by one
    std::uint32_t triangle = 0;  ///< of the mesh
    std::uint8_t air = 0;        ///< corners of the box whose air is before it, numbered by bits x, y, z
    std::int64_t seer = -1;      ///< where no corner sees it, in edges of the air: a node near the box that does
    double area = 0;             ///< in cell faces
    std::array<double, 3> centre{};
    std::array<double, 3> normal{};  ///< into the air, of length 1
};

/// One air of a box that walls cut: corners that are connected there, and how much of the box it fills, in cells.
struct BoxAir {
    Node low;
    std::uint8_t corners = 0;
    double volume = 0;
};

/// The walls of a mesh in parts. Each is seen from corners of its box in a straight line that no triangle cuts. So it
/// is known which air it faces, if the mesh has holes or its triangles face any way. Boxes in edges of the air may have
/// no corner in it: nodes near them look instead. Where triangles pass through others without a common edge, what is
/// seen of them is known to a twelfth of a cell.
class WallPieces {
  public:
    /// `volumes`: whether airs() is wanted.
    WallPieces(const TriangleMesh& mesh, const EdgeCuts& cuts, const RowPieces& pieces, double spacing_m, bool volumes);

    /// A piece with air on both sides comes twice. In the order of boxes.
    const std::vector<WallPiece>& all() const { return seen_; }
    /// In the same order; boxes without air at a corner are left out.
    const std::vector<BoxAir>& airs() const { return airs_; }
    std::int64_t bytes() const;

  private:
    using Corner = std::array<double, 3>;
    struct Part {
        Node low;
        std::uint32_t triangle;
        double area;
        Corner centre;
    };
    /// A box, and which of its corners are air, in groups that are connected.
    struct Box {
        Node low;
        std::span<const Part> parts;
        std::array<std::uint8_t, 8> group{};  ///< by corner: all corners of its air; 0: no air
    };

    void cut_triangle(std::uint32_t triangle);
    Box box_of(std::span<const Part> parts, const EdgeCuts& cuts, const RowPieces& pieces) const;
    std::uint8_t seen_from(const Box& box, const Corner& at) const;
    bool is_blocked(const Box& box, const Corner& from, const Corner& to) const;
    void look_at(const Box& box, const RowPieces& pieces);
    void look_from_afar(const Box& box, const RowPieces& pieces);
    std::span<const Part> parts_in(const Node& low) const;
    void measure(const Box& box);
    Corner normal_of(std::uint32_t triangle) const;

    const TriangleMesh& mesh_;
    Extent extent_;
    std::vector<Corner> corners_;  ///< of the mesh, in nodes
    std::vector<Part> parts_;
    std::vector<WallPiece> seen_;
    std::vector<BoxAir> airs_;
};

}  // namespace wavesim
