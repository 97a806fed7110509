// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "boundary/planes.hpp"
#include "boundary/solid_rows.hpp"
#include "boundary/voxels.hpp"

namespace wavesim {

/// Marks the nodes of a row that are solid, have a closed face, or have such a neighbour along an axis; returns false
/// if there are none.
inline bool mark_near_solids(const VoxelRoom& room, const SolidRows& rows, std::int64_t y, std::int64_t z,
                             std::vector<std::uint8_t>& near) {
    const std::int64_t nx = room.extent.nx;
    bool any = false;
    const auto mark = [&](std::int64_t row_y, std::int64_t row_z, std::int64_t shift) {
        if (!rows.has_solid(row_y, row_z)) return;
        if (!any) near.assign(static_cast<std::size_t>(nx), 0);
        any = true;
        const std::int64_t to = std::min(nx, nx + shift);
        for_each_mark_of_row(room, row_y, row_z, [&](const std::uint8_t* marks) {
            for (std::int64_t x = std::max<std::int64_t>(0, shift); x < to; ++x)
                near[static_cast<std::size_t>(x)] |= marks[x - shift];
        });
    };
    for (const std::int64_t shift : {-1, 0, 1}) mark(y, z, shift);
    for (const std::int64_t step : {-1, 1}) {
        mark(y + step, z, 0);
        mark(y, z + step, 0);
    }
    return any;
}

/// Calls visit(node, side, surface) for every face between an air node of `planes` and a wall or sheet. Sides of other
/// kinds are left out. `node` is the air node's index in `room`, ascending; `side` says where the wall lies as seen
/// from it. Time grows with the number of rows near walls, not with the volume. A 2D room has no y sides.
template <class Visit>
void for_each_wall_face(const VoxelRoom& room, const SolidRows& rows, const Planes& planes, Visit&& visit) {
    const Extent& e = room.extent;
    const auto look = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        const auto solid_at = [&](std::int64_t i) { return room.solid[static_cast<std::size_t>(i)]; };
        const std::int64_t node = e.index(x, y, z);
        if (room.has_solids() && solid_at(node) != 0) return;
        const std::array<std::int64_t, 3> at{x, y, z}, step{1, e.nx, e.nx * e.ny};
        for (const Side side : all_sides) {
            const int axis = axis_of(side);
            if (axis == 1 && room.dims == 2) continue;
            const auto a = static_cast<std::size_t>(axis);
            if (at[a] == (is_max(side) ? e.along(axis) - 1 : 0)) {
                if (room.side_kind[static_cast<std::size_t>(side)] == SideKind::wall)
                    visit(node, side, room.side_surface[static_cast<std::size_t>(side)]);
            } else if (room.is_closed(node, side)) {
                visit(node, side, room.sheet_surface(node, side));
            } else if (room.has_solids()) {
                if (const std::int64_t next = is_max(side) ? node + step[a] : node - step[a]; solid_at(next) != 0)
                    visit(node, side, room.surface_of(next, side));
            }
        }
    };
    std::vector<std::uint8_t> near;  // nodes of a row that are solid or have a solid neighbour
    for (std::int64_t z = planes.from; z < planes.to; ++z)
        for (std::int64_t y = 0; y < e.ny; ++y) {
            if (z == 0 || z == e.nz - 1 || (room.dims == 3 && (y == 0 || y == e.ny - 1))) {
                for (std::int64_t x = 0; x < e.nx; ++x) look(x, y, z);
                continue;
            }
            look(0, y, z);
            if (mark_near_solids(room, rows, y, z, near))
                for_each_marked(near.data(), 1, e.nx - 1, [&](std::int64_t x) { look(x, y, z); });
            if (e.nx > 1) look(e.nx - 1, y, z);
        }
}

template <class Visit>
void for_each_wall_face(const VoxelRoom& room, Visit&& visit) {
    for_each_wall_face(room, SolidRows(room), all_planes(room.extent), visit);
}

}  // namespace wavesim
