// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "boundary/voxels.hpp"
#include "solvers/scene/scene.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

/// The surfaces of a scene: the six sides first (per Side), then each different surface of the solids and of the mesh.
struct SurfaceTable {
    std::vector<SurfaceLaw> laws;
    std::vector<std::string> labels;
    std::vector<std::size_t> of_solid;  ///< surface index per solid
    std::vector<std::size_t> of_mesh;   ///< surface index per material of the mesh
};
SurfaceTable make_surfaces(const Scene& scene);

/// Largest number of surfaces of solids in the voxel mask.
inline constexpr std::size_t most_surfaces = 250;

/// The nodes whose centres lie in a box; at least one node along each axis, so that thin boxes do not vanish. Empty if
/// the box lies outside the grid. `thickened`: a layer had to be added.
struct BoxNodes {
    NodeBox nodes;
    bool thickened = false;
};
std::optional<BoxNodes> box_nodes(const GridChoice& grid, int dims, const SolidBox& box);

/// The nodes in the boxes of a scene; those outside the grid are left out.
std::vector<NodeBox> solid_nodes(const Scene& scene, const GridChoice& grid);

/// The voxel mask of the room on the grid.
VoxelRoom voxelise(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces);
/// The planes [from, to) of the room along z, as a separate room with the sides of the complete one. Uses `memory` if
/// given.
VoxelRoom voxelise_planes(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces, std::int64_t from,
                          std::int64_t to, std::vector<std::uint8_t> memory = {});

}  // namespace wavesim
