// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace wavesim {

/// Predicts how a trace that ends before the sound has decayed would continue, so a filter that reaches beyond the end
/// sees no jump. The model is a random signal with a flat spectrum up to a frequency and nothing above, plus noise. The
/// prediction is the most likely signal, given the last samples. The noise level of -120, -90 ... 0 dB is the one that
/// makes these samples most likely. The prediction fades to 0 after a few periods. With it a filter that passes the
/// band changes a trace without noise by less than 1e-4 of its peak up to the last sample. Source: Rasmussen and
/// Williams (2006), Gaussian Processes for Machine Learning, equations 2.23, 2.30 and 5.8.
class Continuation {
  public:
    /// Traces of `samples` values, `band` in cycles per sample (above 0, at most 0.25), `length` values to predict.
    Continuation(std::int64_t samples, double band, std::int64_t length);
    /// The values after the last one of a trace.
    std::vector<double> after(std::span<const double> trace) const;

  private:
    std::int64_t length_;
    std::int64_t stride_;         ///< between the samples that it reads, as many as the band needs
    std::int64_t known_;          ///< samples that it reads
    std::vector<double> across_;  ///< covariance (value to predict, sample), the last sample first
    struct Noise {
        std::vector<double> factor;  ///< Cholesky factor of the covariance of the samples, by columns
        double log_determinant = 0;  ///< of the factor
    };
    std::vector<Noise> levels_;
};

}  // namespace wavesim
