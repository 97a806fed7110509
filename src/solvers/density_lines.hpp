// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/point_line.hpp"
#include "solvers/scene.hpp"

namespace wavesim {

/// Steps of the density that lines through points meet: interfaces of layers and boxes where the scene has them, those
/// of gradients and models on the faces of the cells. Nodes lie in the middle of cells.
class DensityLines {
  public:
    /// `scene` must outlive the object.
    DensityLines(const Scene& scene, double spacing_m, double slowest_m_s);

    /// kg/m3 at a point of the domain; a point on an interface belongs to what comes after it.
    double density_at(const Point& at) const;

    /// The pieces of the line through a point along an axis within so many cells, their ends in m; a single one where
    /// no two that meet differ by more than 1 %.
    std::vector<LinePiece> through(const Point& at, int axis, double cells) const;

  private:
    double speed_at(const Point& at) const;
    std::vector<double> faces(const Point& at, int axis, double reach_m) const;

    const Scene& scene_;
    double spacing_m_;
    double slowest_m_s_;
};

}  // namespace wavesim
