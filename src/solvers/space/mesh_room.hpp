// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "boundary/cut_rows.hpp"
#include "boundary/voxels.hpp"
#include "solvers/scene/triangle_mesh.hpp"
#include "solvers/space/edge_cuts.hpp"
#include "solvers/space/mesh_measure.hpp"
#include "solvers/space/row_pieces.hpp"
#include "solvers/space/wall_pieces.hpp"

namespace wavesim {

/// Form of surfaces that are not faces of cells.
struct MeshForm {
    MeshWalls::Form form = MeshWalls::Form::voxel;  ///< not automatic
    CutStiffness stiffness{};                       ///< kind of stiffness for `cut`
};

/// Solids from a mesh on a grid. Air is the region that sound from the sources reaches without crossing a triangle. If
/// air lies on both sides of a triangle, the cell through which it passes is solid: surfaces without thickness become
/// one cell thick.
class MeshRoom {
  public:
    /// `surface_of`: index in the table of surfaces for each material of the mesh. `pieces` must be marked from the
    /// sources. `form`: not automatic; `cut` uses the kind of stiffness that the stencil has.
    MeshRoom(const MeshWalls& walls, const EdgeCuts& cuts, const RowPieces& pieces,
             const std::vector<std::uint8_t>& surface_of, double spacing_m, const MeshForm& form, int threads);

    bool is_solid(std::int64_t node) const;
    /// Fills the nodes of the planes [from, from + planes of `room`).
    void fill(VoxelRoom& room, std::int64_t from) const;

    /// A surface of the table and its true area in contact with air, m2.
    struct TrueArea {
        std::uint8_t surface;
        double m2;
        double sloped_m2{};  ///< part that is neither parallel nor perpendicular to an axis; not known with `voxel`
    };
    const std::vector<TrueArea>& true_areas() const { return areas_; }
    MeshWalls::Form form() const { return form_.form; }
    /// The cut boxes; empty unless the form is `cut`.
    const CutRoom& cut() const { return cut_; }
    /// Mass of a node of the grid, in cells; 1 without cut boxes around it.
    double mass(const Node& node) const {
        return cut_.empty() ? 1 : cut_mass(cut_, node, !is_solid(extent_.index(node.x, node.y, node.z)));
    }
    /// Volume of the cut boxes minus that of their air nodes, m3.
    double cut_m3() const { return cut_m3_; }
    /// Air of the mesh that is solid on the grid, minus air of the grid that is solid in the mesh, m3. It is accurate
    /// to second order in the displacement of surfaces in cells. Surfaces without thickness do not count.
    double missing_m3() const { return missing_m3_; }
    /// Whether part of the area in contact with air is neither parallel nor perpendicular to an axis.
    bool has_slopes() const { return has_slopes_; }
    /// Largest normal distance between a triangle and the face that represents it, m.
    double shift_m() const { return shift_m_; }
    /// Number of solid cells for surfaces without thickness or parts thinner than a cell, and the names of these parts.
    std::int64_t sheet_cells() const { return sheet_cells_; }
    const std::vector<std::string>& sheet_parts() const { return sheet_parts_; }
    /// Number of air regions separated by the mesh that contain sources.
    std::size_t airs() const { return airs_; }
    /// Parts so small that they lie between nodes.
    const std::vector<std::string>& lost_parts() const { return lost_parts_; }
    std::int64_t bytes() const;
    /// Memory while it was made.
    std::int64_t making_bytes() const { return making_bytes_; }

  private:
    struct Run {
        std::int64_t from, to;  ///< nodes
    };
    struct Shown {
        std::int64_t node;
        std::uint8_t surface;
    };
    struct Vote {
        std::int64_t node;
        std::uint32_t triangle;
        Side side;
        double weight;
    };
    /// Area of faces, and volume of air before them, that a triangle is represented by.
    struct Share {
        std::uint32_t triangle;
        double m2, m3;
    };
    /// Votes of some edges, and what these edges say of triangles.
    struct Voted {
        std::vector<Vote> votes;
        std::vector<Share> shares;
        double shift_m = 0;
        bool has_slopes = false;
    };
    /// What the votes for some cells decide.
    struct Decided {
        std::vector<Shown> shown;
        std::vector<VoxelRoom::Face> faces;
        std::vector<Share> shares;
    };
    void vote(int axis, std::span<const EdgeCut> edge, const EdgeCuts& cuts, const TriangleMesh& mesh, double spacing_m,
              Voted& voted) const;
    void decide(std::span<const Vote> votes, const EdgeCuts& cuts, const TriangleMesh& mesh, double face,
                Decided& decided) const;
    void add_shares(const std::vector<Share>& shares);
    void find_sheets(const EdgeCuts& cuts, const RowPieces& pieces, const TriangleMesh& mesh, int threads);
    void collect_runs(const RowPieces& pieces, const Extent& extent);
    void show_surfaces(const EdgeCuts& cuts, const TriangleMesh& mesh, double spacing_m, int threads);
    std::uint8_t surface(const TriangleMesh& mesh, std::uint32_t triangle) const {
        return surface_of_[mesh.triangles[triangle].material];
    }
    void measure(const TriangleMesh& mesh, double spacing_m, int threads);
    /// The two return the memory that they need.
    std::int64_t share_areas(const EdgeCuts& cuts, const RowPieces& pieces, const TriangleMesh& mesh, double spacing_m,
                             int threads);
    std::int64_t cut_boxes(const EdgeCuts& cuts, const RowPieces& pieces, const TriangleMesh& mesh, double spacing_m,
                           int threads);
    void measure_pieces(const WallPieces& walls, const TriangleMesh& mesh, double spacing_m);
    void add_faces_of(const Shown& shown, const EdgeCuts& cuts, std::vector<VoxelRoom::Face>& faces) const;
    std::vector<VoxelRoom::Face> shown_faces(const EdgeCuts& cuts, int threads) const;
    std::uint8_t shown_on(std::int64_t node, Side side) const;

    Extent extent_;
    std::vector<std::uint8_t> surface_of_;  ///< per material
    std::vector<std::int64_t> sheets_;      ///< nodes, ascending
    std::vector<Run> runs_;                 ///< ascending, within rows
    std::vector<Shown> shown_;              ///< solid nodes beside air, ascending
    std::vector<VoxelRoom::Face> faces_;    ///< their faces with a surface other than `hidden_`
    std::uint8_t hidden_ = 0;               ///< surface of the other faces, which are not in contact with air
    std::vector<VoxelRoom::FaceArea> face_areas_;
    CutRoom cut_;
    MeshForm form_;
    double cut_m3_ = 0;
    std::vector<TrueArea> areas_;
    std::vector<SeenTriangle> seen_;  ///< only while it is made
    double shift_m_ = 0, missing_m3_ = 0;
    bool has_slopes_ = false;
    std::int64_t sheet_cells_ = 0, making_bytes_ = 0;
    std::size_t airs_ = 0;
    std::vector<std::string> sheet_parts_, lost_parts_;
};

}  // namespace wavesim
