// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <complex>
#include <cstddef>
#include <vector>

#include "boundary/tilted_scheme.hpp"
#include "boundary/turned_layer.hpp"

namespace wavesim {

/// Exact reflection of one wave by an absorbing layer of the self-adjoint form: the scheme in and beside the layer is
/// solved for the frequency of the wave. Domain and layer are infinitely long, and the domain is a half space. A layer
/// at the upper side of its axis reflects waves of the opposite wave number along it in the same way.
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

/// Waves of one frequency. Its imaginary part is above 0.
class TiltedReflection::Tone {
  public:
    double grazing() const { return scheme_.grazing(); }
    TiltedModes modes(double along) const { return scheme_.modes(along, of_.point_); }
    /// [j][i]: amplitude of the j-th outgoing wave per amplitude of the i-th incident wave, both at the face between
    /// layer and domain.
    using Amplitudes = std::array<std::array<Complex, 2>, 2>;
    Amplitudes amplitudes(double along, const TiltedModes& modes) const;

  private:
    friend class TiltedReflection;
    Tone(const TiltedReflection& layer, Complex omega_t);

    /// Terms of a node that do not depend on the wave number along the layer. They are factors of powers of the symbol
    /// of the first difference, and of the symbol of R.
    struct NodeTerms {
        double speed;                        ///< courant^2 times the factor of v^2
        Complex time;                        ///< symbol of the second difference in time, with damping
        std::array<double, 2> square, rest;  ///< by field
    };
    /// What another node contributes to G of a node, by field: the part without the symbol of the first difference, and
    /// the factor of that symbol.
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
