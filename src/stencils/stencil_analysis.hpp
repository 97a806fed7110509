// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "stencils/stencil.hpp"

namespace wavesim {

/// Von Neumann analysis of one stencil (host, double). Symbols follow Hamilton et al. 2015:
/// S~(k) = -(courant^2 / 4) sum_p a_p s_p(k) = sin^2(omega T / 2); stable iff 0 <= S~ <= 1 for all k.
class StencilAnalysis {
  public:
    explicit StencilAnalysis(const Stencil& stencil);

    /// -L^(k) >= 0, k = (kx, ky, kz) in rad per node.
    double symbol(const std::array<double, 3>& k) const;
    /// max_k -L^(k), over the wedge pi >= kx >= ky >= kz >= 0 with 61 nodes per axis (corners included).
    double symbol_max() const { return symbol_max_; }
    /// min_k -L^(k); negative means the scheme grows at low wavenumbers whatever the time step.
    double symbol_min() const { return symbol_min_; }
    /// Largest stable Courant number: 2 / sqrt(symbol_max), for these weights. 0 when symbol_min < 0.
    double courant_max() const;
    /// Signed relative phase-velocity error at wave vector k (rad per node).
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
    Stencil stencil_;
    double symbol_max_ = 0;
    double symbol_min_ = 0;
};

}  // namespace wavesim
