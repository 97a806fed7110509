// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <random>
#include <vector>

#include "boundary/walls.hpp"
#include "stencils/problem/problem.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {

inline VoxelRoom empty_room(Extent extent, int dims = 3) {
    VoxelRoom room;
    room.extent = extent;
    room.dims = dims;
    return room;
}

/// A room whose nodes are solid with the given probability; their surfaces are drawn from 0..surfaces-1.
inline VoxelRoom random_room(Extent extent, double share, unsigned seed, unsigned surfaces = 1, int dims = 3) {
    VoxelRoom room = empty_room(extent, dims);
    std::mt19937 random(seed);
    room.solid.resize(static_cast<std::size_t>(extent.nodes()));
    for (std::uint8_t& node : room.solid)
        node = random() < share * 4294967296.0 ? static_cast<std::uint8_t>(1 + random() % surfaces) : std::uint8_t{0};
    for (std::uint16_t& surface : room.side_surface) surface = static_cast<std::uint16_t>(random() % surfaces);
    return room;
}

/// Closes each face between two nodes with the given probability; the surfaces of its sides are drawn, too.
inline void close_at_random(VoxelRoom& room, double share, unsigned seed, unsigned surfaces = 1) {
    std::mt19937 random(seed);
    std::vector<NodeSheet> sheets;
    for (std::int64_t i = 0; i < room.extent.nodes(); ++i)
        for (const int axis : {0, 1, 2}) {
            if ((axis == 1 && room.dims == 2) || random() >= share * 4294967296.0) continue;
            const Node n = node_at(room.extent, i);
            const auto low = static_cast<std::uint8_t>(random() % surfaces);
            const auto high = static_cast<std::uint8_t>(random() % surfaces);
            sheets.push_back({{n, {n.x + 1, n.y + 1, n.z + 1}}, axis, {low, high}});
        }
    close_faces(room, sheets);
}

/// The largest Courant number that walls with solids (or empty boxes) allow.
inline double limit_of(const Stencil& stencil, const VoxelRoom& room) {
    const double free = StencilAnalysis(stencil).courant_max();
    const WallSupport support = wall_support(stencil, room.has_sheets() ? RoomContents::sheets : RoomContents::boxes);
    return room.has_solids() && support.solids ? std::min(free, support.solids_courant_max) : free;
}

inline ScalarProblem problem_in(const Stencil& stencil, double courant, const VoxelRoom& room,
                                const std::vector<double>& admittance, WallForm form = WallForm::automatic) {
    ScalarProblem problem;
    problem.extent = room.extent;
    problem.precision = Precision::float64;
    problem.stencil = stencil;
    problem.courant = courant;
    const WallPlan walls = build_walls(stencil, courant, room, admittance, form);
    problem.halo = walls.halo;
    problem.walls = walls.passes;
    return problem;
}

/// Uniform numbers in [-1, 1], 0 in solids.
inline std::vector<double> random_field(const VoxelRoom& room, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<double> field(static_cast<std::size_t>(room.extent.nodes()));
    for (std::size_t i = 0; i < field.size(); ++i) {
        const double value = static_cast<double>(random()) / 2147483648.0 - 1;
        field[i] = room.has_solids() && room.solid[i] != 0 ? 0.0 : value;
    }
    return field;
}

/// The same rows, with one weight of node number i changed: that of the first term for which of(offset) is true.
template <class Of>
Corrections with_a_wrong_weight(const Corrections& rows, std::size_t i, const Of& of) {
    Corrections changed;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        std::vector<Corrections::Term> terms(rows.terms(k).begin(), rows.terms(k).end());
        if (k == i) std::ranges::find_if(terms, of, &Corrections::Term::offset)->weight *= 1.001;
        changed.add(rows.node(k), terms, rows.factor(k));
    }
    return changed;
}

}  // namespace wavesim
