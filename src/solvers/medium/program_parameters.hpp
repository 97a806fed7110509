// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/medium/medium.hpp"

namespace wavesim {

/// What plans say of the sides of programs.
inline constexpr const char* program_sides = "images of the fields beyond the sides, as the program gives them";

/// The parameters of a program at the nodes of a domain: what lies at a node, without averages over its cell.
class ProgramParameters {
  public:
    /// All must outlive the object. The scene has a program.
    ProgramParameters(const Scene& scene, const GridChoice& grid, WallPosition walls);

    /// Per parameter of the program the values of the nodes of a box, x fastest.
    std::vector<std::vector<double>> at(const NodeBox& box) const;
    /// The values of all nodes, made slab by slab. A parameter that is the same everywhere has a single value.
    std::vector<std::vector<double>> everywhere() const;
    /// Whether a parameter may depend on the place.
    bool varies(std::size_t parameter) const;
    /// How many do.
    int varying() const;

    /// Different sets of values that nodes have, of which a limit can be found: all of them where they are few. Else
    /// those with the least and the greatest value of each parameter, and some between. Grids of many nodes are read
    /// along rows beside all that the scene places, and evenly between.
    std::vector<std::vector<double>> sets() const;

  private:
    std::vector<double> of_medium(const NodeBox& box, bool density) const;
    std::vector<double> of_scene(const NodeBox& box, const Medium::Parameter& parameter) const;
    std::vector<std::int64_t> telling_nodes(int axis) const;

    const Scene& scene_;
    const GridChoice& grid_;
    WallPosition walls_;
};

}  // namespace wavesim
