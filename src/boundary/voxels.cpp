// SPDX-License-Identifier: MIT
#include "boundary/voxels.hpp"

#include <algorithm>

namespace wavesim {

void fill_box(VoxelRoom& room, const NodeBox& box, std::uint8_t surface) {
    if (room.solid.empty()) room.solid.assign(static_cast<std::size_t>(room.extent.nodes()), 0);
    for (std::int64_t z = std::max<std::int64_t>(box.from.z, 0); z < std::min(box.to.z, room.extent.nz); ++z)
        for (std::int64_t y = std::max<std::int64_t>(box.from.y, 0); y < std::min(box.to.y, room.extent.ny); ++y)
            for (std::int64_t x = std::max<std::int64_t>(box.from.x, 0); x < std::min(box.to.x, room.extent.nx); ++x)
                room.solid[static_cast<std::size_t>(room.extent.index(x, y, z))] =
                    static_cast<std::uint8_t>(surface + 1);
}

}  // namespace wavesim
