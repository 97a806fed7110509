// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "stencils/grid/grid.hpp"
#include "stencils/problem/tilted_medium.hpp"

namespace wavesim::tti {

/// The mean of n_d^2 over the anisotropic nodes whose axis no layer turns, weighted by |epsilon| + |delta|; where there
/// is none, that of an upright axis. `extent`: of the medium.
std::array<double, 3> mean_axis(const TiltedMedium& medium, const Extent& extent);

/// Weights w of R_d in the self-adjoint form, w R_d (w sigma) (operator_weights.hpp), w_H of sigma_H and w_V of
/// sigma_V. Any weights keep the operator symmetric and positive, and R only acts on waves that the grid hardly
/// resolves. Where no layer turns the axis n of a node, w_V^2 is TiltedMedium::mean_axis and w_H^2 = 1 - w_V^2. So both
/// fields together get R_d where the medium is isotropic. In layers the axis turns to one of the grid
/// (TiltedMedium::layer_axis), and noise grows unless the weights follow it. So there they fade linearly to those of
/// that axis: w_V = 1 along it and w_H = 1 across.
class HourglassWeights {
  public:
    HourglassWeights(const TiltedMedium& medium, const Extent& extent);

    /// w of field f (0: sigma_H, 1: sigma_V) along d where that fraction of the tilt is left (TurnShare), 1 outside
    /// layers.
    double at(std::size_t f, std::size_t d, double share) const { return outer(f, d) + share * change(f, d); }
    /// Where no tilt is left, 0 or 1; and what a whole share adds.
    double outer(std::size_t f, std::size_t d) const { return (d == layer_axis_) == (f == 1) ? 1 : 0; }
    double change(std::size_t f, std::size_t d) const { return inner_[f][d] - outer(f, d); }

  private:
    std::array<std::array<double, 3>, 2> inner_{};
    std::size_t layer_axis_;
};

/// Share of the weights without layers that a node has: the product of one value per coordinate, the square of
/// TiltedMedium::kept; these along one axis, 1 for the coordinates from `from` to before `to`.
struct TurnShare {
    TurnShare(const TiltedMedium& medium, std::size_t d, std::int64_t nodes);

    std::vector<double> values;
    std::int64_t from;
    std::int64_t to;
};

}  // namespace wavesim::tti
