// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/strip_plan.hpp"

#include <algorithm>
#include <stdexcept>

#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/gpu/per_node/per_node_forms.hpp"
#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/temporal/pass_lists.hpp"
#include "stencils/gpu/temporal/pass_walls.hpp"
#include "stencils/gpu/temporal/strip_points.hpp"
#include "stencils/gpu/temporal/strip_tiles.hpp"
#include "stencils/gpu/temporal/strip_times.hpp"

namespace wavesim {

namespace {

constexpr int schedulers_per_multiprocessor = 4;

void set_levels(StripTiling& tiling, const ProblemShape& shape, const Gpu& gpu) {
    const auto row = std::ranges::find_if(strip_levels, [&](const StripLevels& one) {
        return one.precision == shape.precision && one.least_reach <= tiling.radius &&
               one.varies.value_or(shape.speed.varies) == shape.speed.varies &&
               one.least_capability <= gpu.capability_major;
    });
    if (row == std::end(strip_levels)) throw std::logic_error("no number of steps is known of such passes in 2D");
    tiling.levels = row->levels;
    tiling.warps = row->warps;
}

void set_chunk(StripTiling& tiling, std::int64_t nz, std::int64_t chunks) {
    tiling.chunk = static_cast<int>((nz + chunks - 1) / chunks);
    tiling.chunks = static_cast<int>((nz + tiling.chunk - 1) / tiling.chunk);
}

}  // namespace

int StripTiling::owner(std::int64_t x) const {
    return static_cast<int>(std::clamp<std::int64_t>((x - halo()) / stride(), 0, strips - 1));
}

std::string to_string(const StripTiling& tiling) {
    return std::to_string(tiling.stride()) + "x" + std::to_string(tiling.chunk) + ", " +
           std::to_string(tiling.steps()) + " steps per pass";
}

double launch_rows(const StripTiling& tiling, const Gpu& gpu) {
    const int schedulers = schedulers_per_multiprocessor * std::max(1, gpu.multiprocessors);
    const int warps = (tiling.warps_of_launch() + schedulers - 1) / schedulers;
    const int at_once = tiling.warps / schedulers_per_multiprocessor;
    const int rounds = (warps + at_once - 1) / at_once;
    return (tiling.chunk + 2 * tiling.reach()) * (warps + strip_waiting * rounds);
}

StripTiling strip_tiling(const ProblemShape& shape, const Gpu& gpu) {
    StripTiling tiling;
    tiling.value_bytes = static_cast<int>(bytes_of(shape.precision));
    tiling.medium = medium_kind(shape.speed);
    tiling.radius = radius(shape.stencil);
    set_levels(tiling, shape, gpu);
    const std::int64_t behind_first = std::max<std::int64_t>(0, shape.extent.nx - StripTiling::width);
    tiling.strips = 1 + static_cast<int>((behind_first + tiling.stride() - 1) / tiling.stride());
    StripTiling tried = tiling;
    double least = 0;
    for (std::int64_t chunks = 1; chunks <= shape.extent.nz; ++chunks) {
        set_chunk(tried, shape.extent.nz, chunks);
        const double rows = launch_rows(tried, gpu);
        if (chunks == 1 || rows < least) least = rows, tiling = tried;
    }
    return tiling;
}

RegionForms single_steps_in_2d() { return {&forms::texture_unrolled, &forms::texture_unrolled}; }

std::string strips_why_not(const StencilProblem& problem, const Gpu& gpu) {
    if (std::string reason = form_why_not(forms::texture_unrolled, problem, gpu.shared_per_block); !reason.empty())
        return reason;
    const int reach = radius(problem.stencil);
    if (reach > 2 || (reach == 2 && shape_of(problem.stencil) != StencilShape::leggy))
        return "several steps per pass in 2D are for stencils that reach one node, and for leggy-2";
    if (problem.layers.any()) return "absorbing layers go one step at a time: use texture.unrolled";
    if (has_walls(problem)) return "walls and solids in 2D go one step at a time: use texture.unrolled";
    if (!mirrors(problem.halo[0]) || !mirrors(problem.halo[1]) || !mirrors(problem.halo[4]) ||
        !mirrors(problem.halo[5]))
        return "several steps per pass need sides that are rigid or free surfaces, half a cell from the first node";
    return {};
}

std::int64_t strip_bytes(const StencilProblem& problem, const StripTiling& tiling, const ActingSources& sources) {
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const StripLists driven = strip_lists(driven_nodes(sources, layout), {}, tiling, layout);
    const StripListSizes sizes = strip_list_sizes(problem, driven, tiling);
    const std::int64_t spare = layout.values * tiling.value_bytes;
    return device_pages({spare, spare, tiling.value_bytes * driven.push_values,
                         tiling.value_bytes * tiling.steps() * sizes.heard, bytes_of(driven.push),
                         bytes_of(driven.first), static_cast<std::int64_t>(sizeof(kernels::StripRow)) * sizes.rows,
                         static_cast<std::int64_t>(sizeof(kernels::StripNode)) * sizes.heard});
}

std::vector<Region> strip_regions(const StencilProblem& problem, const StripTiling& tiling) {
    std::vector<Region> regions = regions_of(cut_grid(problem.extent, {}), tiling.steps());
    regions.front().tile = to_string(tiling);
    return regions;
}

}  // namespace wavesim
