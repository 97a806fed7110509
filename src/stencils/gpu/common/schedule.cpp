// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/schedule.hpp"

#include <algorithm>

#include "stencils/gpu/common/block_times.hpp"

namespace wavesim {

namespace {

/// Schedules that cost more than this times the cheapest one, if all blocks are equal, are not simulated. It is not
/// fitted: blocks at ends take block_times.at_end times as long, so a schedule that is further behind hardly wins, and
/// a plan has no time to simulate them all.
constexpr double most_of_cheapest = 1.05;

std::int64_t parts_of(std::int64_t n, std::int64_t size) { return (n + size - 1) / size; }

/// Cost of a block's walk through its planes.
struct BlockCost {
    std::int64_t warm_up;  ///< planes before the first one that it finishes
    double drift;          ///< fraction by which each plane of a chunk increases the time of all its planes

    BlockCost(const KernelTile& tile, int radius)
        : warm_up(radius + block_times.first_planes), drift(tile.blocks > 1 ? block_times.drift : 0) {}
    double of(std::int64_t planes) const {
        return static_cast<double>(planes + warm_up) * (1 + drift * static_cast<double>(planes));
    }
};

/// Time in planes until all blocks are done, if blocks at the ends of rows take longer.
double simulated_cost(const Schedule& schedule, const Extent& extent, const KernelTile& tile, const BlockCost& cost,
                      std::int64_t slots) {
    const std::int64_t tiles_x = parts_of(extent.nx, tile.x);
    const std::int64_t tiles = tiles_x * parts_of(extent.ny, tile.y);
    BlockClock clock(slots);
    const auto run = [&](std::int64_t unit, std::int64_t planes) {
        const std::int64_t column = unit % tiles % tiles_x;
        const bool at_end = column == 0 || column == tiles_x - 1;
        clock.run(cost.of(planes) * (at_end ? block_times.at_end : 1));
    };
    for (std::int64_t unit = 0; unit < schedule.whole; ++unit) run(unit, schedule.chunk);
    for (std::int64_t from = 0; from < schedule.chunk && schedule.left > 0; from += schedule.piece)
        for (std::int64_t i = 0; i < schedule.left; ++i)
            run(schedule.whole + i, std::min(schedule.piece, schedule.chunk - from));
    return clock.end();
}

/// Every reasonable schedule, with its cost if all blocks are equal.
std::vector<Schedule> schedules(const Extent& extent, std::int64_t tiles, const BlockCost& cost, std::int64_t least,
                                std::int64_t slots) {
    std::vector<Schedule> list;
    for (std::int64_t parts = 1; parts <= 64; ++parts) {
        Schedule schedule;
        schedule.chunk = parts_of(extent.nz, parts);
        if (parts > 1 && schedule.chunk < least) break;
        const std::int64_t units = tiles * parts_of(extent.nz, schedule.chunk);
        const std::int64_t whole_waves = units / slots;
        schedule.whole = whole_waves * slots;
        schedule.left = units - schedule.whole;
        const double whole_cost = static_cast<double>(whole_waves) * cost.of(schedule.chunk);
        for (std::int64_t pieces = 1; pieces <= (schedule.left == 0 ? 1 : 64); ++pieces) {
            schedule.piece = parts_of(schedule.chunk, pieces);
            if (pieces > 1 && schedule.piece < least) break;
            const std::int64_t waves = parts_of(schedule.left * parts_of(schedule.chunk, schedule.piece), slots);
            schedule.cost = whole_cost + static_cast<double>(waves) * cost.of(schedule.piece);
            list.push_back(schedule);
        }
    }
    return list;
}

}  // namespace

Schedule choose_schedule(const Extent& extent, const KernelTile& tile, int radius, std::int64_t slots) {
    const std::int64_t tiles = parts_of(extent.nx, tile.x) * parts_of(extent.ny, tile.y);
    const BlockCost cost(tile, radius);
    const std::int64_t least = std::min<std::int64_t>(extent.nz, 2);
    std::vector<Schedule> list = schedules(extent, tiles, cost, least, slots);
    const auto cheaper = [](const Schedule& a, const Schedule& b) { return a.cost < b.cost; };
    const Schedule alike = *std::min_element(list.begin(), list.end(), cheaper);
    if (tile.end_column < 0) return alike;
    std::erase_if(list, [&](const Schedule& schedule) { return schedule.cost > most_of_cheapest * alike.cost; });
    for (Schedule& schedule : list) schedule.cost = simulated_cost(schedule, extent, tile, cost, slots);
    return *std::min_element(list.begin(), list.end(), cheaper);
}

}  // namespace wavesim
