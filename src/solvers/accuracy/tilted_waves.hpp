// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/tilted_reflection.hpp"

namespace wavesim {

/// Along a layer, cells from the source.
struct AlongLayer {
    double receiver;
    double from, to;  ///< ends of the layer
    double fades;     ///< cells beyond them
    /// How much of the layer there is.
    double share(double at) const;
};

/// Sound of one frequency of a line source in a tilted medium, and what a layer sends back of it, P waves and second
/// waves: sums over plane waves along the layer, each with its own coefficient (TiltedReflection). Source: Bouchon and
/// Aki (1977), the discrete wave numbers.
class TiltedWaves {
  public:
    using Complex = std::complex<double>;
    /// `omega_t`: radians per time step. The source repeats itself along the layer every `period` cells, and waves of
    /// more than `most` radians per cell are left out.
    TiltedWaves(const TiltedReflection& layer, Complex omega_t, double period, double most);

    /// Pressure of the source that many cells away, in units of a line source; `across` is not 0.
    Complex direct(double across, double along) const;
    /// Of what comes back, of a source and a receiver so many cells from the face of the layer.
    Complex echo(double source, double receiver, const AlongLayer& along) const;
    std::size_t count() const { return waves_.size(); }

  private:
    struct Wave {
        double along;
        TiltedModes modes;
        TiltedReflection::Tone::Amplitudes amplitudes;
    };
    std::vector<Wave> waves_;
    double step_;  ///< radians per cell
};

}  // namespace wavesim
