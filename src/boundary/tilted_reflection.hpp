// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <complex>
#include <cstddef>
#include <vector>

#include "boundary/tilted_scheme.hpp"
#include "boundary/turned_layer.hpp"

namespace wavesim {

/// What an absorbing layer of the self-adjoint form sends back of one wave, exactly: the scheme of the layer and the
/// nodes beside it is solved for the wave's frequency. Domain and layer have no end along the layer, and the domain has
/// none away from it. A layer at the upper side of its axis sends back the same of waves with the opposite wave number
/// along it.
class TiltedReflection {
  public:
    using Complex = std::complex<double>;
    explicit TiltedReflection(const TurnedLayer& layer) : layer_(layer), nodes_(layer), point_(layer.rock) {}

    class Tone;
    Tone at(Complex omega_t) const;
    double cells() const { return static_cast<double>(layer_.cells); }

  private:
    TurnedLayer layer_;
    TurnedNodes nodes_;
    PointSymbol point_;
};

/// Waves of one frequency, whose imaginary part is above 0.
class TiltedReflection::Tone {
  public:
    double grazing() const { return scheme_.grazing(); }
    TiltedModes modes(double along) const { return scheme_.modes(along, of_.point_); }
    /// [j][i]: how much of the j-th wave goes back of the i-th that comes, both at the face between layer and domain.
    using Amplitudes = std::array<std::array<Complex, 2>, 2>;
    Amplitudes amplitudes(double along, const TiltedModes& modes) const;

  private:
    friend class TiltedReflection;
    Tone(const TiltedReflection& layer, Complex omega_t);

    /// A node's part of the equations, whatever the wave number along the layer: powers of the symbol of the first
    /// difference, and that of R.
    struct NodeTerms {
        double speed;                        ///< courant^2 times the factor of v^2
        Complex time;                        ///< of the second difference, damping and all
        std::array<double, 2> square, rest;  ///< by field
    };
    /// What another node adds to G of a node, by field: without the symbol of the first difference, and its factor.
    struct Coupling {
        std::array<Complex, 2> plain, slope;
    };
    class Equations;

    const TiltedReflection& of_;  ///< outlives this
    TiltedScheme scheme_;
    std::vector<NodeTerms> nodes_;
    std::vector<Coupling> couplings_;
};

}  // namespace wavesim
