// SPDX-License-Identifier: MIT
#include "solvers/scene/ambisonic_receivers.hpp"

#include <array>
#include <optional>

namespace wavesim {

std::vector<std::size_t> ambisonic_receivers(const std::vector<ReceiverRequest>& receivers) {
    const std::array<std::optional<Point>, ambisonic_channels> eights{std::nullopt, Point{0, 1, 0}, Point{0, 0, 1},
                                                                      Point{1, 0, 0}};
    std::vector<std::size_t> found;
    for (std::size_t first = 0; first + ambisonic_channels <= receivers.size();) {
        bool all = true;
        for (std::size_t c = 0; c < ambisonic_channels; ++c)
            all = all && receivers[first + c].eight == eights.at(c) &&
                  receivers[first + c].position == receivers[first].position;
        if (all) found.push_back(first);
        first += all ? ambisonic_channels : 1;
    }
    return found;
}

}  // namespace wavesim
