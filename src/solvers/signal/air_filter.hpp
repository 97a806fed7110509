// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace wavesim {

/// Takes from sound what air absorbs on its way. Sound that arrives a time t after it was sent keeps exp(-rate t) of
/// its amplitude at each frequency; its phase stays. The exponentials are interpolated in t between Chebyshev nodes,
/// and each node has a filter of its own: to 1e-8 of the sound at that time.
class AirFilter {
  public:
    /// `rate`: 1/s at a frequency, Hz, which it does not fall with. `sent_s`: when the sound of traces was sent.
    AirFilter(std::int64_t samples, double step_s, double sent_s, const std::function<double(double)>& rate);

    /// `trace` has the number of samples given to the constructor.
    std::vector<double> operator()(std::span<const double> trace) const;

    /// Memory that one takes, and that it needs more for each trace that it is filtering.
    struct Bytes {
        std::int64_t own, filtering;
    };
    static Bytes bytes(std::int64_t samples, double step_s);

  private:
    /// Factors for the values at a node, one per sample.
    std::vector<double> shares(std::size_t node) const;

    std::int64_t samples_;
    double step_s_, sent_s_;
    std::vector<double> rates_;  ///< of the lines of a spectrum
    std::vector<double> nodes_;  ///< s on the way
    std::vector<double> sums_;   ///< of the barycentric weights over distances, of each sample
    std::int64_t period_;
};

}  // namespace wavesim
