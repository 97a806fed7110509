// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/temporal/temporal_plan.hpp"

namespace wavesim {

/// Why walls and solids of a problem cannot be moved inside a pass; empty when they can. It asks the problem alone.
std::string walls_in_pass_why_not(const StencilProblem& problem);

/// Whether a pass needs warps for walls: sources alone do not.
bool has_walls(const StencilProblem& problem);

/// Nodes of walls, solids and sources as a pass takes them: quads by tile, plane and place.
struct PassWalls {
    static constexpr int first_kind = 2;  ///< after the node with nothing special and the solid one
    std::vector<kernels::TilePlanes> tile;
    std::vector<int> first;
    std::vector<unsigned> rows;
    std::vector<kernels::WallQuad> quads;
    std::vector<float> table;
    std::vector<int> driven;
    std::vector<long long> node;  ///< of each quad its first node in the field
    std::vector<int> place;       ///< of each state among those of single steps; -1 in panels that do not own the quad
    std::vector<kernels::SharedQuad> shared;  ///< quads of those, each from its owner
    int kinds = 0;
    int faces = 0;          ///< of a node at most
    int further_faces = 0;  ///< packs of states of all faces but the first ones
    bool branch = false;
};
/// `table`: all nodes, moved by passes. Only the sizes of a tile and their number matter in `tiling`.
PassWalls pass_walls(const NodeTable& table, const TemporalTiling& tiling, const DeviceLayout& layout);

}  // namespace wavesim
