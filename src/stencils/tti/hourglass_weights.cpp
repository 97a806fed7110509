// SPDX-License-Identifier: MIT
#include "stencils/tti/hourglass_weights.hpp"

#include <algorithm>
#include <cmath>

namespace wavesim::tti {

HourglassWeights::HourglassWeights(const TiltedMedium& medium, const Extent& extent) {
    std::array<std::vector<double>, 3> share;
    for (std::size_t d = 0; d < 3; ++d) share[d] = mean_shares(medium, d, extent.along(static_cast<int>(d)));
    std::array<double, 3> sum{};
    double all = 0;
    std::size_t node = 0;
    for (const double of_z : share[2])
        for (const double of_y : share[1])
            for (const double of_x : share[0]) {
                const auto i = node++;
                const double weight =
                    std::abs(static_cast<double>(medium.epsilon[i])) + std::abs(static_cast<double>(medium.delta[i]));
                if (weight == 0 || of_x < 1 || of_y < 1 || of_z < 1) continue;
                all += weight;
                for (std::size_t d = 0; d < 3; ++d) {
                    const auto n = static_cast<double>(medium.axis[d][i]);
                    sum[d] += weight * n * n;
                }
            }
    if (all == 0) return;
    for (std::size_t d = 0; d < 3; ++d) mean_[d] = std::min(1.0, sum[d] / all);
}

std::array<double, 2> HourglassWeights::at(std::size_t d, double n, double mean_share) const {
    const double square = std::clamp(mean_share * mean_[d] + (1 - mean_share) * n * n, 0.0, 1.0);
    return {std::sqrt(1 - square), std::sqrt(square)};
}

std::vector<double> mean_shares(const TiltedMedium& medium, std::size_t d, std::int64_t nodes) {
    std::vector<double> shares = medium.kept[d];
    if (shares.empty()) shares.assign(static_cast<std::size_t>(nodes), 1);
    for (double& share : shares) share *= share;
    return shares;
}

}  // namespace wavesim::tti
