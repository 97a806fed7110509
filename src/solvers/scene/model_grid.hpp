// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/point.hpp"
#include "solvers/scene/resampling.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// Values on a grid of their own, which holds for half a spacing beyond its outermost values.
struct ModelGrid {
    Extent extent;              ///< ny is 1 in 2D
    Point first_m;              ///< of the value with the smallest coordinates
    Point spacing_m;            ///< y is 0 in 2D
    std::vector<float> values;  ///< x fastest; m/s or kg/m3
    float least = 0;
    float most = 0;
};

/// Where a point reads a model along one axis: value + share * (next - value).
struct ModelRead {
    std::int64_t at = 0;
    std::int64_t next = 0;
    float share = 0;
};
ModelRead read_along(const ModelGrid& model, Resampling resampling, int axis, double at_m);
/// The values of points on a line along x; constant beyond the outermost values.
void read_line(const ModelGrid& model, const std::vector<ModelRead>& x, const ModelRead& y, const ModelRead& z,
               float* values);

/// The values at the nodes i of a box, which lie at `from + i * spacing_m` per axis, x fastest; constant beyond the
/// outermost values.
std::vector<float> resample_nodes(const ModelGrid& model, Resampling resampling, const NodeBox& nodes,
                                  const Point& from, double spacing_m);
/// The same at all nodes of a grid.
std::vector<float> resample(const ModelGrid& model, Resampling resampling, const Extent& nodes, const Point& from,
                            double spacing_m);

/// True where every node of such a grid lies on a value.
bool lies_on(const ModelGrid& model, const Extent& nodes, const Point& from, double spacing_m);

}  // namespace wavesim
