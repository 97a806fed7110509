// SPDX-License-Identifier: MIT
#include "solvers/signal/slope_integral.hpp"

#include <Eigen/QR>

#include <complex>
#include <numbers>
#include <utility>

namespace wavesim {

namespace {

using Complex = std::complex<double>;

/// Mean over a step of a wave whose phase changes by `angle` per step, relative to its sample at the end.
Complex mean_over_step(double angle, SlopeIntegral::Time time) {
    if (time == SlopeIntegral::Time::scheme) return std::polar(1.0, -angle / 2);
    return (1.0 - std::polar(1.0, -angle)) / Complex(0, angle);
}

}  // namespace

std::array<double, SlopeIntegral::taps> SlopeIntegral::weights(Time time) {
    constexpr int angles = 200, in_band = 100;  // up to pi and up to pi/2
    constexpr double beyond = 3e-3;             // keeps the weights small
    constexpr auto unknowns = static_cast<Eigen::Index>(taps - 1);
    // The weight of the newest sample is 1 minus the others, so that constants are integrated exactly.
    Eigen::MatrixXd matrix(2 * angles, unknowns);
    Eigen::VectorXd wanted(2 * angles);
    for (int i = 0; i < angles; ++i) {
        const double angle = std::numbers::pi * (i + 1) / angles;
        // Errors are relative to the wave; those of slow waves accumulate in the integral.
        const double weight = (i < in_band ? 1 : beyond) / angle;
        const Complex left = weight * (mean_over_step(angle, time) - 1.0);
        wanted(2 * i) = left.real();
        wanted(2 * i + 1) = left.imag();
        for (Eigen::Index k = 0; k < unknowns; ++k) {
            const Complex wave = weight * (std::polar(1.0, -angle * static_cast<double>(k + 1)) - 1.0);
            matrix(2 * i, k) = wave.real();
            matrix(2 * i + 1, k) = wave.imag();
        }
    }
    const Eigen::VectorXd found = matrix.householderQr().solve(wanted);
    std::array<double, taps> weights{};
    weights[0] = 1 - found.sum();
    for (std::size_t k = 1; k < taps; ++k) weights[k] = found(static_cast<Eigen::Index>(k) - 1);
    return weights;
}

SlopeIntegral::SlopeIntegral(std::vector<std::size_t> which, double time_step_s, Time time)
    : which_(std::move(which)), weights_(weights(time)), last_(taps * which_.size()), sums_(which_.size()) {
    for (double& weight : weights_) weight *= time_step_s;
}

void SlopeIntegral::apply(std::span<double> samples, std::size_t columns) {
    for (std::size_t c = 0; c < which_.size(); ++c) {
        const std::span<double> last = std::span(last_).subspan(c * taps, taps);
        for (std::size_t at = which_[c]; at < samples.size(); at += columns) {
            for (std::size_t k = taps - 1; k > 0; --k) last[k] = last[k - 1];
            last[0] = samples[at];
            for (std::size_t k = 0; k < taps; ++k) sums_[c] += weights_[k] * last[k];
            samples[at] = sums_[c];
        }
    }
}

std::vector<StateArray> SlopeIntegral::arrays() {
    return {state_array("last", std::span(last_)), state_array("sums", std::span(sums_))};
}

void SlopeIntegral::save(StateSink& sink) { save_state(sink, arrays()); }
void SlopeIntegral::load(StateSource& source) { load_state(source, arrays()); }

}  // namespace wavesim
