// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/launch_choice.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

#include "stencils/gpu/single/row_end_mover.hpp"

namespace wavesim {

namespace {

/// Adds to the tile the features that the kernel needs for the problem.
KernelTile equipped(KernelTile tile, const KernelForm& form, const StencilProblem& problem) {
    tile.odd = std::count(problem.halo.begin(), problem.halo.end(), HaloRule::odd_half) > 0;
    tile.medium = medium_kind(problem.speed);
    if (row_end_mover(form, problem) == RowEndMover::sweep)
        tile.end_column = static_cast<int>((problem.extent.nx - 1) % (16 / bytes_of(problem.precision)));
    return tile;
}

int shared_bytes(const KernelForm& form, const KernelTile& tile, const ProblemShape& shape) {
    return form.shared_bytes(tile, shape.precision, shape.stencil);
}

/// Reduces the rows of a sweep's tile to fit the shared memory of a block.
KernelTile fitted(KernelTile tile, const KernelForm& form, const ProblemShape& shape, int shared_limit) {
    if (form.sweeps || form.density)
        while (shared_bytes(form, tile, shape) > shared_limit && tile.y > 2 * tile.rows) tile.y -= 2 * tile.rows;
    return tile;
}

}  // namespace

KernelTile choose_tile(const KernelForm& form, const StencilProblem& problem, int shared_limit) {
    return fitted(equipped(form.tile(problem), form, problem), form, problem, shared_limit);
}

std::vector<KernelTile> tiles_to_try(const KernelForm& form, const StencilProblem& problem, int shared_limit) {
    ProblemShape large = problem;
    large.extent = problem.stencil.dims == 2 ? Extent{4096, 1, 4096} : Extent{512, 512, 512};
    const KernelTile usual = fitted(equipped(form.tile(large), form, problem), form, problem, shared_limit);
    std::vector<KernelTile> tiles{choose_tile(form, problem, shared_limit), usual};
    const std::vector<KernelTile> others = form.other_tiles(usual, large);
    tiles.insert(tiles.end(), others.begin(), others.end());
    std::set<std::string> known;
    std::erase_if(tiles, [&](const KernelTile& tile) {
        return shared_bytes(form, tile, problem) > shared_limit || !known.insert(to_string(tile)).second;
    });
    return tiles;
}

KernelTile tile_named(const std::string& text, const KernelForm& form, const StencilProblem& problem,
                      int shared_limit) {
    if (text.empty()) return choose_tile(form, problem, shared_limit);
    for (const KernelTile& tile : tiles_to_try(form, problem, shared_limit))
        if (to_string(tile) == text) return tile;
    throw std::invalid_argument("there is no tile '" + text + "'");
}

std::string form_why_not(const KernelForm& form, const StencilProblem& problem, int shared_limit) {
    const Extent& n = problem.extent;
    const int r = radius(problem.stencil);
    if (std::string fault = layers_fault(problem.layers, n, problem.stencil); !fault.empty()) return fault;
    if (std::min(n.nx, n.nz) <= r || (n.ny > 1 && n.ny <= r))
        return "the grid is not larger than the stencil's radius of " + std::to_string(r) + " nodes";
    if (std::max({n.nx, n.ny, n.nz}) > 65535) return "the grid has more than 65535 nodes along an axis";
    if ((n.nx + 32) * n.ny > std::numeric_limits<int>::max())
        return "one plane of the grid has more than 2147483647 nodes";
    if (form.tables != PointTables::none && (n.nx + 32) * n.ny * r > std::numeric_limits<int>::max())
        return "the stencil reaches further than 2147483647 nodes";
    if (std::string reason = form.why_not(problem); !reason.empty()) return reason;
    if (shared_bytes(form, choose_tile(form, problem, shared_limit), problem) > shared_limit)
        return "the planes around a node do not fit shared memory";
    return {};
}

}  // namespace wavesim
