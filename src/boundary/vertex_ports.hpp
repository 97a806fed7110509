// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/solid_rows.hpp"
#include "boundary/vertex_cubes.hpp"
#include "boundary/voxels.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Properties of a surface for the ports at its vertices: branches of their law, none where it is rigid.
struct VertexLaw {
    std::vector<PortBranch> branches;
    double impedance = 0;  ///< real part near the highest frequency, in rho c: determines springs at edges
    bool operator==(const VertexLaw&) const = default;
};

/// Makes one port for each combination of a vertex at a lossy wall, a connected group of air nodes there, and a surface
/// next to that group. `laws`: one per surface. Throws std::domain_error where a side of the room is no wall.
WallPorts make_vertex_ports(const VertexRule& rule, const VoxelRoom& room, const SolidRows& rows,
                            const std::vector<VertexLaw>& laws);
/// The same for the planes of vertices [from, to) along z. There are nz + 1 planes; plane z lies below the nodes (x, y,
/// z).
WallPorts make_vertex_ports(const VertexRule& rule, const VoxelRoom& room, const SolidRows& rows,
                            const std::vector<VertexLaw>& laws, std::int64_t from, std::int64_t to);

/// Joins the ports of several parts of a room into one list. The order of laws, rows and ports does not depend on the
/// parts.
WallPorts join_ports(const std::vector<WallPorts>& parts);

}  // namespace wavesim
