// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/problem/passes.hpp"
#include "stencils/slabs/ghosts_moved.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// Extracts the slab's part of lists of a problem by plane or by node.
class Cutter {
  public:
    Cutter(const Extent& whole, const Slab& slab, const GhostsMoved& moved = {})
        : slab_(slab),
          from_(slab.from - moved.below),
          to_(slab.to + moved.above),
          plane_(whole.nx * whole.ny),
          shift_(slab.first() * plane_) {}

    /// The part of a list with `per_plane` values per plane.
    template <class T>
    std::vector<T> planes(const std::vector<T>& all, std::int64_t per_plane) const {
        if (all.empty()) return {};
        return {all.begin() + slab_.first() * per_plane, all.begin() + slab_.end() * per_plane};
    }
    template <class T>
    std::vector<T> nodes(const std::vector<T>& all) const {
        return planes(all, plane_);
    }
    const Slab& slab() const { return slab_; }
    bool moves(std::int64_t node) const { return node / plane_ >= from_ && node / plane_ < to_; }
    std::int64_t here(std::int64_t node) const { return node - shift_; }

    PointWeights moved(const PointWeights& point) const {
        PointWeights part;
        for (std::size_t i = 0; i < point.nodes.size(); ++i) {
            if (!moves(point.nodes[i])) continue;
            part.nodes.push_back(here(point.nodes[i]));
            part.weights.push_back(point.weights[i]);
            if (!point.second_weights.empty()) part.second_weights.push_back(point.second_weights[i]);
        }
        return part;
    }

  private:
    Slab slab_;
    std::int64_t from_, to_;  ///< planes that the slab updates
    std::int64_t plane_;
    std::int64_t shift_;
};

}  // namespace wavesim
