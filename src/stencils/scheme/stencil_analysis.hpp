// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

/// Von Neumann analysis of one stencil (host, double). Symbols follow Hamilton et al. 2015:
/// S~(k) = -(courant^2 / 4) sum_p a_p s_p(k) = sin^2(omega T / 2); stable iff 0 <= S~ <= 1 for all k.
/// Stencils of 2 dimensions are analysed in their (x, z) plane: k = (kx, 0, kz).
class StencilAnalysis {
  public:
    explicit StencilAnalysis(const Stencil& stencil);

    /// -L^(k), k = (kx, ky, kz) in rad per node; 0 at k = 0 and |k|^2 for small k.
    double symbol(const std::array<double, 3>& k) const { return symbol_(k); }
    /// max_k -L^(k): the wedge pi >= kx >= ky >= kz >= 0 with 61 nodes per axis (corners included), each
    /// high local maximum then refined between the nodes.
    double symbol_max() const { return symbol_max_; }
    /// min_k -L^(k), found in the same way; if it is negative, the scheme is unstable for every time step.
    double symbol_min() const { return symbol_min_; }
    /// Wave vector of symbol_max(): the mode that becomes unstable first.
    const std::array<double, 3>& worst_wave_vector() const { return worst_wave_vector_; }
    /// Largest stable Courant number: 2 / sqrt(symbol_max), for these weights. 0 when symbol_min < 0.
    double courant_max() const;
    /// Signed relative phase-velocity error at wave vector k (rad per node); S~ is clamped to [0, 1].
    double phase_error(const std::array<double, 3>& k, double courant) const;
    /// Signed relative phase-velocity error range over the directions of the wedge (n = 24).
    struct Range {
        double lowest = 0;
        double highest = 0;
        double worst() const;
        std::array<double, 3> worst_direction{1, 0, 0};
    };
    Range phase_error_range(double points_per_wavelength, double courant) const;
    /// Fraction of the axial Nyquist wavenumber below which |error| <= bound in every direction.
    double usable_fraction(double bound, double courant) const;

  private:
    StencilSymbol symbol_;
    double symbol_max_ = 0;
    double symbol_min_ = 0;
    std::array<double, 3> worst_wave_vector_{};
};

}  // namespace wavesim
