// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/problem/medium_storage.hpp"

namespace wavesim {

/// The factors (c_i / c)^2 in (0, 1] of a varying speed, where c is the fastest speed. Interfaces between media lie
/// half a cell before the first node of the next medium. Empty where the speed is constant.
struct NodeFactors {
    std::vector<float> of_node;  ///< by logical index
    StoredFactors stored;        ///< the same in fewer bytes, instead of `of_node`

    /// Stores the factors of `of_node` in fewer bytes.
    void store(MediumStorage storage) {
        if (storage == MediumStorage::float32 || of_node.empty()) return;
        stored = StoredFactors(of_node, storage);
        of_node = std::vector<float>();  // frees the memory, which = {} would keep
    }
    bool empty() const { return count() == 0; }
    /// Number of nodes with a factor.
    std::int64_t count() const { return stored.size() + static_cast<std::int64_t>(of_node.size()); }
    float factor(std::int64_t node) const {
        const auto i = static_cast<std::size_t>(node);
        return of_node.empty() ? stored[i] : of_node[i];
    }
};

}  // namespace wavesim
