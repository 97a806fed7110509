// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "boundary/walls.hpp"

namespace wavesim {

/// Makes the planes [from, to) along z of a room, as a room of their own with the sides of the whole one. Its solids
/// may take over `memory`, whose values mean nothing: fetching it anew for every slab costs more than filling it.
using MakeRoomPlanes = std::function<VoxelRoom(std::int64_t from, std::int64_t to, std::vector<std::uint8_t> memory)>;

/// build_walls of a room of that extent, of which `slab_planes` planes and those that their walls depend on are there
/// at a time: the same plan.
WallPlan build_walls_in_slabs(const Stencil& stencil, double courant, const Extent& extent, std::int64_t slab_planes,
                              const MakeRoomPlanes& planes, const std::vector<double>& admittance, WallForm form,
                              const std::vector<VertexLaw>& laws = {});

}  // namespace wavesim
