// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "stencils/grid.hpp"
#include "stencils/tti/tilted_medium.hpp"

namespace wavesim::tti {

/// Weights w of R_d in the self-adjoint form, w R_d (w sigma) (operator_weights.hpp). They come in pairs, w_H of
/// sigma_H and w_V of sigma_V with w_H^2 + w_V^2 = 1, so that where the medium is isotropic both fields together get
/// R_d. Where no layer turns the axis n of a node, w_V^2 is the mean of n_d^2 over all nodes that are anisotropic
/// (counted by |epsilon| + |delta|): one number for the grid, for any number between 0 and 1 keeps the operator
/// symmetric and positive, and R only acts on waves that the grid hardly resolves. In layers noise grows unless the
/// weights follow n: a share s of w_V^2 is that mean and the rest n_d^2, s the square of what the layer leaves of the
/// tilt (TiltedMedium::kept).
class HourglassWeights {
  public:
    HourglassWeights(const TiltedMedium& medium, const Extent& extent);

    /// w^2 of field f (0: sigma_H, 1: sigma_V) along d where no layer turns the axis.
    double square(std::size_t f, std::size_t d) const { return f == 1 ? mean_[d] : 1 - mean_[d]; }
    /// w of both fields along d at a node whose axis is n, where the mean has that share.
    std::array<double, 2> at(std::size_t d, double n, double mean_share) const;

  private:
    std::array<double, 3> mean_{0, 0, 1};
};

/// Share of the mean: the product of one value per coordinate, these along d.
std::vector<double> mean_shares(const TiltedMedium& medium, std::size_t d, std::int64_t nodes);

}  // namespace wavesim::tti
