// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/tile_cost.hpp"

#include <algorithm>

#include "stencils/gpu/common/schedule.hpp"

namespace wavesim {

namespace {

std::int64_t covered(std::int64_t n, std::int64_t tile) { return (n + tile - 1) / tile * tile; }

/// Blocks that are resident on the GPU at once. Sweeps use all registers with as many blocks as the compiler must
/// allow; the threads of other forms have about 64 each. A block takes 1 KiB of shared memory for itself.
std::int64_t slots(const KernelForm& form, const KernelTile& tile, const ProblemShape& shape, const Gpu& gpu) {
    constexpr int own_shared_bytes = 1024, threads_by_registers = 1024;
    const int threads = form.threads(tile, shape.precision);
    const int shared = form.shared_bytes(tile, shape.precision, shape.stencil) + own_shared_bytes;
    const bool fills = form.sweeps || form.density;
    const int by_registers = fills ? tile.blocks : std::max(tile.blocks, threads_by_registers / threads);
    const int resident =
        std::min({by_registers, gpu.shared_per_multiprocessor / shared, gpu.threads_per_multiprocessor / threads});
    return std::int64_t{gpu.multiprocessors} * std::max(resident, 1);
}

}  // namespace

double tile_cost(const KernelForm& form, const KernelTile& tile, const ProblemShape& shape, const Gpu& gpu) {
    const Extent& n = shape.extent;
    const double values = form.loaded_values(tile, shape.precision, shape.stencil) + 1;  // and the new one
    const auto nodes = static_cast<double>(n.nodes());
    if (!form.walks_along_z) {
        const std::int64_t all = covered(n.nx, tile.x) * covered(n.ny, tile.y) * covered(n.nz, tile.z * tile.rows);
        return values * static_cast<double>(all) / nodes;
    }
    const std::int64_t resident = slots(form, tile, shape, gpu);
    KernelTile alike = tile;
    alike.end_column = -1;  // blocks at the ends of rows are not simulated
    const Schedule schedule = choose_schedule(n, alike, radius(shape.stencil), resident);
    return values * schedule.cost * static_cast<double>(resident * tile.x * tile.y) / nodes;
}

}  // namespace wavesim
