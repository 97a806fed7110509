// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "solvers/space/interpolation.hpp"
#include "stencils/scheme/stencil.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

/// Near a source the field of a stencil, and of points that are spread over several nodes, differs from that of a
/// point. There the shortest waves dominate, so that the difference hardly depends on the frequency. It is computed for
/// an imaginary wave number i m, with m that of the pulse, where fields decay: (M^2 - L) p = f source. On the nodes p
/// is a sum over the wave numbers of a grid of period N, with the weights of both points. For exact points it is exp(-m
/// r) / (4 pi r), in 2D K_0(m r) / (2 pi). M = m and f = 1, except where the signal is averaged over two steps, and the
/// time step is part of the scheme:
///   M = 2 / courant sinh(m courant / 2),   f = sinh(m courant) / (m courant).
class NearField {
  public:
    /// `wave_number` in radians per cell, of the pulse; `courant` where the signal is averaged over two steps.
    NearField(const Stencil& stencil, double wave_number, std::optional<double> courant = {});

    /// A point in node coordinates, and its weights on the nodes.
    struct Place {
        std::array<double, 3> at{};
        AxisWeights weights{};
        auto operator<=>(const Place&) const = default;
    };
    /// Error at a receiver relative to the direct sound at its distance: 1 / (4 pi r), in 2D |H_0(m r)| / 4. `image` is
    /// that of the source in a free surface, with the opposite sign.
    double error(const Place& source, const Place& receiver, const std::optional<Place>& image = {});

  private:
    using Factors = std::vector<double>;
    /// Real part of the product of both points' spectra at the wave numbers pi j / (n - 1) along an axis.
    static Factors factors(const std::vector<AxisWeight>& source, const std::vector<AxisWeight>& receiver);
    double on_nodes(const Place& source, const Place& receiver) const;
    double distance(const Place& source, const Place& receiver) const;    ///< cells, at least 0.5
    double difference(const Place& source, const Place& receiver) const;  ///< on the nodes, from that of exact points

    bool flat_;
    double wave_number_;
    double squared_;   ///< M^2
    double averaged_;  ///< f
    StencilSymbol::Wedge symbol_;
    std::map<std::tuple<Place, Place, std::optional<Place>>, double> known_;
};

}  // namespace wavesim
