// SPDX-License-Identifier: MIT
#include "solvers/run/continuation.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

constexpr std::array<double, 5> noise_variances{1e-12, 1e-9, 1e-6, 1e-3, 1};
constexpr double known_periods = 8;  // periods of the highest frequency; more have no effect
constexpr double least_samples = 4;  // samples per such period; with fewer a wave looks like noise
constexpr double clearly = 1e-6;     // a clearly larger likelihood

double correlation(double band, double distance) {
    const double x = 2 * std::numbers::pi * band * distance;
    return x == 0 ? 1 : std::sin(x) / x;
}

}  // namespace

Continuation::Continuation(std::int64_t samples, double band, std::int64_t length)
    : length_(length),
      stride_(std::max<std::int64_t>(1, std::llround(std::floor((1 + 1e-9) / (least_samples * band))))),
      known_(std::min<std::int64_t>(std::llround(std::ceil(known_periods / (band * static_cast<double>(stride_)))),
                                    samples > 0 ? (samples - 1) / stride_ + 1 : 0)) {
    for (std::int64_t n = 0; n < length_; ++n)
        for (std::int64_t i = 0; i < known_; ++i)
            across_.push_back(correlation(band, static_cast<double>(n + 1 + i * stride_)));
    Eigen::MatrixXd among(known_, known_);
    for (std::int64_t i = 0; i < known_; ++i)
        for (std::int64_t k = 0; k < known_; ++k)
            among(i, k) = correlation(band, static_cast<double>((i - k) * stride_));
    for (const double variance : noise_variances) {
        const Eigen::MatrixXd noisy = among + variance * Eigen::MatrixXd::Identity(known_, known_);
        const Eigen::MatrixXd factor = noisy.llt().matrixL();
        levels_.push_back({{factor.data(), factor.data() + factor.size()}, factor.diagonal().array().log().sum()});
    }
}

std::vector<double> Continuation::after(std::span<const double> trace) const {
    Eigen::VectorXd last(known_);
    for (std::int64_t i = 0; i < known_; ++i) last[i] = trace[trace.size() - 1 - static_cast<std::size_t>(i * stride_)];
    std::vector<double> next(static_cast<std::size_t>(length_));
    if (last.isZero(0)) return next;

    Eigen::VectorXd dual;
    double least = 0;  // smallest negative log-likelihood, at the most likely amplitude
    for (const Noise& noise : levels_) {
        const Eigen::Map<const Eigen::MatrixXd> factor(noise.factor.data(), known_, known_);
        const Eigen::VectorXd white = factor.triangularView<Eigen::Lower>().solve(last);
        const double unlikely =
            0.5 * static_cast<double>(known_) * std::log(white.squaredNorm()) + noise.log_determinant;
        if (dual.size() > 0 && unlikely > least - clearly) continue;
        least = unlikely;
        dual = factor.triangularView<Eigen::Lower>().transpose().solve(white);
    }
    const Eigen::Map<const Eigen::MatrixXd> across(across_.data(), known_, length_);
    Eigen::Map<Eigen::VectorXd>(next.data(), length_) = across.transpose() * dual;
    return next;
}

}  // namespace wavesim
