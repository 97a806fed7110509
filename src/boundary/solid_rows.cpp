// SPDX-License-Identifier: MIT
#include "boundary/solid_rows.hpp"

#include <algorithm>

namespace wavesim {

SolidRows::SolidRows(const VoxelRoom& room) : ny_(room.extent.ny), nz_(room.extent.nz) {
    if (!room.has_solids()) return;
    rows_.resize(static_cast<std::size_t>(ny_ * nz_));
    for (std::int64_t row = 0; row < ny_ * nz_; ++row) {
        std::uint8_t bits = 0;  // an OR over the row vectorises, a search with an early exit does not
        for_each_mark_of_row(room, row % ny_, row / ny_, [&](const std::uint8_t* marks) {
            for (std::int64_t x = 0; x < room.extent.nx; ++x) bits |= marks[x];
        });
        rows_[static_cast<std::size_t>(row)] = bits;
        any_ = any_ || bits != 0;
    }
}

std::vector<SolidSpan> solid_spans(const VoxelRoom& room, const SolidRows& rows) {
    std::vector<SolidSpan> spans;
    for (std::int64_t z = 0; z < room.extent.nz; ++z)
        for (std::int64_t y = 0; y < room.extent.ny; ++y) {
            if (!rows.has_solid(y, z)) continue;
            const std::int64_t origin = room.extent.index(0, y, z);
            const auto is_solid = [&](std::int64_t x) { return room.solid[static_cast<std::size_t>(origin + x)] != 0; };
            for (std::int64_t x = 0; x < room.extent.nx;) {
                if (!is_solid(x)) {
                    ++x;
                    continue;
                }
                const std::int64_t begin = x;
                while (x < room.extent.nx && is_solid(x)) ++x;
                spans.push_back({origin + begin, static_cast<std::int32_t>(x - begin)});
            }
        }
    return spans;
}

}  // namespace wavesim
