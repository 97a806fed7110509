// SPDX-License-Identifier: MIT
#include "solvers/signal/air_filter.hpp"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "solvers/signal/uneven_spectrum.hpp"

namespace wavesim {

namespace {

/// Time after which the response of a filter has decayed, s.
constexpr double ring_s = 0.05;

std::int64_t period_of(std::int64_t samples, double step_s) {
    return fast_length(samples + std::min<std::int64_t>(samples, std::llround(ring_s / step_s)) + 64);
}

/// Number of nodes for interpolating exp(-x) with 0 < x < `most` to 1e-8: the coefficients of its Chebyshev series are
/// exp(-z) I_k(z) with z = most / 2.
std::size_t nodes_for(double most) { return static_cast<std::size_t>(std::ceil(std::sqrt(20 * most) + 12)); }

double weight(std::size_t node, std::size_t count) {
    const double angle = std::numbers::pi * (2 * static_cast<double>(node) + 1) / (2 * static_cast<double>(count));
    return (node % 2 == 0 ? 1 : -1) * std::sin(angle);
}

}  // namespace

AirFilter::AirFilter(std::int64_t samples, double step_s, double sent_s, const std::function<double(double)>& rate)
    : samples_(samples), step_s_(step_s), sent_s_(sent_s), period_(period_of(samples, step_s)) {
    for (std::int64_t k = 0; k <= period_ / 2; ++k)
        rates_.push_back(rate(static_cast<double>(k) / (static_cast<double>(period_) * step_s)));
    const double longest = std::max(step_s, static_cast<double>(samples - 1) * step_s - sent_s);
    const std::size_t count = nodes_for(rates_.back() * longest);
    for (std::size_t j = 0; j < count; ++j)
        nodes_.push_back(
            longest / 2 *
            (1 - std::cos(std::numbers::pi * (2 * static_cast<double>(j) + 1) / (2 * static_cast<double>(count)))));
    sums_.assign(static_cast<std::size_t>(samples), 1);
    std::vector<double> sums(sums_.size(), 0);
    for (std::size_t j = 0; j < count; ++j) {
        const std::vector<double> parts = shares(j);
        for (std::size_t n = 0; n < sums.size(); ++n) sums[n] += parts[n];
    }
    sums_ = std::move(sums);
}

std::vector<double> AirFilter::shares(std::size_t node) const {
    const double nearest = 1e-9 * nodes_.back(), of_node = weight(node, nodes_.size());
    std::vector<double> parts(sums_.size());
    for (std::size_t n = 0; n < parts.size(); ++n) {
        const double on_way = std::max(0.0, static_cast<double>(n) * step_s_ - sent_s_);
        const double distance = on_way - nodes_[node];
        parts[n] = of_node / (std::abs(distance) < nearest ? nearest : distance) / sums_[n];
    }
    return parts;
}

std::vector<double> AirFilter::operator()(std::span<const double> trace) const {
    Eigen::FFT<double> transform;
    transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    std::vector<std::complex<double>> left(rates_.size(), 0), lines;
    std::vector<double> part;
    for (std::size_t j = 0; j < nodes_.size(); ++j) {
        part = shares(j);
        for (std::size_t n = 0; n < part.size(); ++n) part[n] *= trace[n];
        part.resize(static_cast<std::size_t>(period_), 0);
        transform.fwd(lines, part);
        for (std::size_t k = 0; k < left.size(); ++k) left[k] += std::exp(-rates_[k] * nodes_[j]) * lines[k];
    }
    transform.inv(part, left, static_cast<Eigen::Index>(period_));
    part.resize(static_cast<std::size_t>(samples_));
    return part;
}

AirFilter::Bytes AirFilter::bytes(std::int64_t samples, double step_s) {
    const std::int64_t period = period_of(samples, step_s);
    constexpr std::int64_t real = sizeof(double);
    // rates and sums; the padded trace and the next one, two spectra, twiddles of both directions and scratch
    return {real * (period / 2 + samples), real * (2 * period + 2 * period + 4 * period)};
}

}  // namespace wavesim
