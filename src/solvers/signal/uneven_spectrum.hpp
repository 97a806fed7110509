// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace wavesim {

/// The spectrum of equally spaced samples at arbitrary angles (Potts, Steidl and Tasche 2001, Fast Fourier transforms
/// for nonequispaced data: a tutorial). A Fourier transform of twice the length is interpolated between its lines with
/// a sinh window. The samples are divided by the transform of the window beforehand. Relative to the sum of all
/// |samples| the error is below 1e-13.
class UnevenSpectrum {
  public:
    /// For up to `count` samples (> 0) at a time.
    explicit UnevenSpectrum(std::int64_t count);

    /// Sum over k of samples[k] exp(-i angle k) for each angle, rad per sample. Missing samples are 0.
    std::vector<std::complex<double>> at(std::span<const double> angles, std::span<const double> samples) const;

    /// Memory of an object and of a call of at(), bytes.
    static std::int64_t bytes(std::int64_t count, std::int64_t angles);

  private:
    std::int64_t count_;
    std::int64_t lines_;          ///< length of the longer transform
    std::vector<double> window_;  ///< 1 / transform of the window, by distance of the sample from the middle one
};

/// The smallest number from `least` on with a fast transform: 4 times powers of 2, 3 and 5.
std::int64_t fast_length(std::int64_t least);

}  // namespace wavesim
