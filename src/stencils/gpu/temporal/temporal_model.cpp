// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/temporal_model.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "stencils/gpu/common/step_time.hpp"
#include "stencils/gpu/single/single_model.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/gpu/temporal/pass_times.hpp"
#include "stencils/gpu/temporal/strip_plan.hpp"
#include "stencils/gpu/temporal/strip_times.hpp"
#include "stencils/gpu/temporal/temporal_plan.hpp"

namespace wavesim {

namespace {

PassCase pass_case(const StencilProblem& problem, const Gpu& gpu, const TemporalTiling& tiling) {
    const bool leggy = shape_of(problem.stencil) == StencilShape::leggy;
    return {card_of(gpu).name,
            problem.precision,
            tiling.reach,
            leggy ? PassCase::Points::axes : PassCase::Points::cube,
            tiling.walls.warps == 0 ? PassCase::Walls::none
            : tiling.walls.branch   ? PassCase::Walls::branch_form
                                    : PassCase::Walls::explicit_form,
            !problem.speed.varies      ? PassCase::Factors::one
            : looked_up(problem.speed) ? PassCase::Factors::table
                                       : PassCase::Factors::values,
            tiling.levels,
            tiling.tile_y};
}

/// Mean time per step of passes of `steps` steps and of single steps where a pass does not fit before the next field
/// check.
double with_single_steps(const StencilProblem& problem, double pass_s, int steps, double single,
                         std::int64_t steps_between_looks) {
    const std::int64_t looks = std::max<std::int64_t>(1, steps_between_looks);
    const std::int64_t together = looks / steps * steps;
    const double in_passes = static_cast<double>(together) / static_cast<double>(looks);
    return in_passes * pass_s / (steps * static_cast<double>(problem.extent.nodes())) + (1 - in_passes) * single;
}

/// Time of a warp per row and level.
double strip_row_seconds(const StencilProblem& problem, std::string_view card) {
    const auto row = std::ranges::find_if(strip_times, [&](const StripTime& time) {
        return time.card == card && time.precision == problem.precision && radius(problem.stencil) <= time.most_reach;
    });
    if (row == std::end(strip_times)) throw std::logic_error("no time is known of such strips");
    const auto neighbours = static_cast<double>(point_count(problem.stencil)) - 1;
    return row->neighbour_s * neighbours + row->row_s +
           (!problem.speed.varies      ? strip_factors.one_s
            : looked_up(problem.speed) ? strip_factors.table_s
                                       : strip_factors.values_s);
}

double gpu_strips_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks) {
    const double single = gpu_ctpn(single_steps_in_2d(), problem, machine);
    if (single <= 0) return 0;
    const StripTiling tiling = strip_tiling(problem, machine.gpu);
    const double rows_s =
        launch_rows(tiling, machine.gpu) * tiling.levels * strip_row_seconds(problem, card_of(machine.gpu).name);
    const double bytes =
        4 * static_cast<double>(bytes_of(problem.precision)) + static_cast<double>(problem.speed.bytes_per_node());
    const double memory_s =
        bytes * static_cast<double>(problem.extent.nodes()) / machine.gpu.triad.of(problem.precision);
    const bool points = !problem.sources.empty() || !problem.receivers.empty();
    const double points_s = points ? strip_points_s : 0;
    const double pass_s =
        StripTiling::launches * (std::max(rows_s, memory_s) + points_s + launch_s) + (points ? 2 : 1) * launch_s;
    return with_single_steps(problem, pass_s, tiling.steps(), single, steps_between_looks);
}

}  // namespace

double gpu_temporal_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks) {
    if (problem.stencil.dims == 2) return gpu_strips_ctpn(problem, machine, steps_between_looks);
    const double single = gpu_ctpn({&forms::sweep, &forms::sweep}, problem, machine);
    if (single <= 0) return 0;
    const TemporalTiling tiling = pass_tiles(problem, machine.gpu);
    const double plane_s = pass_plane_seconds(pass_case(problem, machine.gpu, tiling));
    const auto nodes = static_cast<double>(problem.extent.nodes());
    const double bytes = 4 * static_cast<double>(bytes_of(problem.precision)) +
                         tiling.levels * static_cast<double>(problem.speed.bytes_per_node());
    const double memory_s = bytes * nodes / machine.gpu.triad.of(problem.precision);
    const double pass_s =
        std::max(tiling.panels.count * static_cast<double>(tiling.iterations(problem.extent.nz)) * plane_s, memory_s) +
        (1 + tiling.panels.count) * launch_s;
    return with_single_steps(problem, pass_s, tiling.levels, single, steps_between_looks);
}

}  // namespace wavesim
