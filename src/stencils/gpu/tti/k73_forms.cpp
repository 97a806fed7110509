// SPDX-License-Identifier: MIT
// The strategies of Sai et al., "Using the semi-stencil algorithm to accelerate high-order stencils on GPUs", Table I,
// for the 73-point form that this paper uses, for comparison.
#include <algorithm>
#include <stdexcept>

#include "stencils/gpu/tti/k73_strategy.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim {

namespace {

constexpr KernelTile k73_tile(int x, int y, int z = 1) { return {x, y, z, 1, 1, 1}; }

// Blocks of the paper and some sizes between them.
constexpr KernelTile cubes[] = {k73_tile(32, 4, 4), k73_tile(8, 8, 8), k73_tile(16, 8, 4), k73_tile(64, 4, 2)};
constexpr KernelTile columns[] = {k73_tile(32, 16), k73_tile(16, 16), k73_tile(16, 8),
                                  k73_tile(32, 8),  k73_tile(64, 4),  k73_tile(64, 8)};
constexpr KernelTile nine_planes[] = {k73_tile(16, 16), k73_tile(16, 8), k73_tile(32, 16), k73_tile(32, 8),
                                      k73_tile(64, 4)};
constexpr KernelTile folded[] = {k73_tile(16, 16), k73_tile(16, 8), k73_tile(32, 16), k73_tile(32, 8), k73_tile(64, 4)};

constexpr int r = tti::k73_radius;
constexpr K73Strategy strategies[] = {
    {"semi.gmem_3d", "K73Gathered", 0, false, 32, cubes},
    {"semi.smem_3d", "K73Cube", 2 * r, false, 32, cubes},
    {"semi.smem_25d", "K73NinePlanes", 2 * r + 2, true, 24, nine_planes},
    {"semi.semi_25d", "K73SemiPlain", r + 1, true, 32, columns},
    {"semi.b", "K73SemiBuffered", r + 2, true, 32, columns},
    {"semi.ba", "K73SemiCopied", r + 2, true, 32, columns},
    {"semi.2z", "K73SemiFolded", r + 2, true, 24, folded},
};

/// Bytes of `planes` of both fields with a halo of R nodes.
int k73_shared_bytes(const K73Strategy& strategy, const KernelTile& tile, Precision precision) {
    const bool cube = !strategy.walks_along_z && strategy.planes > 0;
    const int planes = strategy.planes + (cube ? tile.z : 0);
    return 2 * planes * (tile.x + 2 * r) * (tile.y + 2 * r) * static_cast<int>(bytes_of(precision));
}

}  // namespace

const K73Strategy* find_k73_strategy(std::string_view backend) {
    const auto* found = std::ranges::find(strategies, backend, &K73Strategy::backend);
    return found == std::end(strategies) ? nullptr : found;
}

std::vector<KernelTile> k73_tiles(const K73Strategy& strategy, const StencilProblem& problem, int shared_limit) {
    std::vector<KernelTile> fitting;
    for (const KernelTile& tile : strategy.tiles)
        if (k73_shared_bytes(strategy, tile, problem.precision) <= shared_limit) fitting.push_back(tile);
    return fitting;
}

std::vector<TtiKernel> k73_kernels(const K73Strategy& strategy, const StencilProblem& problem, int shared_limit,
                                   const std::string& tile) {
    for (const KernelTile& one : k73_tiles(strategy, problem, shared_limit)) {
        if (!tile.empty() && to_string(one) != tile) continue;
        TtiKernel kernel{"wavesim_tti", "tti_semi.cuh", strategy.kernel, "run", one};
        kernel.threads = one.x * one.y * one.z;
        kernel.shared_bytes = k73_shared_bytes(strategy, one, problem.precision);
        kernel.resident = problem.precision == Precision::float32 ? 32 * strategy.warps / kernel.threads : 1;
        kernel.sweeps = strategy.walks_along_z;
        kernel.reach = r;
        kernel.one_per_thread = true;
        return {kernel};
    }
    throw std::invalid_argument("there is no tile '" + tile + "'");
}

std::string k73_why_not(const ProblemShape& shape) {
    const bool fits = tti_form(shape) == TtiForm::k73 && shape.stencil.dims == 3;
    return fits ? "" : "of TTI media semi-stencils take the form k73 in 3D";
}

}  // namespace wavesim
