// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace wavesim {

/// Convolves signals of any length with one response, block by block (overlap-add), so that memory grows with the
/// response and not with the signals.
class Convolution {
  public:
    /// `response` has at least one sample.
    explicit Convolution(std::span<const double> response);

    /// Sum over k of response[k] signal[n - k]: as many samples as both together, less one. None of an empty signal.
    std::vector<double> operator()(std::span<const double> signal) const;

  private:
    std::int64_t response_;
    std::int64_t period_;                      ///< of the transforms
    std::vector<std::complex<double>> lines_;  ///< of the response
};

}  // namespace wavesim
