// SPDX-License-Identifier: MIT
// Predicted step times on a GPU: the memory traffic that a step cannot avoid at the triad's rate, and what its threads
// take besides. Fitted to measurements on an NVIDIA H200 (docs/performance.md, docs/history/), whose 132
// multiprocessors of compute capability 9.0 run at 1.98 GHz.
#include <algorithm>

#include "stencils/launch/fluid_places.hpp"
#include "stencils/launch/kernel_tile.hpp"
#include "stencils/launch/pass_times.hpp"
#include "stencils/launch/strip_plan.hpp"
#include "stencils/launch/temporal_plan.hpp"
#include "stencils/launch/tti_launch.hpp"
#include "stencils/pass_share.hpp"
#include "stencils/performance_model.hpp"

namespace wavesim {

namespace {

constexpr double fitted_multiprocessors = 132;

/// What a launch takes before and after its threads have work for all multiprocessors. It is nearly all of a step of a
/// small grid. Fitted to the whole steps of ten scenes of 0.1 to 1.8 million nodes and nine bulk steps.
constexpr double launch_s = 2.5e-6;
constexpr double lone_launch_s = 1.2e-6;    ///< of a bare step in 2D, with nothing between it and the next one
constexpr double passes_launch_s = 1.5e-6;  ///< of what follows a bulk step that is launched early
constexpr double layer_launch_s = 4e-6;     ///< of the layers of an axis
constexpr double tti_launches_s = 7.5e-6;
constexpr double tti_one_pass_s = 25e-6;  ///< of which most are the planes before the first that is finished
/// A sweep walks the planes that a sum reaches before it finishes its first one, one after the other.
double sweep_launch_s(const Stencil& stencil) {
    return 1e-6 + 2.5e-6 * radius(stencil) + 0.02e-6 * point_count(stencil);
}

/// How much faster than the memory the L2 cache is where both levels stay in it; from the same steps.
constexpr double cache_speed = 1.3;

/// A wall node costs several scattered accesses of whole sectors (32 bytes), each once per face.
constexpr double bytes_per_face = 140;

/// Values per layer node and axis: in slabs with sweeps of their own, and in kernels after the bulk step. The latter is
/// between 12 after texture.density and 21 after texture.unrolled.
constexpr double values_in_slabs = 7.5;
constexpr double values_after_bulk = 18;
/// What it takes to turn four codes of a medium whose density varies into floats [ps]; measured with both forms and
/// half orders 1 to 4: 2.8 to 6.1.
constexpr double fluid_code_ps = 4;
/// What a thread per node takes more in slabs beside layers, whose boxes are thin and are launched one by one [ps];
/// from one measurement of texture.unrolled beside layers of 20 cells.
constexpr double thread_ps_in_slabs = 10;

bool looked_up(const SpeedShape& speed) {
    return speed.varies && (speed.storage == MediumStorage::index8 || speed.storage == MediumStorage::index16);
}
/// Bytes that the factor of a node is worth: to look one up in a table takes as long as its bytes save.
double factor_bytes(const SpeedShape& speed) {
    return looked_up(speed) ? sizeof(float) : static_cast<double>(speed.bytes_per_node());
}

/// Seconds per node of `bytes` that memory must move and `ps` of the threads, and of launches.
double seconds_per_node(const StencilProblem& problem, const Gpu& gpu, double bytes, double ps, double launches_s) {
    const double rate = gpu.triad.of(problem.precision) * (stays_in_cache(problem) ? cache_speed : 1);
    if (rate <= 0) return 0;
    return bytes / rate + 1e-12 * ps * fitted_multiprocessors / std::max(1, gpu.multiprocessors) +
           launches_s / static_cast<double>(problem.extent.nodes());
}

int layered_axes(const StencilProblem& problem) {
    int axes = 0;
    for (int axis = 0; axis < 3; ++axis)
        axes += problem.layers.of(axis, false) + problem.layers.of(axis, true) > 0 ? 1 : 0;
    return axes;
}

/// All launches of a step. Slabs of layers run side by side; what is left of other axes in them follows.
double launches_s(const RegionForms& forms, const StencilProblem& problem) {
    const bool passes = wall_faces(problem) > 0 || !problem.sources.empty() || !problem.receivers.empty() ||
                        !problem.walls.solids.empty();
    const int axes = layered_axes(problem);
    const bool alone = problem.stencil.dims == 2 && !passes && axes == 0;
    const bool runs_up = forms.inner->sweeps || (forms.inner->density && forms.inner->walks_along_z);
    const double bulk = runs_up ? sweep_launch_s(problem.stencil) : alone ? lone_launch_s : launch_s;
    const bool slabs = axes > 0 && forms.inner->sweeps && !forms.cut();
    const double more = forms.inner->more_s == nullptr ? 0 : forms.inner->more_s(problem);
    return bulk + more + (passes ? passes_launch_s : 0) +
           (slabs ? sweep_launch_s(problem.stencil) + layer_launch_s * (axes - 1) : layer_launch_s * axes);
}

}  // namespace

double gpu_ctpn(const RegionForms& forms, const StencilProblem& problem, const Machine& machine) {
    const auto value = static_cast<double>(bytes_of(problem.precision));
    const double layer_values = forms.inner->sweeps && !forms.cut() ? values_in_slabs : values_after_bulk;
    const double inner = inner_share(forms, problem);
    const auto ps_of = [&problem](const KernelForm& form) {
        return form.thread_ps(problem.stencil, problem.precision);
    };
    const double code_ps = forms.inner->density && problem.speed.coded() ? fluid_code_ps : 0;
    const double slab_ps = ps_of(*forms.layers) + (forms.layers->sweeps ? 0 : thread_ps_in_slabs);
    const double bytes =
        3 * value +
        (forms.inner->density ? static_cast<double>(fluid_value_bytes(problem)) * (1 + problem.stencil.dims)
                              : factor_bytes(problem.speed)) +
        layer_values * value * layer_share(problem) +
        bytes_per_face * wall_faces(problem) / static_cast<double>(problem.extent.nodes());
    return seconds_per_node(problem, machine.gpu, bytes, inner * ps_of(*forms.inner) + (1 - inner) * slab_ps + code_ps,
                            launches_s(forms, problem));
}

namespace {

PassCase pass_case(const StencilProblem& problem, const TemporalTiling& tiling) {
    const bool leggy = shape_of(problem.stencil) == StencilShape::leggy;
    return {problem.precision,
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

/// Passes of so many steps, and single ones where they do not fit between two looks at the field.
double with_single_steps(const StencilProblem& problem, double pass_s, int steps, double single,
                         std::int64_t steps_between_looks) {
    const std::int64_t looks = std::max<std::int64_t>(1, steps_between_looks);
    const std::int64_t together = looks / steps * steps;
    const double in_passes = static_cast<double>(together) / static_cast<double>(looks);
    return in_passes * pass_s / (steps * static_cast<double>(problem.extent.nodes())) + (1 - in_passes) * single;
}

/// What a warp of strips adds to the time of its scheduler by a row and level, measured on an H200: a share for each
/// neighbour, and what rows cost besides.
double strip_row_seconds(const StencilProblem& problem) {
    const auto points = static_cast<double>(point_count(problem.stencil));
    const bool doubles = problem.precision == Precision::float64;
    const double in_double = doubles ? 1.8 : 1;
    const double farther = radius(problem.stencil) == 1 ? 1 : doubles ? 2 : 1.12;
    const double factors = !problem.speed.varies ? 0 : looked_up(problem.speed) ? 20e-9 : 14e-9;
    return in_double * farther * (2.9e-9 * (points - 1) + 7e-9) + factors;
}

/// The warp that meets a source or a receiver is the last one of a launch.
constexpr double strip_points_s = 25e-6;

double gpu_strips_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks) {
    const double single = gpu_ctpn(single_steps_in_2d(), problem, machine);
    if (single <= 0) return 0;
    const StripTiling tiling = strip_tiling(problem, machine.gpu);
    const double rows_s = launch_rows(tiling, machine.gpu) * tiling.levels * strip_row_seconds(problem);
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
    const double plane_s = pass_plane_seconds(pass_case(problem, tiling));
    const auto nodes = static_cast<double>(problem.extent.nodes());
    const double bytes = 4 * static_cast<double>(bytes_of(problem.precision)) +
                         tiling.levels * static_cast<double>(problem.speed.bytes_per_node());
    const double memory_s = bytes * nodes / machine.gpu.triad.of(problem.precision);
    const double pass_s =
        std::max(tiling.panels.count * static_cast<double>(tiling.iterations(problem.extent.nz)) * plane_s, memory_s) +
        (1 + tiling.panels.count) * launch_s;
    return with_single_steps(problem, pass_s, tiling.levels, single, steps_between_looks);
}

namespace {

// As the sweep, from which it differs little; not measured.
double tti_in_double(const StencilProblem& problem) { return problem.precision == Precision::float64 ? 2.2 : 1; }

/// Layers of k73 are kernels for their nodes alone.
double k73_ctpn(const StencilProblem& problem, const Machine& machine, double thread_ps) {
    const double ps = tti_in_double(problem) * (thread_ps + 33 * layer_share(problem));
    return seconds_per_node(problem, machine.gpu, 12 * static_cast<double>(bytes_of(problem.precision)), ps,
                            tti_launches_s);
}

}  // namespace

double gpu_k73_ctpn(const KernelForm& form, const StencilProblem& problem, const Machine& machine) {
    // A thread reads 146 values instead of 25. Not measured.
    constexpr double times_the_work = 146.0 / 25;
    return k73_ctpn(problem, machine, times_the_work * form.thread_ps(problem.stencil, Precision::float32));
}

double gpu_tti_ctpn(const StencilProblem& problem, const Machine& machine) {
    if (tti_form(problem) == TtiForm::k73) return k73_ctpn(problem, machine, 4.9);
    const double in_double = tti_in_double(problem);
    const auto value = static_cast<double>(bytes_of(problem.precision));
    const double one_pass = tti_one_pass_share(problem, machine.gpu.shared_per_block);
    // Those of the self-adjoint form make its kernels slower everywhere, or are slabs around a box that moves in one
    // pass. Slabs are thin, and there are six of each of three kernels.
    const double two_passes = !problem.layers.any()       ? 12
                              : one_pass > 0              ? 46
                              : problem.stencil.dims == 2 ? 21
                                                          : 21.7 + 43 * layer_share(problem);
    return seconds_per_node(problem, machine.gpu, (12 * one_pass + 26 * (1 - one_pass)) * value,
                            in_double * (13 * one_pass + two_passes * (1 - one_pass)),
                            one_pass > 0 ? tti_one_pass_s : tti_launches_s);
}

}  // namespace wavesim
