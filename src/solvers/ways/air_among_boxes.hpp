// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "solvers/scene/scene.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

/// Whether a node of the grid, layers included, is air, from the boxes of solids and from a mesh. The boxes near a
/// block of nodes are found only once.
class AirAmongBoxes {
  public:
    AirAmongBoxes(const Scene& scene, const GridChoice& domain);
    bool is_air(const Node& n);

  private:
    bool is_in_mesh(const Node& n) const;
    const std::vector<NodeBox>& near(const Node& n);

    GridChoice domain_;
    std::array<std::int64_t, 6> layers_;
    std::vector<NodeBox> solids_;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::vector<NodeBox>> near_;
};

}  // namespace wavesim
