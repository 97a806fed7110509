// SPDX-License-Identifier: MIT
#include "solvers/accuracy/layer_waves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "solvers/signal/gauss_rule.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;
constexpr std::complex<double> i_unit{0, 1};

/// Wave number from which evanescent waves across the layer are left out: exp(-14) of them would be left at the image,
/// and larger ones are lost in the rounding of LayerReflection. Wavelengths below four cells need not be considered.
double fastest_decay(double settled, double nearest) {
    const double further = 2 * settled - nearest;
    return std::min({1.5, 14 / nearest, further > 0 ? 16 / further : INFINITY});
}

}  // namespace

/// The integral over q, the wave number along the layer, from 0: first q = k sin(angle) with real angles, then q = k +
/// reach x^2, which is evanescent. So the integrand is smooth also for waves along the layer. The quadrature needs some
/// points per oscillation of the integrand, whose phase contains the path of the sound and the path into the layer and
/// back.
LayerWaves LayerWaves::of_line(const LayerReflection& layer, double courant, Complex guess, double nearest,
                               double farthest) {
    constexpr double least_angles = 14, of_angles = 0.6, least_decays = 20, of_ways = 0.25, of_depth = 0.3;
    LayerReflection::Tone tone = layer.at(guess * courant);
    LayerWaves result;
    const Complex k = result.head_on_ = tone.head_on(guess);
    const auto add = [&](Complex along, Complex across, Complex share) {
        const LayerReflection::Tone::Echo wave = tone.echo(along, across);
        result.waves_.push_back({share * wave.amplitude / (pi * wave.slope), wave.across, along});
    };
    const double angles = least_angles + of_angles * std::abs(k) * (farthest + layer.cells());
    for (const GaussPoint& point : gauss_rule(static_cast<std::size_t>(angles))) {
        const double angle = pi / 2 * point.at;
        add(k * std::sin(angle), k * std::cos(angle), pi / 2 * point.weight * k * std::cos(angle));
    }
    const double fastest = fastest_decay(layer.settled(), nearest);
    const double reach = std::hypot(k.real(), fastest) - k.real();
    const double decays = least_decays + of_ways * reach * farthest + of_depth * fastest * layer.cells();
    for (const GaussPoint& point : gauss_rule(static_cast<std::size_t>(decays))) {
        const double more = reach * point.at * point.at;
        add(k + more, i_unit * std::sqrt(more * (2.0 * k + more)), 2 * reach * point.at * point.weight);
    }
    return result;
}

LayerWaves LayerWaves::of_duct(const LayerReflection& layer, double courant, Complex guess,
                               const std::vector<double>& turns, double nearest) {
    LayerReflection::Tone tone = layer.at(guess * courant);
    LayerWaves result;
    const Complex k = result.head_on_ = tone.head_on(guess);
    for (const double turn : turns) {
        const Complex across = std::sqrt(k * k - turn * turn);
        if (across.imag() > fastest_decay(layer.settled(), nearest)) {
            result.waves_.push_back({0, across, turn});
            continue;
        }
        const LayerReflection::Tone::Echo wave = tone.echo(turn, across);
        result.waves_.push_back({i_unit * wave.amplitude / wave.across, wave.across, turn});
    }
    return result;
}

LayerWaves::Complex LayerWaves::echo(double across, double along) const {
    Complex sum = 0;
    for (const Wave& wave : waves_)
        sum += wave.strength * std::exp(i_unit * wave.across * across) * std::cos(wave.along * along);
    return sum;
}

LayerWaves::Complex LayerWaves::duct_sound(double away, const std::vector<double>& shares) const {
    Complex sum = 0;
    for (std::size_t m = 0; m < waves_.size(); ++m)
        sum += shares[m] * i_unit * std::exp(i_unit * waves_[m].across * away) / waves_[m].across;
    return sum;
}

LayerWaves::Complex LayerWaves::duct_echo(double away, const std::vector<double>& shares) const {
    Complex sum = 0;
    for (std::size_t m = 0; m < waves_.size(); ++m)
        sum += shares[m] * waves_[m].strength * std::exp(i_unit * waves_[m].across * away);
    return sum;
}

}  // namespace wavesim
