// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/absorbing.hpp"
#include "stencils/stencil.hpp"

namespace wavesim {

/// What an absorbing layer sends back of one wave of the scheme, exactly: the scheme of the layer and the nodes beside
/// it is solved for the wave's frequency. A domain without end lies beside the layer, which goes on without end along
/// itself.
class LayerReflection {
  public:
    using Complex = std::complex<double>;

    /// `layer`, `frequency` and `courant` as of build_layers(), which refuses the same.
    LayerReflection(const Stencil& stencil, double courant, const LayerProfile& layer, double frequency);

    /// A wave exp(i (k across + q along)) of k and q radians per cell, and what comes back of it at the face between
    /// layer and domain.
    struct Echo {
        Complex across;     ///< k, on the side of the guess
        Complex slope;      ///< change of the stencil's symbol L^ with k: a source sends waves of amplitude i / slope
        Complex amplitude;  ///< over that of the wave
    };
    /// For waves of `omega_t` radians per time step that turn by `along` from node to node along the layer, in the
    /// plane of two axes of the grid. Either wave number may be complex; `guess` is near k.
    Echo operator()(Complex omega_t, Complex along, Complex guess) const;

    /// k of a wave head-on.
    Complex head_on(Complex omega_t, Complex guess) const;

  private:
    struct Weight {
        int across, along;
        double a;
    };
    std::vector<Complex> row(Complex omega_t, Complex along) const;
    struct Wave {
        Complex number, slope;
    };
    Wave wave(const std::vector<Complex>& row, Complex guess) const;
    std::vector<std::vector<Complex>> layer_rows(Complex omega_t, Complex along, std::size_t columns) const;

    double courant_;
    int reach_;
    int half_order_;
    bool averaged_;
    std::vector<Weight> weights_;  ///< of the stencil, in the plane of one axis across and one along the layer
    std::vector<double> decay_, gain_;
    std::vector<double> first_, second_;  ///< differences of the layer
};

}  // namespace wavesim
