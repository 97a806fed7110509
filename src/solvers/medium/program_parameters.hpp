// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/medium/medium.hpp"

namespace wavesim {

/// Description of the sides of programs in plans.
inline constexpr const char* program_sides = "images of the fields beyond the sides, as the program gives them";

/// The parameters of a program at the nodes of a domain, sampled without averages over cells.
class ProgramParameters {
  public:
    /// All arguments must outlive the object. The scene must have a program.
    ProgramParameters(const Scene& scene, const GridChoice& grid, WallPosition walls);

    /// For each parameter of the program the values at the nodes of a box, x fastest.
    std::vector<std::vector<double>> at(const NodeBox& box) const;
    /// The values of all nodes, made slab by slab. A parameter that is the same everywhere has a single value.
    std::vector<std::vector<double>> everywhere() const;
    /// Whether a parameter may depend on position.
    bool varies(std::size_t parameter) const;
    /// The number of parameters that may depend on position.
    int varying() const;

    /// Different sets of parameter values at nodes, for finding a limit. If they are few, all are included. Otherwise
    /// it has those with the smallest and largest value of each parameter, and some between. Large grids are evaluated
    /// along rows beside everything that the scene places, and evenly between.
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
