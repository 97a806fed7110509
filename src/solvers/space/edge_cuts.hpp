// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "solvers/scene/triangle_mesh.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// Position at which something separates a node from the next one along an axis.
struct EdgeCut {
    static constexpr std::uint32_t box = std::numeric_limits<std::uint32_t>::max();
    std::int64_t node = 0;       ///< the lower of the two nodes
    float at = 0;                ///< position between them, 0 to 1
    std::uint32_t triangle = 0;  ///< triangle of the mesh, or `box`
};

/// All edges between neighbouring nodes of a grid that triangles and boxes cut, so that sound cannot pass. Memory grows
/// with the area of the walls, not with the number of nodes. A surface without holes cuts every path along edges from
/// one side of it to the other, whatever its triangles are. For this, edges that miss a triangle by less than
/// `tolerance` are also cut. The complete mesh is moved by `shift`, so that faces through nodes have the same nodes
/// inside as those of boxes, [from, to).
class EdgeCuts {
  public:
    static constexpr double tolerance = 1e-3;                                ///< cells
    static constexpr std::array<double, 3> shift{2e-3, 2.236e-3, 2.718e-3};  ///< cells, towards 0

    EdgeCuts(const TriangleMesh& mesh, const Extent& extent, double spacing_m, const std::vector<NodeBox>& boxes,
             int threads);

    const Extent& extent() const { return extent_; }
    /// The cuts of all edges along an axis, sorted by node and then by position on the edge.
    const std::vector<EdgeCut>& along(int axis) const { return cuts_[static_cast<std::size_t>(axis)]; }
    /// The cuts of one edge.
    std::span<const EdgeCut> of(int axis, std::int64_t node) const;
    /// Whether solids of `solids` cut edges.
    bool has_boxes() const { return has_boxes_; }
    std::int64_t bytes() const;

  private:
    using Lists = std::array<std::vector<EdgeCut>, 3>;

    void add_triangle(const TriangleMesh& mesh, std::uint32_t triangle, double spacing_m, Lists& lists) const;
    void add_rays(const std::array<std::array<double, 3>, 3>& corners, std::size_t axis, std::uint32_t triangle,
                  std::vector<EdgeCut>& cuts) const;
    void add_box(const NodeBox& box);
    void join(std::vector<Lists>& blocks, std::size_t axis);

    Extent extent_;
    Lists cuts_;
    bool has_boxes_;
};

}  // namespace wavesim
