// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "boundary/cut_room.hpp"
#include "boundary/side_kind.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// The room on the grid: which nodes are solid and which surface each wall face has.
struct VoxelRoom {
    Extent extent;
    int dims = 3;
    /// Per node: 0 air, s + 1: solid whose surface is `s`. Empty when there are no solids.
    std::vector<std::uint8_t> solid;
    /// Faces of solid nodes with another surface than the node, ascending by node and side.
    struct Face {
        std::int64_t node;
        Side side;  ///< where it lies as seen from the air before it
        std::uint8_t surface;
    };
    std::vector<Face> other_faces{};
    /// Wall faces whose true area is not that of a cell's face, ascending by node of air and side.
    struct FaceArea {
        std::int64_t node;
        Side side;    ///< where the wall lies as seen from the node
        double area;  ///< in cell faces
    };
    std::vector<FaceArea> areas{};
    /// Sheets: walls without thickness on the faces between two nodes. Per node a bit for each axis, set if the face
    /// towards the next node is closed. Empty in rooms without sheets; where it is not, `solid` is not empty either.
    std::vector<std::uint8_t> closed{};
    /// The surfaces of the closed faces, ascending by node and axis.
    struct SheetFace {
        std::int64_t node;  ///< before the face
        std::uint8_t axis;
        std::array<std::uint8_t, 2> surface;  ///< towards the node, and towards the next one
        bool operator==(const SheetFace&) const = default;
    };
    std::vector<SheetFace> sheets{};
    /// Walls that are not on faces of cells, where the mask does not describe them.
    CutRoom cut{};
    /// Surface index per Side of the domain.
    std::array<std::uint16_t, 6> side_surface{};
    /// Per Side; only walls have wall faces.
    std::array<SideKind, 6> side_kind{};

    bool has_solids() const { return !solid.empty(); }
    bool has_sheets() const { return !closed.empty(); }
    std::int64_t step(int axis) const { return axis == 0 ? 1 : axis == 1 ? extent.nx : extent.nx * extent.ny; }
    /// Whether a sheet closes the face of a node towards another node of the room.
    bool is_closed(std::int64_t node, Side side) const {
        if (closed.empty()) return false;
        const std::int64_t before = is_max(side) ? node : node - step(axis_of(side));
        return before >= 0 && (closed[static_cast<std::size_t>(before)] >> axis_of(side) & 1U) != 0;
    }
    /// Surface of a closed face as seen from a node.
    std::uint16_t sheet_surface(std::int64_t node, Side side) const {
        const int axis = axis_of(side);
        const std::int64_t before = is_max(side) ? node : node - step(axis);
        const auto found = std::ranges::lower_bound(sheets, std::pair{before, static_cast<std::uint8_t>(axis)}, {},
                                                    [](const SheetFace& face) {
                                                        return std::pair{face.node, face.axis};
                                                    });
        return found->surface[is_max(side) ? 0 : 1];
    }
    /// Surface of a solid node on a face.
    std::uint16_t surface_of(std::int64_t node, Side side) const {
        if (!other_faces.empty()) {
            const auto found = std::ranges::lower_bound(other_faces, std::pair{node, side}, {}, [](const Face& face) {
                return std::pair{face.node, face.side};
            });
            if (found != other_faces.end() && found->node == node && found->side == side) return found->surface;
        }
        return static_cast<std::uint16_t>(solid[static_cast<std::size_t>(node)] - 1);
    }
    /// True area of the wall face of an air node, in cell faces.
    double area_of(std::int64_t node, Side side) const {
        if (areas.empty()) return 1;
        const auto found = std::ranges::lower_bound(areas, std::pair{node, side}, {}, [](const FaceArea& face) {
            return std::pair{face.node, face.side};
        });
        return found != areas.end() && found->node == node && found->side == side ? found->area : 1;
    }
    bool is_air(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return extent.contains(x, y, z) &&
               (solid.empty() || solid[static_cast<std::size_t>(extent.index(x, y, z))] == 0);
    }
};

/// Marks the nodes of [from, to) as solid with that surface. Later boxes win.
void fill_box(VoxelRoom& room, const NodeBox& box, std::uint8_t surface);

/// A sheet: the faces of the nodes of a box towards the next nodes along an axis.
struct NodeSheet {
    NodeBox before;
    int axis = 0;
    std::array<std::uint8_t, 2> surface{};  ///< towards these nodes, and towards the next ones
};
/// Closes the faces of sheets. Faces at or beyond the sides of the room are left out; later sheets win. The room counts
/// as one with sheets even if none of the faces lies in it.
void close_faces(VoxelRoom& room, const std::vector<NodeSheet>& sheets);

/// The room extended by `layers[s]` nodes at side s; solids at that side are extended too, sheets are not.
VoxelRoom grow_room(const VoxelRoom& room, const std::array<std::int64_t, 6>& layers);

/// Wall faces counted per surface index (faces between air and solid or outside), in cell faces.
std::vector<std::int64_t> count_faces(const VoxelRoom& room, std::size_t surfaces);
std::int64_t count_air_nodes(const VoxelRoom& room);

}  // namespace wavesim
