// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/absorbing.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Exact reflection of one wave of the scheme by an absorbing layer: the scheme in and beside the layer is solved for
/// the frequency of the wave. The layer is infinitely long, and the domain beside it is a half space.
class LayerReflection {
  public:
    using Complex = std::complex<double>;
    class Tone;

    /// `layer`, `frequency` and `courant` are those of build_layers(), which throws for the same values.
    LayerReflection(const Stencil& stencil, double courant, const LayerProfile& layer, double frequency);

    /// For waves of `omega_t` radians per time step.
    Tone at(Complex omega_t) const;

    double cells() const { return static_cast<double>(decay_.size()); }

    /// Distance in cells from the face into the domain, beyond which there are only the wave and its reflection.
    /// Evanescent waves exp(-decay x) are less exact: rounding errors of 1e-16 exp(2 decay settled()) count as
    /// reflection.
    double settled() const { return static_cast<double>(2 * half_order_ + reach_) + 0.5; }

  private:
    double& weight(std::size_t across, std::size_t along) { return weights_[across * (reach_ + 1) + along]; }
    double weight(std::size_t across, std::size_t along) const { return weights_[across * (reach_ + 1) + along]; }

    double courant_;
    std::size_t reach_;
    std::size_t half_order_;
    bool averaged_;
    /// Weights of the stencil in the plane of one axis across the layer and one along it. Each is the sum over all
    /// nodes with the same offset across and, on either side, along.
    std::vector<double> weights_;
    double sum_ = 0;  ///< sum of all weights
    std::vector<double> decay_, gain_;
    std::vector<double> first_, second_;  ///< differences of the layer
};

/// Waves of one frequency at a layer.
class LayerReflection::Tone {
  public:
    /// A wave exp(i (k across + q along)) of k and q radians per cell, and its reflection at the face between layer and
    /// domain.
    struct Echo {
        Complex across;     ///< k, on the side of the guess
        Complex slope;      ///< derivative of the stencil's symbol L^ by k: a source emits waves of amplitude i / slope
        Complex amplitude;  ///< of the reflection, relative to the wave
    };
    /// Reflection of the wave whose phase changes by `along` from node to node along the layer, in a plane of two grid
    /// axes. Either wave number may be complex; `guess` is near k.
    Echo echo(Complex along, Complex guess);

    /// k of a wave at normal incidence.
    Complex head_on(Complex guess) const;

  private:
    friend class LayerReflection;
    Tone(const LayerReflection& layer, Complex omega_t);

    /// Weights of the nodes 0 ... reach across the layer, for u_tt + omega^2 u in units of courant^2.
    std::vector<Complex> row(Complex along) const;
    struct Wave {
        Complex number, slope;
    };
    static Wave wave(const std::vector<Complex>& row, Complex guess);
    void look_at_layer(Complex omega_t);
    void fill_in(const std::vector<Complex>& row, Complex number, Complex layer_share);
    Complex last_unknown();
    /// Address of column 0 of a row, even if the row does not contain it.
    Complex* row_begin(std::size_t row) { return values_.data() + (3 * row + 1) * band_; }

    const LayerReflection& layer_;  ///< outlives this
    Complex time_;                  ///< symbol of the second difference in time
    std::size_t band_;              ///< columns that a row reaches to either side
    std::size_t unknowns_;          ///< nodes of the layer and beside it, and the amplitude of the reflection
    std::vector<Complex> adds_;     ///< what the layer adds: 2 band + 1 values per row
    /// The system of equations: 3 band + 1 values per row, starting `band` columns before the diagonal since rows are
    /// exchanged.
    std::vector<Complex> values_, right_;
    std::vector<std::size_t> columns_;  ///< per row: columns up to its last value
};

}  // namespace wavesim
