// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <complex>
#include <cstddef>
#include <vector>

#include "boundary/turned_layer.hpp"
#include "stencils/tti/p_wave_point.hpp"

namespace wavesim {

/// Symbols of the first difference, without its factor i, and of R (operator_weights.hpp), and their derivatives.
struct AxisSymbols {
    using Complex = std::complex<double>;
    Complex first = 0, rest = 0, first_slope = 0, rest_slope = 0;
    explicit AxisSymbols(Complex k);
};

/// Response of a point of P waves (PWavePoint) on a node to both fields of a plane wave, in 2D.
class PointSymbol {
  public:
    using Complex = std::complex<double>;
    explicit PointSymbol(const PointRock& rock) : block_(PWavePoint(rock, 2).around({})) {}
    /// The values for a wave of k_x and k_z radians per cell.
    std::array<Complex, 2> at(Complex x, Complex z) const;

  private:
    PWavePoint::Block block_;
};

/// A wave exp(i k x) across a layer.
struct TiltedMode {
    using Complex = std::complex<double>;
    Complex across = 0;  ///< k, radians per cell
    std::array<Complex, 2> fields{};
    Complex sent = 0;   ///< amplitude that a line source emits
    Complex heard = 0;  ///< sensitivity of a receiver to it
    double drift = 0;   ///< cells along the layer, backwards, that its energy travels per cell across: the real dk/dq
};

/// Plane waves of one frequency and one wave number along a layer: P waves and the second waves, as far as the grid
/// resolves them.
struct TiltedModes {
    std::vector<TiltedMode> comes, back;  ///< towards the layer and away from it
};

/// The self-adjoint scheme in one rock, for waves of one frequency, in 2D.
class TiltedScheme {
  public:
    using Complex = std::complex<double>;
    static constexpr Complex i_unit{0, 1};
    /// `omega_t`: radians per time step; its imaginary part is above 0.
    TiltedScheme(const TurnedLayer& layer, const TurnedNode& inside, Complex omega_t);

    TiltedModes modes(double along, const PointSymbol& point) const;

    /// Wave number along the layer of the long P wave whose energy travels along it.
    double grazing() const;

    double horizontal() const { return horizontal_; }  ///< 1 + 2 epsilon
    double root() const { return root_; }              ///< square root of 1 + 2 delta

  private:
    struct Along;
    struct Symbols;
    Symbols symbols(Complex across, const Along& along) const;
    std::array<Complex, 2> determinant(const Symbols& g) const;
    bool polish(const Along& along, const std::vector<Complex>& found, Complex& across) const;
    std::vector<Complex> roots(const Along& along) const;
    TiltedMode mode(const Along& along, Complex across, const PointSymbol& point) const;

    std::size_t across_;
    TurnedNode inside_;
    double horizontal_, root_;
    Complex square_;  ///< omega^2 of the scheme: (2 sin(omega T / 2) / courant)^2
};

}  // namespace wavesim
