// SPDX-License-Identifier: MIT
#include "boundary/admittance_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace wavesim {

namespace {

constexpr std::array octave_middles{63.0, 125.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0, 16000.0};

}  // namespace

std::complex<double> curve_at(const std::vector<AdmittancePoint>& curve, double hz) {
    if (hz <= curve.front().hz) return curve.front().admittance;
    const auto high = std::ranges::lower_bound(curve, hz, {}, &AdmittancePoint::hz);
    if (high == curve.end()) return curve.back().admittance;
    const AdmittancePoint& low = *(high - 1);
    const double share = std::log(hz / low.hz) / std::log(high->hz / low.hz);
    return low.admittance + share * (high->admittance - low.admittance);
}

SurfaceLaw law_of_curve(std::vector<AdmittancePoint> curve) {
    SurfaceLaw law;
    law.kind = SurfaceLaw::Kind::admittance;
    for (const double hz : octave_middles)
        if (hz >= curve.front().hz && hz <= curve.back().hz)
            law.bands.push_back({hz, random_absorption_with(curve_at(curve, hz))});
    if (law.bands.empty())
        for (const AdmittancePoint& point : curve)
            law.bands.push_back({point.hz, random_absorption_with(point.admittance)});
    for (const AbsorptionBand& band : law.bands) law.value = std::max(law.value, band.absorption);
    law.curve = std::move(curve);
    return law;
}

double random_absorption_with(std::complex<double> admittance) {
    // 2 c (1 - |R|^2) = 8 g c^2 / ((c + g)^2 + b^2), integrated over the cosine c; g + i b is the admittance
    const double g = admittance.real(), b = admittance.imag(), square = std::norm(admittance);
    if (!(g > 0)) return 0;
    // (atan((1 + g)/b) - atan(g/b)) / b, which has a limit at b = 0
    const double squares = square + g, turn = std::abs(b) < 1e-6 * squares ? 1 / squares : std::atan2(b, squares) / b;
    return 8 * g * (1 - g * std::log1p((1 + 2 * g) / square) + (g * g - b * b) * turn);
}

}  // namespace wavesim
