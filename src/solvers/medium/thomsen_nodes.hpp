// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "solvers/scene/scene.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

/// Nodes of the domain with one set of parameters in the scene, and the key of this set.
struct ThomsenPart {
    std::string key;
    const Thomsen* values;
    NodeBox nodes;
};

/// The layers, or the complete domain; together they contain every node once. Parts without nodes are left out.
std::vector<ThomsenPart> background_parts(const Scene& scene, const GridChoice& grid, WallPosition walls);
/// The boxes, which override the background; later ones override earlier ones.
std::vector<ThomsenPart> box_parts(const Scene& scene, const GridChoice& grid, WallPosition walls);

/// Values of file grids at the nodes of a part of the domain, which replace those of the background.
class ThomsenGrids {
  public:
    ThomsenGrids(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part);
    /// The parameters of the background with those from grids replaced.
    Thomsen at(const Node& node, Thomsen background) const;

  private:
    NodeBox part_;
    Extent extent_;
    std::array<std::vector<float>, 4> values_;  ///< epsilon, delta, theta, phi; empty without a grid
};

/// Nodes with delta above epsilon if grids give one of them, without boxes.
struct DeltaAbove {
    std::int64_t cells = 0;
    Node first;
    Thomsen there;
};
DeltaAbove delta_above_epsilon(const Scene& scene, const GridChoice& grid, WallPosition walls);

/// Whether a grid of a file gives epsilon or delta.
bool grids_give_epsilon_or_delta(const Anisotropy& tti);

}  // namespace wavesim
