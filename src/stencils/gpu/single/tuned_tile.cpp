// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/tuned_tile.hpp"

#include <algorithm>

#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/single/single_model.hpp"
#include "stencils/gpu/single/tile_cost.hpp"

namespace wavesim {

namespace {

/// Cost of a tile divided by that of another one, both by name; 0 if one of them is not possible.
double cost_ratio(const KernelForm& form, const std::string& tile, const std::string& other,
                  const StencilProblem& problem, const Gpu& gpu) {
    const std::vector<KernelTile> tiles = tiles_to_try(form, problem, gpu.shared_per_block);
    const auto cost = [&](const std::string& name) {
        const auto found = std::ranges::find(tiles, name, [](const KernelTile& one) { return to_string(one); });
        return found == tiles.end() ? 0 : tile_cost(form, *found, problem, gpu);
    };
    const double below = cost(other);
    return below > 0 ? cost(tile) / below : 0;
}

/// The problem of a row, which has the medium and the layers of another one.
StencilProblem measured_problem(const StencilProblem& problem, const Extent& extent) {
    StencilProblem measured{problem, {}, {}};
    measured.extent = extent;
    return measured;
}

}  // namespace

std::vector<TileTime> single_tile_times(const KernelForm& form, const StencilProblem& problem, const Machine& machine) {
    const double usual_s = gpu_ctpn({&form, &form}, problem, machine);
    std::vector<TileTime> times;
    double usual_cost = 0;
    for (const KernelTile& tile : tiles_to_try(form, problem, machine.gpu.shared_per_block)) {
        const double cost = tile_cost(form, tile, problem, machine.gpu);
        if (times.empty()) usual_cost = cost;
        times.push_back({to_string(tile), usual_s * cost / usual_cost});
    }
    return times;
}

std::optional<TunedTile> find_tuned_tile(const KernelForm& form, const StencilProblem& problem,
                                         const Machine& machine) {
    if (!machine.profile) return {};
    const TunedRow* const row = find_row(*machine.profile, problem, form.backend);
    if (row == nullptr) return {};
    const std::string usual = to_string(choose_tile(form, problem, machine.gpu.shared_per_block));
    double ratio = 1;
    if (row->tile != usual) {
        if (row->tile == row->usual) return {};  // found quicker than others, not than the usual one of this grid
        const double here = cost_ratio(form, row->tile, usual, problem, machine.gpu);
        const double there =
            cost_ratio(form, row->tile, row->usual, measured_problem(problem, row->extent), machine.gpu);
        if (here <= 0 || there <= 0) return {};
        ratio = row->ps / row->usual_ps * here / there;
        if (ratio >= 1) return {};
    }
    return TunedTile{row->tile, *row, ratio, machine.profile->file, machine.profile->hash};
}

}  // namespace wavesim
