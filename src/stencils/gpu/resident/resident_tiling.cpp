// SPDX-License-Identifier: MIT
#include "stencils/gpu/resident/resident_tiling.hpp"

#include <algorithm>
#include <array>

namespace wavesim {

namespace {

constexpr int pack = 4, least_threads = 256, most_threads = 512;
/// Most planes of a part: the kernel has code for each.
constexpr int most_planes = 16;
/// Most packs that a thread exchanges: it has 16 bytes of registers for each.
constexpr int most_items_of_thread = 6;

struct Direction {
    int dy, dz;
};
/// A direction and its opposite side by side; edges last.
constexpr std::array<Direction, 8> directions{{{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, 1}, {1, -1}, {-1, 1}}};

/// Both coordinates of a pack at the face or edge in a direction: inside the part, and beyond it.
struct Line {
    int inside, beyond;
};
Line line_along(int direction, int size, int free) {
    return direction < 0 ? Line{0, -1} : direction > 0 ? Line{size - 1, size} : Line{free, free};
}

}  // namespace

int ResidentTiling::threads() const { return std::max(least_threads, (packs() * tile_y() + 31) / 32 * 32); }

int ResidentTiling::items() const { return packs() * (2 * (tile_y() + tile_z()) + (corners ? 4 : 0)); }

std::int64_t ResidentTiling::shared_bytes() const {
    const std::int64_t level = std::int64_t{4} * pack * packs() * (tile_y() + 2) * (tile_z() + 2);
    return 2 * level + items() * static_cast<std::int64_t>(sizeof(kernels::ExchangeWord) + sizeof(kernels::Exchange));
}

int ResidentTiling::block_of(const Node& at) const {
    const auto part = [](std::int64_t i, std::int64_t parts, std::int64_t nodes) {
        return static_cast<int>(((i + 1) * parts - 1) / nodes);
    };
    return part(at.y, blocks_y, extent.ny) + blocks_y * part(at.z, blocks_z, extent.nz);
}

kernels::ResidentBlock ResidentTiling::part(int block) const {
    const auto first = [](std::int64_t i, std::int64_t parts, std::int64_t nodes) {
        return static_cast<int>(nodes * i / parts);
    };
    const int y = block % blocks_y, z = block / blocks_y;
    kernels::ResidentBlock part{};
    part.y0 = first(y, blocks_y, extent.ny), part.z0 = first(z, blocks_z, extent.nz);
    part.rows = first(y + 1, blocks_y, extent.ny) - part.y0;
    part.planes = first(z + 1, blocks_z, extent.nz) - part.z0;
    return part;
}

int ResidentTiling::step(std::int64_t dx, std::int64_t dy, std::int64_t dz) const {
    return static_cast<int>(dx + pack * packs() * (dy + (tile_y() + 2) * dz));
}

int ResidentTiling::place(const Node& at) const {
    const kernels::ResidentBlock of = part(block_of(at));
    return step(at.x, at.y - of.y0 + 1, at.z - of.z0 + 1);
}

NodeBlocks ResidentTiling::node_blocks() const {
    return {blocks(), [tiling = *this](const Node& at) { return std::int64_t{tiling.block_of(at)}; },
            kernels::group_nodes};
}

std::string to_string(const ResidentTiling& tiling) {
    return std::to_string(tiling.extent.nx) + "x" + std::to_string(tiling.tile_y()) + "x" +
           std::to_string(tiling.tile_z());
}

std::optional<ResidentTiling> resident_tiling(const ProblemShape& shape, const Gpu& gpu) {
    const Extent& n = shape.extent;
    ResidentTiling tiling{.extent = n, .corners = point_count(shape.stencil) != 7};
    std::optional<ResidentTiling> best;
    const auto cost = [](const ResidentTiling& of) {
        return std::pair{of.tile_y() * of.tile_z(), of.tile_y() + of.tile_z()};
    };
    // Images of sides on nodes lie one node inside, so a part has two rows and planes at least.
    for (tiling.blocks_y = 1; tiling.blocks_y <= std::min<std::int64_t>(n.ny / 2, gpu.multiprocessors);
         ++tiling.blocks_y)
        for (tiling.blocks_z = 1;
             tiling.blocks_z <= std::min<std::int64_t>(n.nz / 2, gpu.multiprocessors / tiling.blocks_y);
             ++tiling.blocks_z) {
            if (tiling.tile_z() > most_planes || tiling.packs() * std::int64_t{tiling.tile_y()} > most_threads)
                continue;
            if (tiling.shared_bytes() > gpu.shared_per_block) continue;
            if (tiling.items() > most_items_of_thread * tiling.threads()) continue;
            if (!best || cost(tiling) < cost(*best)) best = tiling;
        }
    return best;
}

std::vector<kernels::Exchange> exchanges_of(const ResidentTiling& tiling) {
    const int blocks = tiling.blocks(), items = tiling.items(), row_packs = tiling.packs();
    const std::size_t used = tiling.corners ? directions.size() : 4;
    const auto neighbour = [&](int block, const Direction& to) {
        const int y = block % tiling.blocks_y + to.dy, z = block / tiling.blocks_y + to.dz;
        const bool there = y >= 0 && y < tiling.blocks_y && z >= 0 && z < tiling.blocks_z;
        return there ? y + tiling.blocks_y * z : -1;
    };
    const auto packs_towards = [&](int block, const Direction& to) {
        if (neighbour(block, to) < 0) return 0;
        const kernels::ResidentBlock part = tiling.part(block);
        return row_packs * (to.dy == 0 ? part.rows : 1) * (to.dz == 0 ? part.planes : 1);
    };
    // First item of each block and direction.
    std::vector<std::array<int, 8>> first(static_cast<std::size_t>(blocks));
    for (int block = 0; block < blocks; ++block)
        for (std::size_t d = 0, at = 0; d < used; ++d) {
            first[static_cast<std::size_t>(block)][d] = static_cast<int>(at);
            at += static_cast<std::size_t>(packs_towards(block, directions[d]));
        }
    std::vector<kernels::Exchange> list(static_cast<std::size_t>(blocks) * static_cast<std::size_t>(items));
    for (int block = 0; block < blocks; ++block)
        for (std::size_t d = 0; d < used; ++d) {
            const Direction& to = directions[d];
            const kernels::ResidentBlock part = tiling.part(block);
            const int other = neighbour(block, to);
            for (int q = 0; q < packs_towards(block, to); ++q) {
                const int free = q / row_packs;
                const Line y = line_along(to.dy, part.rows, free), z = line_along(to.dz, part.planes, free);
                const auto pack_at = [&](int row, int plane) {
                    return static_cast<unsigned short>(tiling.step(pack * (q % row_packs), row + 1, plane + 1) / pack);
                };
                const auto own = static_cast<std::size_t>(block) * static_cast<std::size_t>(items);
                list[own + static_cast<std::size_t>(first[static_cast<std::size_t>(block)][d] + q)] = {
                    pack_at(y.inside, z.inside), pack_at(y.beyond, z.beyond),
                    other * items + first[static_cast<std::size_t>(other)][d ^ 1] + q};
            }
        }
    return list;
}

}  // namespace wavesim
