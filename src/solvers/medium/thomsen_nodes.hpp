// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "solvers/scene/scene.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

/// Nodes of the domain for which the scene gives one set of parameters, under the key that does so.
struct ThomsenPart {
    std::string key;
    const Thomsen* values;
    NodeBox nodes;
};

/// The layers, or everything; together every node once. Parts without nodes are left out.
std::vector<ThomsenPart> background_parts(const Scene& scene, const GridChoice& grid, WallPosition walls);
/// The boxes, which lie over the background; later ones win.
std::vector<ThomsenPart> box_parts(const Scene& scene, const GridChoice& grid, WallPosition walls);

/// What grids of files say at the nodes of a part of the domain instead of the background.
class ThomsenGrids {
  public:
    ThomsenGrids(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part);
    /// The background's values with what grids say.
    Thomsen at(const Node& node, Thomsen background) const;

  private:
    NodeBox part_;
    Extent extent_;
    std::array<std::vector<float>, 4> values_;  ///< epsilon, delta, theta, phi; empty where there is no grid
};

/// Nodes with delta above epsilon where grids say one of them, boxes left out.
struct DeltaAbove {
    std::int64_t cells = 0;
    Node first;
    Thomsen there;
};
DeltaAbove delta_above_epsilon(const Scene& scene, const GridChoice& grid, WallPosition walls);

/// Whether a grid of a file gives epsilon or delta.
bool grids_give_epsilon_or_delta(const Anisotropy& tti);

}  // namespace wavesim
