// SPDX-License-Identifier: MIT
#include "stencils/cuda/launch_choice.hpp"

#include <algorithm>
#include <limits>

#include "stencils/kernels/arguments.cuh"

namespace wavesim {

KernelTile choose_tile(KernelForm form, const Stencil& stencil, Precision precision, const Extent& extent) {
    if (form != KernelForm::sweep) {
        KernelTile tile{32, 4, 2, 1, 1, 1, false};
        if (extent.ny == 1) tile.y = 1, tile.z = 8;
        return tile;
    }
    const int r = radius(stencil);
    const bool star = shape_of(stencil) == StencilShape::leggy;
    KernelTile tile;
    if (r == 1)
        tile = {256, 8, 1, 2, 4, 3, false};
    else if (r == 2)
        tile = point_count(stencil) > 60 || star ? KernelTile{256, 16, 1, 2, 5, 1, true}
                                                 : KernelTile{128, 24, 1, 2, 5, 1, true};
    else if (star && r <= 4)
        tile = {128, 24, 1, 2, 3 + r, 1, true};
    else
        tile = {128, 8, 1, 1, 3 + r, 2, false};
    if (precision == Precision::float64) tile.x /= 2;  // as many bytes per row, as many threads
    if (extent.nx <= tile.x / 2 && tile.x > 64) tile.x /= 2, tile.y *= 2;
    return tile;
}

std::int64_t choose_chunk(const Extent& extent, const KernelTile& tile, int radius, std::int64_t slots) {
    const auto count = [](std::int64_t n, std::int64_t size) { return (n + size - 1) / size; };
    const std::int64_t tiles = count(extent.nx, tile.x) * count(extent.ny, tile.y);
    const std::int64_t smallest = std::min<std::int64_t>(extent.nz, 4 * (radius + 1));
    std::int64_t best = extent.nz;
    double best_cost = std::numeric_limits<double>::max();
    for (std::int64_t parts = 1; count(extent.nz, parts) >= smallest; ++parts) {
        const std::int64_t chunk = count(extent.nz, parts);
        const std::int64_t blocks = tiles * count(extent.nz, chunk);
        // Waves of blocks, each as long as a chunk with its 2R planes of run-up.
        const double cost = static_cast<double>(count(blocks, slots)) * static_cast<double>(chunk + 2 * radius);
        if (cost < best_cost) best_cost = cost, best = chunk;
        if (parts >= extent.nz || parts > 64) break;
    }
    return best;
}

std::string form_why_not(KernelForm form, const StencilProblem& problem) {
    const Stencil& stencil = problem.stencil;
    const Extent& n = problem.extent;
    const int r = radius(stencil);
    for (const HaloRule rule : problem.walls.halo)
        if (rule == HaloRule::odd_half) return "GPU backends have no pressure-release sides yet";
    if (std::min(n.nx, n.nz) <= r || (n.ny > 1 && n.ny <= r))
        return "the grid is not larger than the stencil's radius of " + std::to_string(r) + " nodes";
    if (std::max({n.nx, n.ny, n.nz}) > 65535 || (n.nx + 32) * n.ny > std::numeric_limits<int>::max())
        return "one plane of the grid has more than 2147483647 nodes";
    switch (form) {
        case KernelForm::sweep:
            if (stencil.dims == 2) return "the plane sweep is for 3D grids";
            if (r > 6) return "the plane sweep keeps 2R+1 running sums in registers, at most R = 6";
            return {};
        case KernelForm::texture_leggy:
            if (shape_of(stencil) != StencilShape::leggy || stencil.dims == 2)
                return "this form is for leggy stencils in 3D";
            return {};
        case KernelForm::texture_loop:
        case KernelForm::texture_unrolled:
            if (point_count(stencil) > 2 * kernels::PointTable<float>::capacity + 1)
                return "the stencil has more than 513 points";
            return {};
    }
    return {};
}

}  // namespace wavesim
