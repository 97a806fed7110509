// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/medium/medium_lines.hpp"
#include "solvers/scene/scene.hpp"
#include "solvers/space/point_line.hpp"

namespace wavesim {

/// Steps of the density that lines through points meet. Where cells are averaged they are where the scene has them, and
/// those of gradients and coarse files on the faces of cells; where nodes are sampled they are all there. Nodes lie in
/// the middle of cells.
class DensityLines {
  public:
    /// `scene` must outlive the object.
    DensityLines(const Scene& scene, double spacing_m, double slowest_m_s);

    /// kg/m3 at a point of the domain; a point on an interface belongs to what comes after it.
    double density_at(const Point& at);

    /// The pieces of the line through a point along an axis within so many cells, their ends in m; a single one where
    /// no two that meet differ by more than 1 %.
    std::vector<LinePiece> through(const Point& at, int axis, double cells);

  private:
    /// In kg/m3 and slowest speeds; it ends at `to`.
    LinePiece piece_at(const Point& at, const std::vector<std::size_t>& boxes, double to);
    std::vector<double> faces(const Point& at, int axis, double reach_m, const std::vector<std::size_t>& boxes) const;

    const Scene& scene_;
    double spacing_m_;
    double slowest_m_s_;
    bool averaged_;
    MediumLines lines_;
};

}  // namespace wavesim
