// SPDX-License-Identifier: MIT
#include "stencils/tti/hourglass_weights.hpp"

#include <algorithm>
#include <cmath>

namespace wavesim::tti {

std::array<double, 3> mean_axis(const TiltedMedium& medium, const Extent& extent) {
    const TurnShare share[3] = {{medium, 0, extent.nx}, {medium, 1, extent.ny}, {medium, 2, extent.nz}};
    std::array<double, 3> sum{};
    double all = 0;
    std::size_t node = 0;
    for (const double of_z : share[2].values)
        for (const double of_y : share[1].values)
            for (const double of_x : share[0].values) {
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
    if (all == 0) return {0, 0, 1};
    for (double& mean : sum) mean = std::min(1.0, mean / all);
    return sum;
}

HourglassWeights::HourglassWeights(const TiltedMedium& medium, const Extent& extent) : layer_axis_(medium.layer_axis) {
    const std::array<double, 3> mean = medium.mean_axis ? *medium.mean_axis : mean_axis(medium, extent);
    for (std::size_t d = 0; d < 3; ++d) {
        inner_[0][d] = std::sqrt(1 - mean[d]);
        inner_[1][d] = std::sqrt(mean[d]);
    }
}

TurnShare::TurnShare(const TiltedMedium& medium, std::size_t d, std::int64_t nodes) : values(medium.kept[d]) {
    if (values.empty()) values.assign(static_cast<std::size_t>(nodes), 1);
    for (double& share : values) share *= share;
    from = std::find(values.begin(), values.end(), 1.0) - values.begin();
    to = values.rend() - std::find(values.rbegin(), values.rend(), 1.0);
}

}  // namespace wavesim::tti
