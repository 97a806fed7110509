// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/layer_reflection.hpp"

namespace wavesim {

/// Reflection of one frequency of a source by an absorbing layer: the sound of the image source behind the face of the
/// layer. It is a sum over waves along the layer, each with its own reflection coefficient (LayerReflection).
class LayerWaves {
  public:
    using Complex = std::complex<double>;

    /// For a line source. `guess` [radians per cell] is near the wave number and may be complex; the wave has `courant`
    /// times that per step. The sums are accurate to about 1e-6 of the direct sound for images at least `nearest` cells
    /// across the layer and at most `farthest` cells away.
    static LayerWaves of_line(const LayerReflection& layer, double courant, Complex guess, double nearest,
                              double farthest);
    /// For a source in a duct, one wave per mode. `turns`: wave numbers of the modes across the duct, radians per cell.
    /// Modes that decay within `nearest` cells are left out of reflections.
    static LayerWaves of_duct(const LayerReflection& layer, double courant, Complex guess,
                              const std::vector<double>& turns, double nearest);

    /// Wave number at normal incidence, radians per cell.
    Complex head_on() const { return head_on_; }

    /// Sound of the image that is `across` and `along` cells away. Far away the sound of the source itself is exp(i k
    /// r) / sqrt(8 pi k r).
    Complex echo(double across, double along) const;

    /// Sound of the source and of its image in a duct. A mode with wave number k contributes its weight times i exp(i k
    /// r) / k.
    Complex duct_sound(double away, const std::vector<double>& shares) const;
    Complex duct_echo(double away, const std::vector<double>& shares) const;

  private:
    struct Wave {
        Complex strength;
        Complex across, along;  ///< radians per cell
    };
    Complex head_on_;
    std::vector<Wave> waves_;
};

}  // namespace wavesim
