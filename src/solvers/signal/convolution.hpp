// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace wavesim {

/// Convolves signals of any length with one response, block by block (overlap-add). Its memory depends on the length of
/// the response, not on that of the signals.
class Convolution {
  public:
    /// `response` must have at least one sample.
    explicit Convolution(std::span<const double> response);

    /// Sum over k of response[k] signal[n - k]; its length is the sum of both lengths minus one. Empty for an empty
    /// signal.
    std::vector<double> operator()(std::span<const double> signal) const;

  private:
    std::int64_t response_;
    std::int64_t period_;                      ///< length of the transforms
    std::vector<std::complex<double>> lines_;  ///< spectrum of the response
};

}  // namespace wavesim
