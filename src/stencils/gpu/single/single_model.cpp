// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/single_model.hpp"

#include "stencils/backend/pass_share.hpp"
#include "stencils/gpu/common/fluid_places.hpp"
#include "stencils/gpu/common/kernel_tile.hpp"
#include "stencils/gpu/common/step_time.hpp"
#include "stencils/gpu/single/single_times.hpp"

namespace wavesim {

namespace {

double sweep_launch_s(const Stencil& stencil) {
    return single_times.sweep_launch_s + single_times.sweep_reach_s * radius(stencil) +
           single_times.sweep_point_s * point_count(stencil);
}

/// Effective bytes of the factor of a node. A table look-up costs as much time as its smaller size saves.
double factor_bytes(const SpeedShape& speed) {
    return looked_up(speed) ? sizeof(float) : static_cast<double>(speed.bytes_per_node());
}

int layered_axes(const StencilProblem& problem) {
    int axes = 0;
    for (int axis = 0; axis < 3; ++axis)
        axes += problem.layers.of(axis, false) + problem.layers.of(axis, true) > 0 ? 1 : 0;
    return axes;
}

/// Memory traffic of the walls in a step.
double wall_bytes(const StencilProblem& problem) {
    const WallPorts& ports = problem.walls.ports;
    const auto port_count = static_cast<double>(ports.nodes.size());
    const auto branches = static_cast<double>(port_state_starts(ports).back());
    return single_times.bytes_per_face * (wall_faces(problem) - port_count) + single_times.bytes_per_port * port_count +
           single_times.values_per_port_branch * static_cast<double>(bytes_of(problem.precision)) * branches;
}

/// Time of all launches of a step. Slabs of layers run concurrently; their terms of other axes follow.
double launches_s(const RegionForms& forms, const StencilProblem& problem) {
    const bool passes = wall_faces(problem) > 0 || !problem.sources.empty() || !problem.receivers.empty() ||
                        !problem.walls.solids.empty();
    const int axes = layered_axes(problem);
    const bool alone = problem.stencil.dims == 2 && !passes && axes == 0;
    const bool runs_up = forms.inner->sweeps || (forms.inner->density && forms.inner->walks_along_z);
    const double bulk = runs_up ? sweep_launch_s(problem.stencil) : alone ? single_times.lone_launch_s : launch_s;
    const bool slabs = axes > 0 && forms.inner->sweeps && !forms.cut();
    const double more = forms.inner->more_s == nullptr ? 0 : forms.inner->more_s(problem);
    return bulk + more + (passes ? single_times.passes_launch_s : 0) +
           (problem.walls.ports.empty() ? 0 : single_times.ports_launch_s) +
           (slabs ? sweep_launch_s(problem.stencil) + single_times.layer_launch_s * (axes - 1)
                  : single_times.layer_launch_s * axes);
}

}  // namespace

double gpu_ctpn(const RegionForms& forms, const StencilProblem& problem, const Machine& machine) {
    const auto value = static_cast<double>(bytes_of(problem.precision));
    const double layer_values =
        forms.inner->sweeps && !forms.cut() ? single_times.values_in_slabs : single_times.values_after_bulk;
    const double inner = inner_share(forms, problem);
    const auto ps_of = [&](const KernelForm& form) {
        return form.thread_ps(problem.stencil, problem.precision, card_of(machine.gpu).name);
    };
    const double code_ps = forms.inner->density && problem.speed.coded() ? single_times.fluid_code_ps : 0;
    const double slab_ps = ps_of(*forms.layers) + (forms.layers->sweeps ? 0 : single_times.thread_ps_in_slabs);
    const double bytes =
        3 * value +
        (forms.inner->density ? static_cast<double>(fluid_value_bytes(problem)) * (1 + problem.stencil.dims)
                              : factor_bytes(problem.speed)) +
        layer_values * value * layer_share(problem) + wall_bytes(problem) / static_cast<double>(problem.extent.nodes());
    return seconds_per_node(problem, machine.gpu, bytes, inner * ps_of(*forms.inner) + (1 - inner) * slab_ps + code_ps,
                            launches_s(forms, problem));
}

}  // namespace wavesim
