// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/temporal/temporal_plan.hpp"

namespace wavesim {

/// One sentence why walls and solids of a problem cannot be updated inside a pass; empty when they can. It depends only
/// on the problem.
std::string walls_in_pass_why_not(const StencilProblem& problem);

/// True if a pass needs warps for walls; sources alone do not need them.
bool has_walls(const StencilProblem& problem);

/// Nodes of walls, solids and sources in the form for a pass: quads sorted by tile, plane and position.
struct PassWalls {
    static constexpr int first_kind = 2;  ///< kinds 0 and 1 are the ordinary node and the solid node
    std::vector<kernels::TilePlanes> tile;
    std::vector<int> first;
    std::vector<unsigned> rows;
    std::vector<kernels::WallQuad> quads;
    std::vector<float> table;
    std::vector<int> driven;
    std::vector<long long> node;  ///< per quad: its first node in the field
    std::vector<int> place;       ///< per state: its position among those of single steps; -1 in panels that do not own
                                  ///< the quad
    std::vector<kernels::SharedQuad> shared;  ///< pairs of such a quad and the quad of its owner
    int kinds = 0;
    int faces = 0;          ///< most faces of a node
    int further_faces = 0;  ///< packs of states of all faces but the first ones
    bool branch = false;
};
/// `table`: all nodes, if passes update them. Of `tiling` the size and the number of tiles matter; memory is reserved
/// for the numbers of quads and planes that it has counted (pass_wall_sizes.hpp).
PassWalls pass_walls(const NodeTable& table, const TemporalTiling& tiling, const DeviceLayout& layout);

}  // namespace wavesim
