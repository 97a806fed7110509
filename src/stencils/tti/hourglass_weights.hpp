// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "stencils/grid/grid.hpp"
#include "stencils/problem/tilted_medium.hpp"

namespace wavesim::tti {

/// The mean of n_d^2 over the anisotropic nodes whose axis no layer rotates, weighted by |epsilon| + |delta|. If there
/// are no such nodes, that of a vertical axis. `extent`: extent of the medium.
std::array<double, 3> mean_axis(const TiltedMedium& medium, const Extent& extent);

/// Weights w of R_d in the self-adjoint form, w R_d (w sigma) (operator_weights.hpp): w_H for sigma_H and w_V for
/// sigma_V. Any weights keep the operator symmetric and positive, and R acts only on waves that the grid hardly
/// resolves. If no layer rotates the axis n of a node, w_V^2 is TiltedMedium::mean_axis and w_H^2 = 1 - w_V^2. So in an
/// isotropic medium both fields together get R_d. In layers the axis is rotated to a grid axis
/// (TiltedMedium::layer_axis), and noise grows unless the weights follow it. So in layers the weights change linearly
/// to those of that axis: w_V = 1 along it and w_H = 1 across.
class HourglassWeights {
  public:
    HourglassWeights(const TiltedMedium& medium, const Extent& extent);

    /// w of field f (0: sigma_H, 1: sigma_V) along d if the share `share` is left (TurnShare), which is 1 outside
    /// layers.
    double at(std::size_t f, std::size_t d, double share) const { return outer(f, d) + share * change(f, d); }
    /// Weight where no tilt is left, 0 or 1; below, the difference to the weight without layers.
    double outer(std::size_t f, std::size_t d) const { return (d == layer_axis_) == (f == 1) ? 1 : 0; }
    double change(std::size_t f, std::size_t d) const { return inner_[f][d] - outer(f, d); }

  private:
    std::array<std::array<double, 3>, 2> inner_{};
    std::size_t layer_axis_;
};

/// Share of the weights without layers that remains at a node: the product of one value per coordinate, the square of
/// TiltedMedium::kept. This class holds the values along one axis; they are 1 for coordinates in [from, to).
struct TurnShare {
    TurnShare(const TiltedMedium& medium, std::size_t d, std::int64_t nodes);

    std::vector<double> values;
    std::int64_t from;
    std::int64_t to;
};

}  // namespace wavesim::tti
