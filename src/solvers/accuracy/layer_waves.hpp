// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/layer_reflection.hpp"

namespace wavesim {

/// What an absorbing layer sends back of a source's sound of one frequency: that of its image behind the face of the
/// layer. It is a sum over waves along the layer, of which each comes back with its own amplitude (LayerReflection).
class LayerWaves {
  public:
    using Complex = std::complex<double>;

    /// Of a line source. `guess` [radians per cell] is near the wave number and may be complex; the wave has `courant`
    /// times that per step. Sums are right to about 1e-6 of the direct sound for images that are at least `nearest`
    /// cells across the layer and at most `farthest` cells away.
    static LayerWaves of_line(const LayerReflection& layer, double courant, Complex guess, double nearest,
                              double farthest);
    /// For a source in a duct, one wave per mode. `turns`: wave numbers of the modes across the duct, radians per cell.
    /// Modes that die out before they are `nearest` cells on are left out of echoes.
    static LayerWaves of_duct(const LayerReflection& layer, double courant, Complex guess,
                              const std::vector<double>& turns, double nearest);

    /// k, radians per cell, of a wave head-on.
    Complex head_on() const { return head_on_; }

    /// Sound of the image that is `across` and `along` cells away. Far away the sound of the source itself is exp(i k
    /// r) / sqrt(8 pi k r).
    Complex echo(double across, double along) const;

    /// In a duct, of the source and of its image; a mode of wave number k sounds as its share times i exp(i k r) / k.
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
