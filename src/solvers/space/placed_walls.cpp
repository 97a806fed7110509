// SPDX-License-Identifier: MIT
#include "solvers/space/placed_walls.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "stencils/grid/parallel_for.hpp"

namespace wavesim {

void join(std::vector<PlacedWall>& walls, int threads) {
    parallel_sort(walls.begin(), walls.end(), threads, std::less());
    std::size_t kept = 0;
    for (const PlacedWall& one : walls)
        if (kept > 0 && walls[kept - 1].element == one.element && walls[kept - 1].surface == one.surface)
            walls[kept - 1].area += one.area;
        else
            walls[kept++] = one;
    walls.resize(kept);
}

void PlacedWalls::add(const std::vector<PlacedWall>& more) {
    if (all_.size() + more.size() > join_at_) {
        join(all_, threads_);
        join_at_ = std::max(join_at_, 2 * (all_.size() + more.size()));
        all_.reserve(join_at_);
    }
    all_.insert(all_.end(), more.begin(), more.end());
}

std::vector<PlacedWall> PlacedWalls::take() {
    join(all_, threads_);
    return std::move(all_);
}

}  // namespace wavesim
