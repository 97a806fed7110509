// SPDX-License-Identifier: MIT
#include "boundary/porous_layer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

using Complex = std::complex<double>;

}  // namespace

std::complex<double> porous_admittance(const PorousLayer& layer, double speed_m_s, double hz) {
    const double air = 2 * std::numbers::pi * hz / speed_m_s;  // wave number of the air
    const double x = hz / layer.flow_resistivity;
    const double z = std::pow(x, -0.632), k = std::pow(x, -0.618);
    const Complex characteristic(1 + 0.070 * z, -0.107 * z);
    const Complex turn = air * layer.thickness_m * Complex(1 + 0.109 * k, -0.160 * k);
    // The impedance of the gap is -i cot(air gap). Both terms are written with i tan instead of cot, so that a missing
    // gap is not a special case.
    const Complex through = Complex(0, 1) * std::tan(turn);
    const Complex behind(0, std::tan(air * layer.gap_m));  // admittance of the gap
    return (through / characteristic + behind) / (1.0 + behind * characteristic * through);
}

std::vector<AdmittancePoint> porous_curve(const PorousLayer& layer, double speed_m_s) {
    constexpr double lowest_hz = 10, highest_hz = 40e3, per_octave = 24;
    std::vector<AdmittancePoint> curve;
    const double steps = std::ceil(per_octave * std::log2(highest_hz / lowest_hz));
    for (int i = 0; i <= static_cast<int>(steps); ++i) {
        const double hz = lowest_hz * std::pow(highest_hz / lowest_hz, i / steps);
        const Complex admittance = porous_admittance(layer, speed_m_s, hz);
        curve.push_back({hz, {std::max(0.0, admittance.real()), admittance.imag()}});
    }
    return curve;
}

}  // namespace wavesim
