// SPDX-License-Identifier: MIT
#include "solvers/scene/grid_part.hpp"

#include <algorithm>

namespace wavesim {

GridPart part_of_grid(const NodeBox& nodes, const Extent& domain, const std::array<std::int64_t, 6>& layers) {
    GridPart part;
    const auto along = [&](int axis, std::int64_t from, std::int64_t to, std::int64_t& first, std::int64_t& end) {
        const auto low = static_cast<std::size_t>(2 * axis);
        const std::int64_t count = domain.along(axis);
        const std::int64_t begin = from - layers[low], stop = to - layers[low];  // in the domain
        first = std::clamp<std::int64_t>(begin, 0, count - 1);
        end = std::clamp<std::int64_t>(stop, first + 1, count);
        const std::int64_t outside = to - from - (end - first);
        part.beyond[low + 1] = std::clamp<std::int64_t>(stop - end, 0, outside);
        part.beyond[low] = outside - part.beyond[low + 1];
    };
    along(0, nodes.from.x, nodes.to.x, part.domain.from.x, part.domain.to.x);
    along(1, nodes.from.y, nodes.to.y, part.domain.from.y, part.domain.to.y);
    along(2, nodes.from.z, nodes.to.z, part.domain.from.z, part.domain.to.z);
    return part;
}

}  // namespace wavesim
