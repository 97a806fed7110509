// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <vector>

namespace wavesim::test {

/// Root mean square of the error of a trace over that of the exact one. `samples`: (step, receiver) of `receivers`
/// receivers, of which one is compared.
inline double relative_error(const std::vector<double>& samples, std::size_t receivers, std::size_t receiver,
                             const std::vector<double>& exact) {
    double square = 0, all = 0;
    for (std::size_t n = 0; n < exact.size(); ++n) {
        square += std::pow(samples[n * receivers + receiver] - exact[n], 2);
        all += exact[n] * exact[n];
    }
    return std::sqrt(square / all);
}

}  // namespace wavesim::test
