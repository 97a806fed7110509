// SPDX-License-Identifier: MIT
#include "boundary/wall_states.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "boundary/wall_faces.hpp"
#include "boundary/walls.hpp"
#include "stencils/grid/growing_list.hpp"

namespace wavesim {
namespace {

/// The index of a law in the list of distinct laws. A new law is appended.
std::uint16_t law_index(std::vector<WallLaw>& laws, const WallLaw& wanted) {
    for (std::size_t i = laws.size(); i-- > 0;)
        if (laws[i] == wanted) return static_cast<std::uint16_t>(i);
    if (laws.size() > 65535) throw std::domain_error("a room may have at most 65536 different wall laws");
    laws.push_back(wanted);
    return static_cast<std::uint16_t>(laws.size() - 1);
}

/// Product of 1/2 for every axis but `skip` on which the node lies at an end of the grid.
double share_of_cell(const VoxelRoom& room, const Node& node, int skip) {
    const auto half = [&](int axis, std::int64_t at) {
        const bool end = at == 0 || at == room.extent.along(axis) - 1;
        return axis != skip && end && !(axis == 1 && room.dims == 2) ? 0.5 : 1.0;
    };
    return half(0, node.x) * half(1, node.y) * half(2, node.z);
}

}  // namespace

void add_explicit_walls(const VoxelRoom& room, const SolidRows& rows, const Planes& planes,
                        const std::vector<double>& admittance, double air_mass, ExplicitWalls& walls) {
    std::vector<std::optional<std::uint16_t>> laws(admittance.size());  // of the surfaces found so far
    for_each_wall_face(room, rows, planes, [&](std::int64_t node, Side side, std::uint16_t surface) {
        const double g = admittance.at(surface), area = room.area_of(node, side);
        if (g < least_admittance || area == 0) return;
        grow_by(walls.nodes, planes.origin + node);
        if (area != 1) {  // stable if the air before a face has a mass of at least D0 per area
            grow_by(walls.laws, law_index(walls.law, {1 / g, air_mass * std::max(1.0, area), area, 1}));
            return;
        }
        if (!laws[surface]) laws[surface] = law_index(walls.law, {1 / g, air_mass, 1, 1});
        grow_by(walls.laws, *laws[surface]);
    });
}

void add_branch_walls(const VoxelRoom& room, const SolidRows& rows, const Planes& planes,
                      const std::vector<double>& admittance, double air_mass, WallPosition position,
                      BranchWalls& walls) {
    for_each_wall_face(room, rows, planes, [&](std::int64_t node, Side side, std::uint16_t surface) {
        const double g = admittance.at(surface);
        if (g < least_admittance) return;
        WallLaw law{1 / g, air_mass, room.area_of(node, side), 1};
        if (law.area == 0) return;
        if (position == WallPosition::whole) {
            const Node at = node_at(room.extent, node);
            law.area = share_of_cell(room, at, axis_of(side));
            law.mass = share_of_cell(room, at, -1);
        }
        if (walls.nodes.empty() || walls.nodes.back() != planes.origin + node) {
            grow_by(walls.nodes, planes.origin + node);
            grow_by(walls.first, std::int64_t{walls.first.back()});
        }
        ++walls.first.back();
        grow_by(walls.laws, law_index(walls.law, law));
    });
}

}  // namespace wavesim
