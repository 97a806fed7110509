// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "stencils/problem_kinds.hpp"

namespace wavesim {

/// How many nodes each receiver reads, where a plan counts them and lists only the first of each. A receiver between
/// nodes has 512, and forecasts need no more than their number.
struct NodeCounts {
    std::vector<std::int64_t> of_receiver;  ///< empty: as many as are listed

    std::int64_t nodes(const PassLists& lists, std::size_t receiver) const {
        return of_receiver.empty() ? static_cast<std::int64_t>(lists.receivers[receiver].nodes.size())
                                   : of_receiver[receiver];
    }
    /// Of these nodes, weights of the second field of a TTI medium.
    std::int64_t second_weights(const PassLists& lists, std::size_t receiver) const {
        return lists.receivers[receiver].second_weights.empty() ? 0 : nodes(lists, receiver);
    }
    /// Of indices and weights.
    std::int64_t bytes(const PassLists& lists) const {
        std::int64_t sum = 0;
        for (std::size_t r = 0; r < lists.receivers.size(); ++r)
            sum += 8 * (2 * nodes(lists, r) + second_weights(lists, r));
        return sum;
    }
    /// Of those that are not listed.
    std::int64_t unlisted_bytes(const PassLists& lists) const { return bytes(lists) - NodeCounts{}.bytes(lists); }
};

}  // namespace wavesim
