// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/run/continuation.hpp"

namespace wavesim {

/// Resamples traces of one length to another interval (band-limited, best quality of libsamplerate). Amplitudes are
/// kept, and sample 0 stays at t = 0, with silence before. No sample is later than the last one given. Traces are
/// extrapolated beyond their ends by linear prediction. So the last samples are as accurate as the others if the trace
/// has less than 1e-5 above 0.45 of the new rate and a quarter of the old one.
class Resampler {
  public:
    /// Throws std::domain_error when the ratio of the intervals is outside 1/256 .. 256.
    Resampler(std::int64_t samples, double step_s, double interval_s);
    /// Samples of a converted trace.
    std::int64_t length() const { return length_; }
    /// `trace` has the number of samples given to the constructor.
    std::vector<float> operator()(std::span<const double> trace) const;

  private:
    double ratio_;
    std::int64_t length_;
    Continuation continuation_;
};

}  // namespace wavesim
