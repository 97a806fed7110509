// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace wavesim {

/// Applies the absorption of air to sound. Sound that arrives a time t after its emission keeps exp(-rate t) of its
/// amplitude at each frequency; its phase is unchanged. The exponentials are interpolated in t between Chebyshev nodes,
/// each with its own filter, accurate to 1e-8 of the sound at that time.
class AirFilter {
  public:
    /// `rate`: absorption rate, 1/s, which must not decrease with the frequency, Hz. `sent_s`: time of emission of the
    /// sound in the traces.
    AirFilter(std::int64_t samples, double step_s, double sent_s, const std::function<double(double)>& rate);

    /// `trace` has the number of samples given to the constructor.
    std::vector<double> operator()(std::span<const double> trace) const;

    /// Memory of a filter, and further memory for each trace that it is filtering.
    struct Bytes {
        std::int64_t own, filtering;
    };
    static Bytes bytes(std::int64_t samples, double step_s);

  private:
    /// Factors at a Chebyshev node, one per sample.
    std::vector<double> shares(std::size_t node) const;

    std::int64_t samples_;
    double step_s_, sent_s_;
    std::vector<double> rates_;  ///< absorption rates of the spectral lines
    std::vector<double> nodes_;  ///< Chebyshev nodes: travel times, s
    std::vector<double> sums_;   ///< for each sample the sum of barycentric weights divided by distances
    std::int64_t period_;
};

}  // namespace wavesim
