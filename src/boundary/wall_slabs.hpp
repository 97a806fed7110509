// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "boundary/walls.hpp"

namespace wavesim {

/// Makes the planes [from, to) along z of a room, as a room of their own with the sides of the whole room. It may reuse
/// `memory` for its solids, whose values are undefined: allocating memory again for every slab costs more than filling
/// it. It is called on several threads at once.
using MakeRoomPlanes = std::function<VoxelRoom(std::int64_t from, std::int64_t to, std::vector<std::uint8_t> memory)>;

/// The same plan as build_walls for a room of that extent, for any number of threads. Only `slab_planes` planes per
/// thread, and the planes that their walls depend on, are in memory at a time.
WallPlan build_walls_in_slabs(const Stencil& stencil, double courant, const Extent& extent, std::int64_t slab_planes,
                              const MakeRoomPlanes& planes, const std::vector<double>& admittance, WallForm form,
                              const std::vector<VertexLaw>& laws = {}, int threads = 1);

/// The same plan as build_walls, made on at most `threads` threads, some planes of the room at a time.
WallPlan build_walls_on_threads(const Stencil& stencil, double courant, const VoxelRoom& room,
                                const std::vector<double>& admittance, WallForm form,
                                const std::vector<VertexLaw>& laws, int threads);

}  // namespace wavesim
