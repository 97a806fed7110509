// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "boundary/voxels.hpp"
#include "boundary/walls.hpp"
#include "solvers/scene/scene.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

/// The surfaces of a scene: the six sides first (per Side), then each different surface of the solids and of the mesh.
struct SurfaceTable {
    std::vector<SurfaceLaw> laws;
    std::vector<std::string> labels;
    std::vector<std::size_t> of_solid;  ///< surface index per solid
    std::vector<std::size_t> of_upper;  ///< the same for the upper face of sheets
    std::vector<std::size_t> of_mesh;   ///< surface index per material of the mesh
};
SurfaceTable make_surfaces(const Scene& scene);

inline RoomContents contents_of(const Scene& scene) {
    return scene.any_sheet() ? RoomContents::sheets : RoomContents::boxes;
}

/// Largest number of surfaces of solids in the voxel mask.
inline constexpr std::size_t most_surfaces = 250;

/// The nodes whose centres lie in a box; at least one node along each axis, so that thin boxes do not vanish. Empty if
/// the box lies outside the grid. `thickened`: a layer had to be added.
struct BoxNodes {
    NodeBox nodes;
    bool thickened = false;
};
std::optional<BoxNodes> box_nodes(const GridChoice& grid, int dims, const SolidBox& box);

/// The closed faces of a sheet, in the nearest plane between two nodes. Its surfaces are not set. Empty if it lies
/// outside the grid, or if that plane is a side. Across its edges it has at least one face.
std::optional<NodeSheet> sheet_faces(const GridChoice& grid, int dims, const SolidBox& sheet);
/// The plane of a sheet: nodes without extent across it.
NodeBox plane_of(const NodeSheet& sheet);
/// The sheets of a scene with their surfaces, without those that are left out.
std::vector<NodeSheet> sheets_on_grid(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces);
/// Bytes of the mask of solids and sheets; 0 if there are none.
std::int64_t mask_bytes(const Scene& scene, const GridChoice& grid);

/// The nodes in the boxes of a scene; those outside the grid are left out.
std::vector<NodeBox> solid_nodes(const Scene& scene, const GridChoice& grid);

/// The voxel mask of the room on the grid.
VoxelRoom voxelise(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces);
/// The planes [from, to) of the room along z, as a separate room with the sides of the complete one. Uses `memory` if
/// given.
VoxelRoom voxelise_planes(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces, std::int64_t from,
                          std::int64_t to, std::vector<std::uint8_t> memory = {});

}  // namespace wavesim
