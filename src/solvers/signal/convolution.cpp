// SPDX-License-Identifier: MIT
#include "solvers/signal/convolution.hpp"

#include <unsupported/Eigen/FFT>

#include <algorithm>

#include "solvers/signal/uneven_spectrum.hpp"

namespace wavesim {

namespace {

std::vector<std::complex<double>> spectrum(std::span<const double> samples, std::int64_t period) {
    std::vector<double> padded(samples.begin(), samples.end());
    padded.resize(static_cast<std::size_t>(period), 0.0);
    Eigen::FFT<double> transform;
    transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    std::vector<std::complex<double>> lines;
    transform.fwd(lines, padded);
    return lines;
}

}  // namespace

Convolution::Convolution(std::span<const double> response)
    : response_(std::ssize(response)),
      period_(fast_length(std::max<std::int64_t>(4 * std::ssize(response), 1 << 14))),
      lines_(spectrum(response, period_)) {}

std::vector<double> Convolution::operator()(std::span<const double> signal) const {
    if (signal.empty()) return {};
    const auto block = static_cast<std::size_t>(period_ - response_ + 1);
    std::vector<double> sum(signal.size() + static_cast<std::size_t>(response_) - 1, 0.0);
    Eigen::FFT<double> transform;
    transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    std::vector<double> part;
    for (std::size_t first = 0; first < signal.size(); first += block) {
        std::vector<std::complex<double>> lines =
            spectrum(signal.subspan(first, std::min(block, signal.size() - first)), period_);
        for (std::size_t k = 0; k < lines.size(); ++k) lines[k] *= lines_[k];
        transform.inv(part, lines, static_cast<Eigen::Index>(period_));
        const std::size_t end = std::min(part.size(), sum.size() - first);
        for (std::size_t n = 0; n < end; ++n) sum[first + n] += part[n];
    }
    return sum;
}

}  // namespace wavesim
