// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/medium/medium_lines.hpp"
#include "solvers/scene/scene.hpp"
#include "solvers/space/point_line.hpp"

namespace wavesim {

/// Density steps on lines through points. If cells are averaged, steps are at the positions of the scene, but those of
/// gradients and coarse files are at the faces of cells. If nodes are sampled, all steps are there. Nodes lie at the
/// centres of cells.
class DensityLines {
  public:
    /// `scene` must outlive the object.
    DensityLines(const Scene& scene, double spacing_m, double slowest_m_s);

    /// Density at a point of the domain, kg/m3. A point on an interface belongs to the medium after it. If cells are
    /// averaged, the result does not depend on the grid: all files are interpolated as they ask for.
    double density_at(const Point& at);

    /// The pieces of the line through a point along an axis within `cells` cells, with their ends in m. A single piece
    /// if no two adjacent ones differ by more than 1 %.
    std::vector<LinePiece> through(const Point& at, int axis, double cells);

  private:
    /// The piece at a point, in kg/m3 and slowest speeds; it ends at `to`.
    LinePiece piece_at(MediumLines& lines, const Point& at, const std::vector<std::size_t>& boxes, double to) const;
    std::vector<double> faces(const Point& at, int axis, double reach_m, const std::vector<std::size_t>& boxes) const;

    const Scene& scene_;
    double spacing_m_;
    double slowest_m_s_;
    bool averaged_;
    MediumLines lines_;
    MediumLines between_values_;
};

}  // namespace wavesim
