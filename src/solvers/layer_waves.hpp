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
    /// Of a source in a duct whose walls let one wave pass, that head-on.
    static LayerWaves of_duct(const LayerReflection& layer, double courant, Complex guess);

    /// k, radians per cell, of a wave head-on.
    Complex head_on() const { return head_on_; }

    /// Sound of the image `across` and `along` cells away. That of the source is exp(i k r) / sqrt(8 pi k r) from afar,
    /// or exp(i k r) / k in a duct.
    Complex echo(double across, double along) const;

  private:
    struct Wave {
        Complex strength;
        Complex across, along;  ///< radians per cell
    };
    Complex head_on_;
    std::vector<Wave> waves_;
};

}  // namespace wavesim
