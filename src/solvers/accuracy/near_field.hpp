// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "solvers/space/interpolation.hpp"
#include "stencils/scheme/stencil.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

/// Near a source the field of a stencil and of points that are spread over several nodes differs from that of a point.
/// There waves of the shortest lengths are heard, in which time plays no part: with m the wave number of the pulse,
///   (m^2 - L) p = source,
/// on the nodes as a sum over the wave numbers of a grid of period N, with the weights of both points, and for points
///   exp(-m r) / (4 pi r), in 2D K_0(m r) / (2 pi).
class NearField {
  public:
    /// `wave_number` in radians per cell, of the pulse.
    NearField(const Stencil& stencil, double wave_number);

    /// A point in node coordinates, and what it takes of the nodes.
    struct Place {
        std::array<double, 3> at{};
        AxisWeights weights{};
        auto operator<=>(const Place&) const = default;
    };
    /// Difference at a receiver over the sound of that distance: 1 / (4 pi r), in 2D |H_0(m r)| / 4.
    double error(const Place& source, const Place& receiver);

  private:
    using Factors = std::vector<double>;
    /// Real part of what both points make of the wave numbers pi j / (n - 1) along an axis.
    static Factors factors(const std::vector<AxisWeight>& source, const std::vector<AxisWeight>& receiver);
    double on_nodes(const Place& source, const Place& receiver) const;

    bool flat_;
    double wave_number_;
    StencilSymbol::Wedge symbol_;
    std::map<std::pair<Place, Place>, double> known_;
};

}  // namespace wavesim
