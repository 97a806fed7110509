// SPDX-License-Identifier: MIT
#include "boundary/solid_rows.hpp"

#include <cstring>

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

std::vector<SolidSpan> solid_spans(const VoxelRoom& room, const SolidRows& rows, const Planes& planes) {
    std::vector<SolidSpan> spans;
    const std::int64_t nx = room.extent.nx;
    for (std::int64_t z = planes.from; z < planes.to; ++z)
        for (std::int64_t y = 0; y < room.extent.ny; ++y) {
            if (!rows.has_solid(y, z)) continue;
            const std::int64_t origin = room.extent.index(0, y, z);
            const std::uint8_t* const row = room.solid.data() + origin;
            std::int64_t end = 0;
            for_each_marked(row, 0, nx, [&](std::int64_t x) {
                if (x < end) return;
                const void* const air = std::memchr(row + x, 0, static_cast<std::size_t>(nx - x));
                end = air == nullptr ? nx : static_cast<const std::uint8_t*>(air) - row;
                spans.push_back({planes.origin + origin + x, static_cast<std::int32_t>(end - x)});
            });
        }
    return spans;
}

}  // namespace wavesim
